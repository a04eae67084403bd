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
    if first == "next" { return second.flatMap { next($0, today: today) }.map { ($0, 2) } }
    if let found = dayAndMonth(words, today: today) { return found }
    // As answers write it: `Fri 4 Dec`.
    if let weekday = weekday(first), let found = dayAndMonth(words.dropFirst(), today: today),
      found.day.weekday == weekday
    {
      return (found.day, found.count + 1)
    }
    return (try? date(first, today: today)).map { ($0, 1) }
  }

  /// Reads a day that is all of a text, its words apart or joined: `fri`, `next friday`, `5-dec`.
  package static func day(_ text: String, today: CivilDate) -> CivilDate? {
    let words = words(of: text)
    let phrase = try? DatePhrase(words, for: .date, today: today)
    guard let phrase, phrase.time == nil else { return nil }
    return phrase.day
  }

  /// The words of a text, cut at spaces and at the dashes that join them: `next-friday-9am`; not those of an ISO date.
  package static func words(of text: String) -> [String] {
    var words: [String] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      var pieces = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)[...]
      while let first = pieces.popFirst() {
        guard pieces.count >= 2, first.utf8.count == 4, first.isNumeral, let day = pieces.dropFirst().first,
          day.prefix(2).utf8.count == 2, day.utf8.count == 2 || day.dropFirst(2).first == "T"
        else {
          words.append(first)
          continue
        }
        // What follows a time is its offset.
        let count = day.utf8.count == 2 ? 2 : pieces.count
        words.append(([first] + pieces.prefix(count)).joined(separator: "-"))
        pieces = pieces.dropFirst(count)
      }
    }
    return words
  }

  /// `am` or `pm`, apart from its number.
  package static func isHalfOfDay(_ word: String) -> Bool { ["am", "pm"].contains(word.lowercased()) }

  /// Three letters or more of the English name.
  package static func month(_ word: String) -> Int? {
    let word = word.lowercased()
    guard word.utf8.count >= 3, let place = monthNames.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
    return place + 1
  }

  static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

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

  /// `5 dec`, `december 5th`, and with a year.
  private static func dayAndMonth(_ words: ArraySlice<String>, today: CivilDate) -> (day: CivilDate, count: Int)? {
    guard let first = words.first, let second = words.dropFirst().first else { return nil }
    let said: (day: Int, month: Int)
    if let day = dayOfMonth(first), let month = month(second) {
      said = (day, month)
    } else if let month = month(first), let day = dayOfMonth(second) {
      said = (day, month)
    } else {
      return nil
    }
    if let year = words.dropFirst(2).first.flatMap(year) {
      return CivilDate(year: year, month: said.month, day: said.day).map { ($0, 3) }
    }
    return coming(said.day, said.month, today: today).map { ($0, 2) }
  }

  /// `5`, `5.`, `5th`.
  private static func dayOfMonth(_ word: String) -> Int? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard (1...2).contains(digits.count),
      ["", ".", "st", "nd", "rd", "th"].contains(word[digits.endIndex...].lowercased())
    else { return nil }
    return Int(digits)
  }

  /// Of these two centuries: `5 dec 1730` is half past five.
  private static func year(_ word: String) -> Int? {
    guard word.utf8.count == 4, word.isNumeral, let year = Int(word), (2000...2199).contains(year) else { return nil }
    return year
  }

  /// The first such day from today on; 29 February may be years away.
  private static func coming(_ day: Int, _ month: Int, today: CivilDate) -> CivilDate? {
    (0...8).lazy.compactMap { CivilDate(year: today.year + $0, month: month, day: day) }.first { $0 >= today }
  }
}
