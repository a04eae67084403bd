package import TodoTxt

/// Words for days and times, where a day or time is expected: whole words only, never a word inside a text.
package enum DateWords {
  /// Why a word is no day or time.
  package enum Problem: Error, Hashable, Sendable {
    /// Of this key, if it stands in a task; as typed.
    case noDate(key: String?, word: String)
    case noTime(key: String?, word: String)
    /// No instant to come, as `snooze` and `pause` want one.
    case noMoment(word: String)
    /// A pause that does not say for how long.
    case noEnd(word: String)
    /// A number that may be minutes or an hour.
    case bareNumber(word: String)
    /// The instant that the word names has gone by.
    case past(word: String)
    /// The last hour that `tonight` can mean has gone by.
    case nightIsOver
    /// `at:24:00` where the day that it ends is not named.
    case noDayToEnd(word: String)
    /// An `at:` beside a due that says a time itself.
    case secondTime(word: String)
  }

  /// ISO, `today` and `tonight`, `tomorrow`, `yesterday`, `weekend` (the next Saturday), `eow` (Sunday), `eom`, `eoy`,
  /// weekday names (the next such day, today excluded), `+3d`, `+2w`, `+1m` or `+1mo`, `+1y`.
  ///
  /// Capitals are as good; `+1m` is a month, and its day at most the last one of that month.
  package static func date(_ word: String, today: CivilDate) throws(Problem) -> CivilDate {
    if let date = CivilDate(parsing: word.utf8) { return date }
    let lower = word.lowercased()
    switch lower {
    case "today", "tonight": return today
    case "tomorrow": return today.adding(days: 1)
    case "yesterday": return today.adding(days: -1)
    case "weekend": return next(6, after: today)
    case "eow": return today.adding(days: 7 - today.weekday)
    case "eom": return today.adding(days: CivilDate.daysIn(month: today.month, ofYear: today.year) - today.day)
    case "eoy": return CivilDate(year: today.year, month: 12, day: 31) ?? today
    default: break
    }
    if let weekday = weekday(lower) { return next(weekday, after: today) }
    guard let date = sum(lower, today: today) else { throw .noDate(key: nil, word: word) }
    return date
  }

  /// Whether it says a day by name: `today`, `fri`, `weekend`, `eom`.
  package static func isDay(_ word: String) -> Bool {
    word.utf8.first.map { $0 | 0x20 }.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
      && (try? date(word, today: CivilDate(daysSinceEpoch: 0))) != nil
  }

  static func next(_ weekday: Int, after today: CivilDate) -> CivilDate {
    today.adding(days: (weekday - today.weekday + 6) % 7 + 1)
  }

  /// ISO 8601: Monday is 1. Three letters or more of the English name.
  package static func weekday(_ word: String) -> Int? {
    guard word.utf8.count >= 3, let place = weekdayNames.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
    return place + 1
  }

  package static let weekdayNames = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  private static func sum(_ word: String, today: CivilDate) -> CivilDate? {
    guard word.first == "+" else { return nil }
    let digits = word.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), count <= 4_000_000 else { return nil }
    let date: CivilDate? =
      switch word[digits.endIndex...] {
      case "d": today.adding(days: count)
      case "w": today.adding(days: count * 7)
      case "m", "mo": count <= 120_000 ? today.adding(months: count) : nil
      case "y": count <= 10_000 ? today.adding(months: count * 12) : nil
      default: nil
      }
    return date.flatMap { (1...9999).contains($0.year) ? $0 : nil }
  }
}
