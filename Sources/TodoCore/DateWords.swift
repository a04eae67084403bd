package import TodoTxt

/// Words for days and times, where a day or time is expected: whole words only, never a word inside a text.
package enum DateWords {
  /// Why a word is no day or time.
  package enum Problem: Error, Hashable, Sendable {
    /// Of this key, if it stands in a task; as typed.
    case noDate(key: String?, word: String)
    case noTime(key: String?, word: String)
  }

  /// ISO, `today`, `tomorrow`, weekday names (the next such day, today excluded), `+3d`, `+2w`, `+1m`, `+1y`.
  ///
  /// Capitals are as good; `+1m` is a month, and its day at most the last one of that month.
  package static func date(_ word: String, today: CivilDate) throws(Problem) -> CivilDate {
    if let date = CivilDate(parsing: word.utf8) { return date }
    let lower = word.lowercased()
    switch lower {
    case "today": return today
    case "tomorrow": return today.adding(days: 1)
    default: break
    }
    if let weekday = weekday(lower) {
      let ahead = (weekday - today.weekday + 6) % 7 + 1
      return today.adding(days: ahead)
    }
    guard let date = sum(lower, today: today) else { throw .noDate(key: nil, word: word) }
    return date
  }

  /// `17:30`, `1730`, `9:30pm`, `9am`, `09:00`, and what else `at:` may say.
  package static func time(_ word: String) throws(Problem) -> TimeOfDay {
    guard let time = TimeOfDay(at: Array(word.utf8)[...]) else { throw .noTime(key: nil, word: word) }
    return time
  }

  /// ISO 8601: Monday is 1. Three letters or more of the English name.
  private static func weekday(_ word: String) -> Int? {
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    guard word.utf8.count >= 3, let place = names.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
    return place + 1
  }

  private static func sum(_ word: String, today: CivilDate) -> CivilDate? {
    guard word.first == "+", let unit = word.last, let count = Int(word.dropFirst().dropLast()), count >= 0,
      word.dropFirst().first?.isNumber ?? false, count <= 4_000_000
    else { return nil }
    let date: CivilDate? =
      switch unit {
      case "d": today.adding(days: count)
      case "w": today.adding(days: count * 7)
      case "m": count <= 120_000 ? today.adding(months: count) : nil
      case "y": count <= 10_000 ? today.adding(months: count * 12) : nil
      default: nil
      }
    return date.flatMap { (1...9999).contains($0.year) ? $0 : nil }
  }
}
