import TodoCore
import TodoProtocol
import TodoTxt

/// Everything that `doctor` is told: names, reasons and places, a fact a line.
///
/// A verb of its own: bars and prompts ask for `status` many times a minute, and this reads every byte of the list, asks
/// each part of the program and looks for its helpers. What is well is said too, so that a client need not guess.
extension Daemon {
  func doctor(_ request: Request, _ client: ClientID, in turn: inout Turn) {
    var facts = DataLines()
    let draft = turn.draft
    let parts = ports.program()
    facts.say("version", version)
    facts.say("since", draft.context.zone.iso8601(started))
    facts.say("zone", draft.context.zone.name)
    facts.say("configuration", parts.configuration)
    facts.say("restart", restartFor)
    facts.say("socket", parts.socket)
    facts.say("socket-of", parts.isSocketHandedOver ? "systemd" : "todod")
    facts.say("clients", String(ports.clientCount()))
    sayFiles(parts, into: &facts)
    sayPopups(parts, draft, into: &facts)
    sayTasks(draft, into: &facts)
    Response.ok(tag: request.tag, closing(count: draft.list.taskCount, revision: draft.revision)).append(
      to: &facts.bytes)
    turn.answers.append((client, .bytes(facts.bytes)))
  }

  private func sayFiles(_ parts: ProgramFacts, into facts: inout DataLines) {
    facts.say("file", configuration.todo)
    facts.say("file-state", fileState)
    facts.say("file-health", FileHealth(of: diskBytes).attributes)
    facts.say("file-write", parts.inPlaceReason.map { "in-place \($0.word)" } ?? "exchange")
    facts.say("file-watch", parts.watchFault ?? "ok")
    facts.say("write-fault", trouble.writing?.fault)
    facts.say("done-file", configuration.donePath)
    facts.say("done-watch", parts.doneWatchFault ?? "ok")
    facts.say("state", parts.stateDirectory)
    facts.say("state-fault", trouble.state?.fault)
    facts.say("state-set-aside", setAside)
    for name in parts.displaced { facts.say("displaced", name) }
    for (path, copy) in copies.left.sorted(by: { $0.key < $1.key }) {
      facts.say("conflict-copy", "\(path): \(copy.words)")
    }
  }

  private func sayPopups(_ parts: ProgramFacts, _ draft: Draft, into facts: inout DataLines) {
    facts.say("bus", parts.isBusConnected ? "ok" : "none")
    facts.say("popups", server.description)
    facts.say("popups-can", parts.capabilities.map { $0.sorted().joined(separator: " ") })
    facts.say("notify-send", parts.notifySendPath ?? parts.notifySend)
    if parts.notifySendPath == nil { facts.say("notify-send-fault", "\(parts.notifySend) is not found") }
    if let failing = draft.reminders.failing {
      facts.say("failing", failing.reason)
      facts.say("failing-since", draft.context.zone.iso8601(failing.since))
    }
    facts.say("do-not-disturb", draft.reminders.isDoNotDisturb ? "yes" : "no")
    facts.say("paused", draft.pauseWords)
    facts.say("held", String(draft.reminders.heldItems.count))
    facts.say("ring", draft.reminders.settings.rings ? "yes" : "no")
    facts.say("command-fault", trouble.command)
  }

  private func sayTasks(_ draft: Draft, into facts: inout DataLines) {
    let today = draft.context.today
    for task in draft.list.tasks where !task.meaning.problems.isEmpty {
      for value in BadValue.all(of: task, today: today) {
        facts.say("bad-value", "\(value.item) \(value.word)")
      }
    }
    for clash in draft.reminders.openClashes {
      facts.say("clash", clash.items.map(\.description).joined(separator: " "))
    }
  }
}

/// Lines `= key value` of an answer; a fact that is nil has none.
private struct DataLines {
  var bytes: [UInt8] = []

  mutating func say(_ key: String, _ value: String?) {
    guard let value else { return }
    Response.data(key: key, value: value).append(to: &bytes)
  }

  mutating func say(_ key: StaticString, _ attributes: [Attribute]) {
    Response.append(data: key, attributes, to: &bytes)
  }
}
