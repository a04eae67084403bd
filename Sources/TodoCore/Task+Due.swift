import TodoTxt

extension Task {
  /// The instant at which a timed task is due; nil of a day task, and without a due.
  package func dueMoment(in zone: Zone) -> Instant? {
    if let microseconds = meaning.dueInstant { return Instant(microseconds: microseconds) }
    guard let due = meaning.due, let time = meaning.time else { return nil }
    return zone.instant(of: CivilTime(due, time))
  }
}
