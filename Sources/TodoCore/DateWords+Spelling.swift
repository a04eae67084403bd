import TodoTxt

/// What somebody may have meant by words that are no date.
extension DateWords {
  /// The word that is at fault, and what is perhaps meant by it; nil where nothing is near.
  package static func slip(in text: String) -> (word: String, meant: String)? {
    let words = words(of: text)
    for word in words {
      let lower = word.lowercased()
      guard !vocabulary.contains(lower), weekday(lower) == nil, month(lower) == nil else { continue }
      if words.first != "in", let meant = withSign(lower) { return (word, meant) }
      guard !lower.utf8.contains(where: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { continue }
      // Of four letters one is much: `soon` is not `noon`.
      let known = lower.utf8.count > 4 ? vocabulary : vocabulary.filter { $0.first == lower.first }
      if let meant = Spelling.nearest(to: lower, of: known) { return (word, meant) }
    }
    return nil
  }

  /// A word that says nothing without the next one.
  package static func isOpen(_ word: String) -> Bool {
    ["next", "in", "on", "at"].contains(word.lowercased()) || word.isNumeral || month(word) != nil
  }

  /// `3d` and `30m`, where a date needs its sign.
  private static func withSign(_ word: String) -> String? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    let unit = String(word[digits.endIndex...])
    guard !digits.isEmpty, !unit.isEmpty else { return nil }
    if unit == "m" { return "+\(digits)mo, or in \(digits)min" }
    if ["d", "w", "y", "mo"].contains(unit) { return "+\(word)" }
    return TimeSpan.isUnit(unit) || unit == "month" || unit == "months" ? "in \(word)" : nil
  }

  private static let vocabulary =
    [
      "today", "tonight", "tomorrow", "yesterday", "weekend", "eow", "eom", "eoy", "noon", "midnight", "next", "week",
      "month", "year", "in", "at", "on", "mon", "tue", "wed", "thu", "fri", "sat", "sun",
    ] + weekdayNames + monthNames
}
