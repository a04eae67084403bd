import TodoCore
import TodoProtocol

extension Daemon {
  /// What is served, what is due and what is wrong, a fact a line.
  func status(_ request: Request, _ client: ClientID, in turn: inout Turn) {
    var bytes: [UInt8] = []
    func say(_ key: String, _ value: String?) {
      guard let value else { return }
      Response.data(key: key, value: value).append(to: &bytes)
    }
    let draft = turn.draft
    let zone = draft.context.zone
    let counts = draft.reminders.counts
    say("state", statusState)
    say("version", version)
    say("since", zone.iso8601(started))
    say("file", configuration.todo)
    say("file-state", fileState)
    say("done-file", configuration.donePath)
    say("tasks", String(draft.list.taskCount))
    say("open", String(counts.open))
    say("today", String(counts.today))
    say("overdue", String(counts.overdue))
    if let next = draft.reminders.nextRing {
      say("next", zone.iso8601(next.moment))
      say("next-item", next.item.map(\.description))
    }
    say("popups", server.description)
    if let failing = draft.reminders.failing {
      say("failing", failing.reason)
      say("failing-since", zone.iso8601(failing.since))
    }
    if draft.reminders.isDoNotDisturb { say("do-not-disturb", "1") }
    say("paused", draft.pauseWords)
    let snoozed = draft.reminders.snoozedItems.count
    if snoozed > 0 { say("snoozed", String(snoozed)) }
    let held = draft.reminders.heldItems.count
    if held > 0 { say("held", String(held)) }
    for (path, copy) in copies.left.sorted(by: { $0.key < $1.key }) { say("conflict-copy", "\(path): \(copy.words)") }
    let clashes = draft.reminders.openClashes.count
    if clashes > 0 { say("clashes", String(clashes)) }
    if !draft.reminders.settings.rings { say("ring", "no") }
    if let writing = trouble.writing { say("write-fault", writing.fault) }
    if let state = trouble.state { say("state-fault", state.fault) }
    say("command-fault", trouble.command)
    say("state-set-aside", setAside)
    say("zone", zone.name)
    say("clients", String(ports.clientCount()))
    Response.ok(tag: request.tag, closing(count: draft.list.taskCount, revision: draft.revision)).append(to: &bytes)
    turn.answers.append((client, .bytes(bytes)))
  }

  private var statusState: String {
    if reminders.failing != nil || trouble.writing != nil || trouble.state != nil { return "degraded" }
    if isStale { return "stale" }
    return "running"
  }

  var fileState: String {
    switch file.presence {
    case .present:
      if let since = file.unsettledSince, ports.uptime() - since >= 10_000 {
        "being written for \((ports.uptime() - since) / 1000) s"
      } else {
        "ok"
      }
    case .neverSeen: "none yet: the first task makes it"
    case .missing: "missing: `todoctl restore --file` or `todoctl accept`"
    case .accepted: "gone, as accepted"
    case .unusable(let fault): fault.words
    }
  }

  /// One line for `systemctl status`: counts only, never the text of a task.
  var announcement: String {
    let counts = reminders.counts
    return "\(list.taskCount) tasks, \(counts.today) due today, \(counts.overdue) overdue"
  }
}
