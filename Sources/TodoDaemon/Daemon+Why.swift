import TodoCore
import TodoProtocol
import TodoTxt

/// What rang unseen, and what became of each moment of a task.
extension Daemon {
  /// The tasks that rang and that nobody reacted to, longest ago first.
  func missed(_ request: Request, _ client: ClientID, in turn: inout Turn) {
    let reminders = turn.draft.reminders
    let found = reminders.missed.map { (id: $0, rung: reminders.lastRung($0)?.lastShown ?? turn.draft.context.now) }
    rows(found.sorted { ($0.rung, $0.id) < ($1.rung, $1.id) }.map(\.id), request, client, in: &turn)
  }

  func why(_ name: ItemName, _ request: Request, _ client: ClientID, in turn: inout Turn) throws(Unanswered) {
    let draft = turn.draft
    let id = try finding { () throws(Refusal) in try draft.resolveOne(name) }
    guard let task = draft.list[id] else { return }
    var bytes: [UInt8] = []
    RowWriter(draft: draft).append(task, to: &bytes)
    let reports = draft.reminders.moments(of: task, at: draft.context.now)
    for report in reports {
      Response.append(data: "moment", words(of: report, task, in: draft), to: &bytes)
    }
    for note in notes(on: task, in: draft) { Response.data(key: "note", value: note).append(to: &bytes) }
    Response.ok(tag: request.tag, closing(count: reports.count, revision: draft.revision)).append(to: &bytes)
    turn.answers.append((client, .bytes(bytes)))
  }

  private func words(of report: MomentReport, _ task: Task, in draft: Draft) -> [Attribute] {
    let zone = draft.context.zone
    var said = [
      Attribute("name", report.name.description), Attribute("at", zone.iso8601(report.moment)),
      Attribute("is", report.status.word),
    ]
    func say(_ key: String, _ value: String?) { if let value { said.append(Attribute(key, value)) } }
    switch report.status {
    case .held(let reason, let until):
      say("why", reason.rawValue)
      say("until", until.map(zone.iso8601))
      if reason == .failed { say("reason", draft.reminders.failing?.reason) }
    case .armed:
      say("why", report.pause == nil ? nil : HeldReason.paused.rawValue)
      say("until", report.pause?.until.map(zone.iso8601))
    case .recorded, .settled, .dismissed, .snoozedAway: break
    }
    guard let row = report.row else { return said }
    if let rung = row.lastShown {
      say("rung", zone.iso8601(rung))
      let late = rung.seconds(since: row.moment)
      if late > 0 { say("late", String(late)) }
    }
    say("since", row.state == .rung ? nil : zone.iso8601(row.writtenAt))
    say("by", row.reaction?.rawValue)
    // An occurrence of before the due was changed.
    if row.key.due != task.meaning.dueAsWritten { say("of", row.key.due) }
    return said
  }

  /// What holds for all moments of a task.
  private func notes(on task: Task, in draft: Draft) -> [String] {
    let reminders = draft.reminders
    var notes: [String] = []
    if task.meaning.isDone { notes.append(Refusal.isDone(task.id).words) }
    if case .silent = task.meaning.reminders { notes.append(Refusal.neverRings(task.id).words) }
    if reminders.twins.contains(task.id) { notes.append("its twin of a clash rings in its place") }
    if reminders.isBlocked(task) { notes.append("an open child blocks it: it rings for its due only") }
    if reminders.isDismissed(task) { notes.append("dismissed: nothing more rings until its due is another") }
    if let snooze = reminders.snooze(of: task.id) {
      notes.append("snoozed until \(draft.context.zone.iso8601(snooze.until))")
    }
    if !reminders.settings.rings { notes.append("Ring=no: this machine is silent") }
    if notes.isEmpty, reminders.moments(of: task, at: draft.context.now).isEmpty {
      notes.append("it has neither due nor threshold nor rem: with a day: nothing of it rings")
    }
    return notes
  }
}

extension MomentReport.Status {
  fileprivate var word: String {
    switch self {
    case .armed: "armed"
    case .held: "held"
    case .recorded(let state, _): state.rawValue
    case .settled: "settled"
    case .dismissed: "dismissed"
    case .snoozedAway: "snoozed"
    }
  }
}
