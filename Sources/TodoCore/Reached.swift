package import TodoTxt

/// A moment whose time has come, with all that decides what becomes of it.
package struct Reached: Sendable {
  /// Nil for a moment of the file as a whole.
  package var item: ItemID?
  package var moment: Moment
  /// When it was first seen that its time has come.
  package var reachedAt: Instant
  /// The task is open, wants to ring, was not dismissed, and no twin of a clash rings for it.
  package var isWanted = true
  /// The ledger says that it rang or was answered.
  package var isSettled = false
  /// A later moment of the same task has come as well.
  package var hasNewer = false
  /// The snooze of the occurrence.
  package var snooze: Snooze?
  /// The pause that holds its task.
  package var pause: Pause?
  /// It is the occurrence itself, and not before or after it: a snooze passes it only to a typed time.
  package var isDue: Bool
  /// What brought it into being when it was past already; nil if it was still to come then.
  package var birth: Cause?
  /// The task has a time of day.
  package var isTimed: Bool
  package var priority: Priority?

  package init(item: ItemID?, moment: Moment, reachedAt: Instant, isTimed: Bool) {
    self.item = item
    self.moment = moment
    self.reachedAt = reachedAt
    self.isTimed = isTimed
    isDue = moment.name == .due || moment.name == .threshold || moment.name == .day(0)
  }

  /// What the user gave a time: these ring singly and, if so configured, in quiet hours.
  package var ringsSingly: Bool {
    switch moment.name {
    case .due, .again, .absolute, .lead(.seconds): true
    case .snooze: isTimed || snooze?.isToTime ?? false
    case .threshold, .lead(.days): isTimed
    case .day, .evening, .older, .welcome: false
    }
  }

  /// The user named this very time.
  var wasGivenTime: Bool {
    switch moment.name {
    case .due, .absolute: true
    case .snooze: snooze?.isToTime ?? false
    case .threshold: isTimed
    case .lead, .day, .evening, .again, .older, .welcome: false
    }
  }
}
