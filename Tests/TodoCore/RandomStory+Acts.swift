import Support
import TodoCore
import TodoTxt

/// What a person does beside changing tasks.
extension RandomStory {
  /// Snoozes, dismisses, pauses, resumes, or takes one of those back.
  mutating func act() {
    let some = ordered.filter { _ in random.one(in: 6) }
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      let later = Later(
        instant: now.adding(seconds: random.pick([300, 7200, 40_000, 100_000])), isToTime: random.one(in: 3))
      guard let (snoozes, record) = try? reminders.snooze(some.map { ($0, later) }, at: now) else { return }
      for snooze in snoozes {
        tell("snooze \(snooze.item) until \(zone.iso8601(snooze.until))")
        if snooze.until > later.instant || snooze.until <= now { faults.append("a snooze until \(snooze.until)") }
      }
      did(record)
    case 2:
      guard let (_, record) = try? reminders.dismiss(some, at: now) else { return }
      tell("dismiss \(some.map(\.id))")
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
