package import TodoTxt

/// Days that take more than one word.
extension DateWords {
  /// Reads the day at the beginning of `words`: what `date` reads, `5 dec`, `dec 5 2026`, `next week`, `next friday`.
  ///
  /// - Returns: The day and how many words say it; nil if they begin with none.
  package static func day(
    in words: ArraySlice<String>, today: CivilDate
  ) -> (day: CivilDate, count: Int)? {
    guard let first = words.first?.lowercased() else { return nil }
    let second = words.dropFirst().first?.lowercased()
    let third = words.dropFirst(2).first
    if first == "next" { return second.flatMap { next($0, today: today) }.map { ($0, 2) } }
    if let second, let (day, month) = dayAndMonth(first, second) {
      if let year = third.flatMap(year), let date = CivilDate(year: year, month: month, day: day) { return (date, 3) }
      return coming(day, month, today: today).map { ($0, 2) }
    }
    return (try? date(first, today: today)).map { ($0, 1) }
  }

  /// Three letters or more of the English name.
  package static func month(_ word: String) -> Int? {
    let names = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
      "december",
    ]
    let word = word.lowercased()
    guard word.utf8.count >= 3, let place = names.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
    return place + 1
  }

  /// `next week` is its Monday, `next month` its first day, `next friday` the Friday of next week.
  private static func next(_ word: String, today: CivilDate) -> CivilDate? {
    let monday = next(1, after: today)
    switch word {
    case "week": return monday
    case "month": return today.adding(months: 1).adding(days: 1 - today.adding(months: 1).day)
    case "year": return CivilDate(year: today.year + 1, month: 1, day: 1)
    case "weekend": return monday.adding(days: 5)
    default: return weekday(word).map { monday.adding(days: $0 - 1) }
    }
  }

  private static func dayAndMonth(_ first: String, _ second: String) -> (day: Int, month: Int)? {
    if let day = dayOfMonth(first), let month = month(second) { return (day, month) }
    if let month = month(first), let day = dayOfMonth(second) { return (day, month) }
    return nil
  }

  /// `5`, `5.`, `5th`.
  private static func dayOfMonth(_ word: String) -> Int? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard (1...2).contains(digits.count), ["", ".", "st", "nd", "rd", "th"].contains(word[digits.endIndex...]) else {
      return nil
    }
    return Int(digits)
  }

  private static func year(_ word: String) -> Int? {
    word.utf8.count == 4 && word.isNumeral ? Int(word) : nil
  }

  /// The first such day from today on; 29 February may be years away.
  private static func coming(_ day: Int, _ month: Int, today: CivilDate) -> CivilDate? {
    (0...8).lazy.compactMap { CivilDate(year: today.year + $0, month: month, day: day) }.first { $0 >= today }
  }
}
