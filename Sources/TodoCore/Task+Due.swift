import TodoTxt

extension Task {
  /// When it is due: its time, or the start of its day; nil without a due.
  package func dueInstant(in zone: Zone) -> Instant? {
    if let microseconds = meaning.dueInstant { return Instant(microseconds: microseconds) }
    guard let due = meaning.due else { return nil }
    return zone.instant(of: CivilTime(due, meaning.time ?? .midnight))
  }
}
