import TodoCore

/// The snoozes, dismissals and pauses of a test's own state.
struct KeptFacts {
  private var facts: [ReminderFact.Subject: ReminderFact] = [:]

  mutating func keep(_ changes: [FactChange]) {
    for change in changes { if let subject = change.subject { facts[subject] = change.after } }
  }

  var snoozes: [Snooze] {
    facts.values.compactMap { if case .snooze(let snooze) = $0 { snooze } else { nil } }
  }
  var dismissals: [Dismissal] {
    facts.values.compactMap { if case .dismissal(let dismissal) = $0 { dismissal } else { nil } }
  }
  var pauses: [Pause] { facts.values.compactMap { if case .pause(let pause) = $0 { pause } else { nil } } }
}
