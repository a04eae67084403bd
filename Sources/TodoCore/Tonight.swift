package import TodoTxt

/// What `tonight` is: the evening; later 21:00; later still nothing.
package enum Tonight {
  /// Where `Evening=no`.
  package static let usualEvening = TimeOfDay(seconds: 18 * 3600)
  private static let lateEvening = TimeOfDay(seconds: 21 * 3600)

  package static func time(
    evening: TimeOfDay?, after now: Instant, in zone: Zone
  ) throws(DateWords.Problem) -> CivilTime {
    let today = zone.date(of: now)
    for time in [evening ?? usualEvening, lateEvening] {
      let civil = CivilTime(today, time)
      if zone.instant(of: civil) > now { return civil }
    }
    throw .nightIsOver
  }
}
