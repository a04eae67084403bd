package import TodoTxt

/// A time of day for each day of the week.
package struct WeekdayTimes: Hashable, Sendable {
  /// Monday first, always seven.
  private var times: [TimeOfDay]

  /// The same time on every day.
  package init(_ time: TimeOfDay) { times = Array(repeating: time, count: 7) }

  /// The time on an ISO 8601 weekday: Monday is 1, Sunday 7.
  package subscript(weekday weekday: Int) -> TimeOfDay {
    get { times[weekday - 1] }
    set { times[weekday - 1] = newValue }
  }

  package func time(on date: CivilDate) -> TimeOfDay { times[date.weekday - 1] }

  /// The day with its time.
  package func civil(on date: CivilDate) -> CivilTime { CivilTime(date, time(on: date)) }
}
