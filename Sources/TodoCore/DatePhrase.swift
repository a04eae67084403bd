package import TodoTxt

/// A day, a time of the clock, both, or a span from now, in words; which instant that is depends on what it is for.
package struct DatePhrase: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    /// A time to come: `m` is minutes, and a span needs no `in`.
    case toCome
    /// A day or a due: a span is `in 2h` or `+3d`, and `+3m` is months.
    case date
  }

  package var day: CivilDate?
  package var time: ClockTime?
  /// Seconds from now; then there is neither day nor time.
  package var elapsed: Int64?
  package var isTonight = false
  package var isTomorrow = false

  /// Reads all of the words, or names those that mean nothing as `noMoment`.
  package init(
    _ words: some Collection<String>, for purpose: Purpose, today: CivilDate
  ) throws(DateWords.Problem) {
    let words = words.flatMap { DateWords.words(of: $0) }
    guard let first = words.first else { throw .noMoment(word: "") }
    if let span = DatePhrase(span: words[...], for: purpose, today: today) {
      self = span
      return
    }
    if purpose == .toCome, words.count == 1, first.utf8.count < 4, first.isNumeral { throw .bareNumber(word: first) }
    var reader = DatePhraseReader(rest: words[...], today: today)
    self = try reader.read()
  }

  /// How many of the words in front make the longest phrase; 0 if they begin with none.
  package static func length(
    atFrontOf words: some Collection<String>, for purpose: Purpose, today: CivilDate
  ) -> Int {
    let longest = min(words.count, 8)
    return (0..<longest).lazy.map { longest - $0 }.first { count in
      (try? DatePhrase(words.prefix(count), for: purpose, today: today)) != nil
    } ?? 0
  }

  init() {}
}

extension DatePhrase {
  /// `20min`, `in 2 hours`, `+3d`, `in a week`, `2 months`: hours and minutes are elapsed time, days alone are days.
  package init?(span words: ArraySlice<String>, for purpose: Purpose, today: CivilDate) {
    var words = words.map { $0.lowercased() }
    let hasIn = words.first == "in"
    if hasIn { words.removeFirst() }
    if hasIn, words.first == "a" || words.first == "an" { words[0] = "1" }
    var text = words.joined(separator: " ")
    let hasPlus = text.first == "+"
    if hasPlus { text.removeFirst() }
    guard purpose == .toCome || hasIn || hasPlus else { return nil }
    if purpose == .date, !hasIn, text.hasSuffix("m") { return nil }
    if let months = DatePhrase.months(text) {
      day = today.adding(months: months)
    } else {
      guard let span = TimeSpan(parsing: text), span.total > 0 else { return nil }
      if span.seconds == 0 { day = today.adding(days: Int(span.days)) } else { elapsed = span.total }
    }
    if let day, !(1...9999).contains(day.year) { return nil }
  }

  /// `2mo`, `2 months`, `1y`: of the calendar, so alone.
  private static func months(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), (1...9999).contains(count) else { return nil }
    switch text[digits.endIndex...].drop(while: { $0 == " " }) {
    case "mo", "month", "months": return count
    case "y", "year", "years": return count * 12
    default: return nil
    }
  }
}

/// One reading of a day and a time in either order, or of one of them.
private struct DatePhraseReader {
  var rest: ArraySlice<String>
  let today: CivilDate

  private var next: String? { rest.first?.lowercased() }

  mutating func read() throws(DateWords.Problem) -> DatePhrase {
    var phrase = DatePhrase()
    phrase.time = takeTime()
    takeDay(into: &phrase)
    if phrase.time == nil { phrase.time = takeTime() }
    guard rest.isEmpty, phrase.day != nil || phrase.time != nil else {
      throw .noMoment(word: rest.joined(separator: " "))
    }
    return phrase
  }

  private mutating func takeDay(into phrase: inout DatePhrase) {
    let isOn = next == "on"
    let words = rest.dropFirst(isOn ? 1 : 0)
    if next == "tonight" {
      phrase.isTonight = true
      phrase.day = today
      rest.removeFirst()
    } else if let span = takeDays() {
      phrase.day = span
    } else if let found = DateWords.day(in: words, today: today) {
      phrase.isTomorrow = next == "tomorrow"
      phrase.day = found.day
      rest = words.dropFirst(found.count)
    }
  }

  /// `in 3 days` before a time.
  private mutating func takeDays() -> CivilDate? {
    guard next == "in", rest.count > 2 else { return nil }
    for count in [3, 2] {
      guard let day = DatePhrase(span: rest.prefix(count), for: .date, today: today)?.day else { continue }
      rest.removeFirst(count)
      return day
    }
    return nil
  }

  /// `17:30`, `9am`, `9 am`, `0900`, `noon`, perhaps with `at` before it.
  private mutating func takeTime() -> ClockTime? {
    let hasAt = next == "at"
    let words = rest.dropFirst(hasAt ? 1 : 0)
    guard let word = words.first else { return nil }
    if let half = words.dropFirst().first, DateWords.isHalfOfDay(half), let time = ClockTime(parsing: word + half) {
      rest = words.dropFirst(2)
      return time
    }
    let isClear = hasAt || word.utf8.count == 4 || !word.isNumeral
    guard isClear, let time = ClockTime(parsing: word) else { return nil }
    rest = words.dropFirst()
    return time
  }
}
