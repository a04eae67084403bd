package import TodoTxt

/// A time of the clock as people say it: any that `at:` may have, and the end of a day besides.
package struct ClockTime: Hashable, Sendable {
  package var time: TimeOfDay
  /// `24:00` and `midnight`: 00:00 of the day after the one that is named.
  package var isEndOfDay: Bool

  /// Reads `17:30`, `1730`, `9am`, `9:30pm`, `noon`, `midnight`, `24:00`; `12am` begins a day, `12pm` is noon.
  package init?(parsing word: String) {
    isEndOfDay = false
    switch word.lowercased() {
    case "noon": time = TimeOfDay(seconds: 12 * 3600)
    case "midnight", "24:00", "2400", "24":
      time = .midnight
      isEndOfDay = true
    case let word:
      guard let time = TimeOfDay(at: Array(word.utf8)[...]) else { return nil }
      self.time = time
    }
  }

  package func civil(on day: CivilDate) -> CivilTime {
    CivilTime(isEndOfDay ? day.adding(days: 1) : day, time)
  }

  /// Today, or tomorrow when it is past.
  package func next(after now: Instant, in zone: Zone) -> CivilTime {
    let first = civil(on: zone.date(of: now))
    return zone.instant(of: first) > now ? first : first.adding(days: 1)
  }
}
