import TodoTxt

/// What a person asked for and only the state keeps: set, and taken back.
extension Reminders {
  /// Makes a fact true (nil: makes it untrue) and records the change.
  mutating func set(_ fact: ReminderFact?, for subject: ReminderFact.Subject, into record: inout Recorded) {
    let before = self.fact(subject)
    guard before != fact else { return }
    switch subject {
    case .snooze(let item, _):
      if case .snooze(let snooze) = fact { snoozes[item] = snooze } else { snoozes[item] = nil }
    case .dismissal(let item, let due):
      let dismissal = Dismissal(item: item, due: due)
      if fact == nil { dismissals.remove(dismissal) } else { dismissals.insert(dismissal) }
    case .pause(let query):
      if case .pause(let pause) = fact { pauses.set(pause, for: query) } else { pauses.set(nil, for: query) }
      pauses.read(views: settings.views, at: now, in: zone)
    case .row:
      if case .row(let row) = fact {
        ledger.record(row)
        record.rows.append(row)
      }
    case .clash(let item):
      if case .clash(let form) = fact { clashing[item] = form.clash } else { clashing[item] = nil }
    }
    record.facts.append(FactChange(before: before, after: fact))
  }

  /// What is true of a subject.
  private func fact(_ subject: ReminderFact.Subject) -> ReminderFact? {
    switch subject {
    case .snooze(let item, let due): snoozes[item].flatMap { $0.due == due ? .snooze($0) : nil }
    case .dismissal(let item, let due):
      dismissals.contains(Dismissal(item: item, due: due)) ? .dismissal(Dismissal(item: item, due: due)) : nil
    case .pause(let query): pauses[query].map { .pause($0) }
    case .row(let key): ledger.row(key, at: now).map { .row($0) }
    case .clash(let item): clashing[item].map { .clash(ClashForm(item: item, clash: $0)) }
    }
  }

  /// Those of the changes that cannot be taken back, because something else is true by now.
  package func clashes(undoing changes: [FactChange]) -> [FactChange] {
    changes.filter { change in
      guard let subject = change.subject else { return false }
      switch subject {
      // A row that others have answered meanwhile may stay so, and a clash be settled.
      case .row, .clash: return false
      case .snooze, .dismissal, .pause: break
      }
      let now = fact(subject)
      return !isSame(now, change.before) && !isSame(now, change.after)
    }
  }

  /// Takes changes back that do not clash; what already is as before stays.
  ///
  /// A popup that went with them does not come back: its moment counts as missed again, or rings if it had not. Of
  /// clashes `follow` takes care.
  package mutating func undo(_ changes: [FactChange], of task: (ItemID) -> Task?, at now: Instant) -> Recorded {
    advance(to: now)
    var record = Recorded()
    var touched: [ItemID] = []
    for change in changes.reversed() {
      guard let subject = change.subject, !subject.isOfClash else { continue }
      if let item = subject.item { touched.append(item) }
      guard isSame(fact(subject), change.after) else { continue }
      // The snooze of an occurrence that is gone would stand in the way of the next one's.
      if case .snooze(let item, let due) = subject, change.before != nil, task(item)?.meaning.dueAsWritten != due {
        continue
      }
      set(change.before.map(Reminders.asUndone), for: subject, into: &record)
    }
    for item in touched { if let task = task(item) { arm(task, into: &record) } }
    if changes.contains(where: \.isOfPause) { release(.paused) }
    clean()
    return record
  }

  /// A popup that was on its way is gone: nobody knows whether it was seen, so that its moment is due again.
  private static func asUndone(_ fact: ReminderFact) -> ReminderFact {
    guard case .row(var row) = fact, row.state == .ringing else { return fact }
    row.state = .failed
    return .row(row)
  }

  private func isSame(_ one: ReminderFact?, _ two: ReminderFact?) -> Bool {
    guard let one, let two else { return one == nil && two == nil }
    return one.isSame(as: two)
  }
}

extension FactChange {
  fileprivate var isOfPause: Bool {
    if case .pause = subject { true } else { false }
  }
}

extension ReminderFact.Subject {
  /// Nil for a pause, and for a row of the file as a whole.
  package var item: ItemID? {
    switch self {
    case .snooze(let item, _), .dismissal(let item, _), .clash(let item): item
    case .row(let key): key.item
    case .pause: nil
    }
  }

  package var isOfClash: Bool {
    if case .clash = self { true } else { false }
  }
}
