import TodoTxt

/// When a task is due, in the zone that holds now.
struct TaskDue {
  var date: CivilDate
  /// Nil of a day task.
  var civil: CivilTime?
  var instant: Instant?
}

extension Meaning {
  func dueMoment(by clock: inout CivilClock) -> TaskDue? {
    if let microseconds = dueInstant {
      let instant = Instant(microseconds: microseconds)
      let civil = clock.zone.civil(of: instant)
      return TaskDue(date: civil.date, civil: civil, instant: instant)
    }
    guard let due else { return nil }
    guard let time else { return TaskDue(date: due) }
    let civil = CivilTime(due, time)
    return TaskDue(date: due, civil: civil, instant: clock.instant(of: civil))
  }

  /// The due, or the threshold without a due, has a time of day.
  var isTimed: Bool { dueInstant != nil || time != nil }
}
