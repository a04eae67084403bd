/// One thing that only the state keeps and that a step changes and takes back.
package enum ReminderFact: Hashable, Sendable {
  case snooze(Snooze)
  case dismissal(Dismissal)
  case pause(Pause)
  /// That a moment was answered, or no longer is.
  case row(LedgerRow)
  case clash(ClashForm)

  /// What it is a fact about: of one subject one fact at most is true.
  package enum Subject: Hashable, Sendable {
    case snooze(ItemID, due: String)
    case dismissal(ItemID, due: String)
    case pause(query: String?)
    case row(LedgerKey)
    case clash(ItemID)
  }

  package var subject: Subject {
    switch self {
    case .snooze(let snooze): .snooze(snooze.item, due: snooze.due)
    case .dismissal(let dismissal): .dismissal(dismissal.item, due: dismissal.due)
    case .pause(let pause): .pause(query: pause.query)
    case .row(let row): .row(row.key)
    case .clash(let form): .clash(form.item)
    }
  }

  /// As far as an undo is concerned.
  func isSame(as other: ReminderFact) -> Bool {
    if case (.pause(let one), .pause(let two)) = (self, other) { return one.isSame(as: two) }
    return self == other
  }
}

/// A fact before and after; nil where there was none.
package struct FactChange: Hashable, Sendable {
  package var before: ReminderFact?
  package var after: ReminderFact?

  package init(before: ReminderFact?, after: ReminderFact?) {
    self.before = before
    self.after = after
  }

  package var inverse: FactChange { FactChange(before: after, after: before) }
  package var subject: ReminderFact.Subject? { (after ?? before)?.subject }
}

extension [FactChange] {
  /// Of each subject one change, from what was true before all of them to what is true after: none where that is the
  /// same.
  package var folded: [FactChange] {
    var places: [ReminderFact.Subject: Int] = [:]
    var folded: [FactChange] = []
    for change in self {
      guard let subject = change.subject else { continue }
      if let place = places[subject] {
        folded[place].after = change.after
      } else {
        places[subject] = folded.count
        folded.append(change)
      }
    }
    return folded.filter { $0.before != $0.after }
  }
}
