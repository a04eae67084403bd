import TodoTxt

/// Makes conditions of the words of a query, one after another.
struct QueryParser {
  let today: CivilDate
  private(set) var order: [SortKey] = []
  private var alternatives: [QueryAlternative] = []
  private var current = QueryAlternative()

  init(today: CivilDate) { self.today = today }

  mutating func take(_ word: Substring) throws(QueryError) {
    if word == "or" {
      guard !current.conditions.isEmpty else { throw .danglingOr }
      alternatives.append(current)
      current = QueryAlternative()
      return
    }
    if word.hasPrefix("sort:") {
      order = try SortKey.keys(parsing: String(word.dropFirst(5)))
      return
    }
    current.add(try condition(word))
  }

  func finished() throws(QueryError) -> [QueryAlternative] {
    guard alternatives.isEmpty || !current.conditions.isEmpty else { throw .danglingOr }
    return alternatives + [current]
  }

  private func condition(_ word: Substring) throws(QueryError) -> QueryCondition {
    for sign in ["-", "not:"] where word.hasPrefix(sign) {
      let rest = word.dropFirst(sign.count)
      guard !rest.isEmpty else { throw .emptyWord(word: String(word)) }
      return .not(try condition(rest))
    }
    if let known = Self.names[word] { return known }
    if word.hasPrefix("+") || word.hasPrefix("@") {
      guard word.utf8.count > 1 else { throw .emptyWord(word: String(word)) }
      return .tag(QueryText(word))
    }
    guard let colon = word.firstIndex(of: ":") else { return .word(QueryText(word)) }
    let value = word[word.index(after: colon)...]
    return try self.condition(word, key: word[..<colon], value: value) ?? .word(QueryText(word))
  }

  /// Those with a plus are Taskwarrior's.
  private static let names: [Substring: QueryCondition] = [
    "overdue": .overdue, "done": .done, "all": .all, "blocked": .blocked, "hidden": .hidden, "snoozed": .snoozed,
    "held": .held, "mark:clash": .clashing, "mark:baddate": .badValue,
    "+OVERDUE": .overdue, "+COMPLETED": .done, "+BLOCKED": .blocked, "+PENDING": .not(.done),
  ]

  /// Is nil for a key without a meaning here, which is searched for as it stands.
  private func condition(
    _ word: Substring, key: Substring, value: Substring
  ) throws(QueryError) -> QueryCondition? {
    switch key {
    case "due", "before", "due.before", "after", "due.after", "pri", "project", "tag":
      guard !value.isEmpty else { throw .emptyWord(word: String(word)) }
    default: return nil
    }
    switch key {
    case "due": return try due(word, value)
    case "before", "due.before": return .due(from: nil, to: try date(word, value).adding(days: -1))
    case "after", "due.after": return .due(from: try date(word, value).adding(days: 1), to: nil)
    case "pri": return try priority(word, value)
    case "project": return .tag(QueryText("+" + value))
    default: return .anyTag(QueryText(value))
    }
  }

  private func due(_ word: Substring, _ value: Substring) throws(QueryError) -> QueryCondition {
    guard let (first, last) = Self.range(value) else {
      let day = try date(word, value)
      return .due(from: day, to: day)
    }
    let from = first.isEmpty ? nil : try date(word, first)
    let to = last.isEmpty ? nil : try date(word, last)
    if let from, let to, to < from { throw .emptyRange(word: String(word)) }
    return .due(from: from, to: to)
  }

  private func date(_ word: Substring, _ value: Substring) throws(QueryError) -> CivilDate {
    do throws(DateWords.Problem) {
      return try DateWords.date(String(value), today: today)
    } catch {
      throw .badDate(word: String(word), value: String(value))
    }
  }

  private func priority(_ word: Substring, _ value: Substring) throws(QueryError) -> QueryCondition {
    func letter(_ text: Substring) -> Priority? {
      guard let byte = text.utf8.first, text.utf8.count == 1 else { return nil }
      return Priority(byte.isLowerLetter ? byte & 0xDF : byte)
    }
    let (first, last) = Self.range(value) ?? (value, value)
    guard let from = letter(first.isEmpty ? "A" : first), let to = letter(last.isEmpty ? "Z" : last) else {
      throw .badPriority(word: String(word))
    }
    // A is the greatest.
    guard from >= to else { throw .emptyRange(word: String(word)) }
    return .priority(from: from, to: to)
  }

  /// Both sides of `..`; nil where there is none.
  private static func range(_ value: Substring) -> (Substring, Substring)? {
    var index = value.startIndex
    while index < value.endIndex {
      let rest = value[index...]
      if rest.hasPrefix("..") { return (value[..<index], rest.dropFirst(2)) }
      index = value.index(after: index)
    }
    return nil
  }
}
