package import TodoTxt

/// A day and a time on the clock, without a zone: what a task's `due` and `at` name.
package struct CivilTime: Hashable, Comparable, Sendable {
  package var date: CivilDate
  package var time: TimeOfDay

  package init(_ date: CivilDate, _ time: TimeOfDay) {
    self.date = date
    self.time = time
  }

  /// Seconds since the epoch on a clock that shows UTC.
  package var secondsAsUTC: Int64 { Int64(date.daysSinceEpoch) * 86_400 + Int64(time.seconds) }

  package init(secondsAsUTC seconds: Int64) {
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    date = CivilDate(daysSinceEpoch: Int32(clamping: day))
    time = TimeOfDay(seconds: Int32(seconds - day * 86_400))
  }

  package func adding(days: Int) -> CivilTime { CivilTime(date.adding(days: days), time) }

  package static func < (left: CivilTime, right: CivilTime) -> Bool {
    (left.date, left.time) < (right.date, right.time)
  }
}
