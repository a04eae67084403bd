import TodoCore
import TodoProtocol

/// Buttons of popups.
extension Daemon {
  /// A button does what the verb does, and is a step.
  func press(_ name: String, slot: Int, items: [ItemID], at now: Instant) {
    let answer = PopupAnswer(name: name)
    switch answer {
    case .snooze, .remind, .allTomorrow: record([reminders.pressed(slot, at: now)])
    case .oneByOne: record([reminders.unfold(slot, at: now)])
    case .open, .done, .undo, .restore, .makeIt, .leave, .keep, .keepAll, nil:
      record([reminders.answered(slot, at: now)])
      // A snooze is told by its step.
      command(answered: items.compactMap { list[$0] }, by: answer == .open ? "open" : name, at: now)
    }
    ports.journal(
      JournalEntry(.answered, "answered: \(name)", item: items.count == 1 ? items.first : nil, revision: revision))
    switch answer {
    case .done where !items.isEmpty: carryOut(.complete(items), at: now)
    case .snooze: carryOut(.snooze(items, .usual), at: now)
    // The popup may have stood there for longer than its button holds.
    case .remind(let instant): carryOut(.snooze(items, instant > now ? .until(instant) : .tomorrow), at: now)
    case .allTomorrow: carryOut(.snooze(items, .tomorrow), at: now)
    case .open: ports.open()
    case .done, .undo, .restore, .oneByOne, .makeIt, .leave, .keep, .keepAll, nil: break
    }
  }
}
