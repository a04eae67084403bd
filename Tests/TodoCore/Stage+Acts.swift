import Support
import TodoCore
import TodoTxt

/// What a person does beside changing the file.
extension Stage {
  var snoozes: [Snooze] { facts.snoozes }
  var dismissals: [Dismissal] { facts.dismissals }
  var pauses: [Pause] { facts.pauses }

  mutating func snooze(_ id: Int32, _ words: String) {
    guard let task = tasks[ItemID(id)] else { return log.append("no task \(id)") }
    do {
      let later = try Later(parsing: words, at: now, in: zone, settings: settings)
      let (snoozes, recorded) = try reminders.snooze([(task, later)], at: now)
      if snoozes.contains(where: \.endsWithDue) { log.append("cut") }
      act(recorded)
    } catch {
      log.append("\(error)")
    }
  }

  mutating func dismiss(_ id: Int32) {
    guard let task = tasks[ItemID(id)] else { return log.append("no task \(id)") }
    do {
      let (dismissed, recorded) = try reminders.dismiss([task], at: now)
      for one in dismissed {
        switch one {
        case .occurrence: break
        case .lead: log.append("lead")
        case .already: log.append("already")
        }
      }
      act(recorded)
    } catch {
      log.append("\(error)")
    }
  }

  mutating func pause(_ query: String? = nil, until time: String? = nil) {
    let until = time.flatMap { CivilTime($0) }.map(zone.instant)
    act(reminders.pause(query, until: until, at: now))
  }

  mutating func resume(_ query: String? = nil) { act(reminders.resume(query, at: now)) }

  /// Takes the newest act back.
  mutating func undo() {
    guard let changes = acts.popLast() else { return log.append("nothing to undo") }
    guard reminders.clashes(undoing: changes).isEmpty else { return log.append("clash") }
    let tasks = tasks
    let recorded = reminders.undo(changes, of: { tasks[$0] }, at: now)
    keep(recorded)
    turn()
  }

  private mutating func act(_ recorded: Recorded) {
    acts.append(recorded.facts)
    keep(recorded)
    turn()
  }

  /// What became of the moments of a task: `due rung`, `lead 1h held paused`.
  func fates(of id: Int32) -> [String] {
    guard let task = tasks[ItemID(id)] else { return ["no task \(id)"] }
    return reminders.moments(of: task, at: now).map { report in
      switch report.status {
      case .armed: "\(report.name) armed" + (report.pause == nil ? "" : " paused")
      case .held(let reason, _): "\(report.name) held \(reason.rawValue)"
      case .recorded(let state, _):
        "\(report.name) \(state.rawValue)\(report.row?.reaction.map { " \($0.rawValue)" } ?? "")"
      case .settled: "\(report.name) settled"
      case .dismissed: "\(report.name) dismissed"
      case .snoozedAway: "\(report.name) snoozed"
      }
    }
  }
}
