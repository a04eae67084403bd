import TodoTxt

/// The words of a query, where a date of several words is one.
enum QueryWords {
  /// Cuts at spaces; `after:next friday`, `due:..5 dec` and `before:"next month"` become one word each, with dashes.
  ///
  /// The words that follow belong to a date only if it is none without them.
  static func of(_ text: String, today: CivilDate) -> [Substring] {
    var words: [Substring] = []
    var rest = text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\n" })[...]
    while let word = rest.popFirst() {
      guard let value = date(in: word) else {
        words.append(word)
        continue
      }
      let quoted = value.first == "\"" ? quotation(value, rest) : nil
      let count = quoted?.count ?? following(value, rest, today: today)
      let said = quoted?.words ?? [value] + rest.prefix(count)
      words.append(Substring(word[..<value.startIndex] + said.joined(separator: "-")))
      rest = rest.dropFirst(count)
    }
    return words
  }

  /// What stands behind `due:`, `before:` or the like, of a range its end; nil if the word is none of those.
  private static func date(in word: Substring) -> Substring? {
    var key = word
    while let sign = ["-", "not:"].first(where: { key.hasPrefix($0) }) { key = key.dropFirst(sign.count) }
    guard let colon = key.firstIndex(of: ":"),
      ["due", "before", "due.before", "after", "due.after"].contains(key[..<colon])
    else { return nil }
    let value = key[key.index(after: colon)...]
    return QueryParser.range(value)?.1 ?? value
  }

  /// How many of the next words the date takes; of `next fryday` both, for the error.
  private static func following(_ value: Substring, _ rest: ArraySlice<Substring>, today: CivilDate) -> Int {
    guard !value.isEmpty, DateWords.day(String(value), today: today) == nil else { return 0 }
    let longest = min(rest.count, 4)
    return (0..<longest).lazy.map { longest - $0 }.first { count in
      DateWords.day(([value] + rest.prefix(count)).joined(separator: " "), today: today) != nil
    } ?? (rest.isEmpty || !DateWords.isOpen(String(value)) ? 0 : 1)
  }

  /// The words up to the closing quote, without the quotes; nil if there is none.
  private static func quotation(
    _ value: Substring, _ rest: ArraySlice<Substring>
  ) -> (words: [Substring], count: Int)? {
    var words = [value.dropFirst()]
    if words[0].last == "\"" { return ([words[0].dropLast()], 0) }
    for (place, word) in rest.enumerated() {
      guard word.last == "\"" else {
        words.append(word)
        continue
      }
      return (words + [word.dropLast()], place + 1)
    }
    return nil
  }
}
