package import TodoTxt

/// What the ledger calls a moment of a task.
///
/// Never a value of the clock or of DayStart, so that no change of those makes a moment new that already rang.
package enum MomentName: Hashable, Sendable {
  /// A timed task's time.
  case due
  /// The morning digest so many days after the due day; `day+0` is a day task's day.
  case day(Int)
  /// The evening of a day task's day.
  case evening
  /// So long before the due.
  case lead(Lead)
  /// The n-th repetition of a due popup that nobody closed or answered.
  case again(Int)
  /// The end of the n-th snooze of the occurrence.
  case snooze(Int)
  /// The absolute moment of `rem:`.
  case absolute(CivilTime)
  /// The day, or time, of a task that has `t:` and no due.
  case threshold
  /// The morning's count of tasks that are over 30 days late; of no task.
  case older
  /// The popup at the first sight of a file; of no task.
  case welcome
}
