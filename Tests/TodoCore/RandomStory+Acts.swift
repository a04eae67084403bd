import Support
import TodoCore
import TodoTxt

/// What a person does beside changing tasks.
extension RandomStory {
  /// Snoozes, dismisses, pauses, resumes, or takes one of those back.
  mutating func act() {
    let task = random.pick(ordered.map(Optional.some) + [nil])
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      let later = Later(
        instant: now.adding(seconds: random.pick([300, 7200, 40_000, 100_000])), isToTime: random.one(in: 3))
      guard let task, let (snooze, record) = try? reminders.snooze(task, until: later, at: now) else { return }
      tell("snooze \(task.id) until \(zone.iso8601(snooze.until))")
      if snooze.until > later.instant || snooze.until <= now { faults.append("a snooze until \(snooze.until)") }
      did(record)
    case 2:
      guard let task, let (_, record) = try? reminders.dismiss(task, at: now) else { return }
      tell("dismiss \(task.id)")
      did(record)
    case 3:
      let until = random.one(in: 2) ? now.adding(seconds: random.pick([600, 30_000, 200_000])) : nil
      let query = random.pick([nil, "a", "due:today"])
      tell("pause \(query ?? "all") until \(until.map(zone.iso8601) ?? "resume")")
      did(reminders.pause(query, until: until, at: now))
    case 4:
      guard let pause = reminders.activePauses.first else { return }
      tell("resume \(pause.query ?? "all")")
      did(reminders.resume(pause.query, at: now))
    default:
      guard let changes = acts.popLast(), reminders.clashes(undoing: changes).isEmpty else { return }
      tell("undo")
      let tasks = tasks
      keep(reminders.undo(changes, of: { tasks[$0.number] }, at: now))
    }
  }

  private mutating func did(_ recorded: Recorded) {
    acts.append(recorded.facts)
    keep(recorded)
  }
}
