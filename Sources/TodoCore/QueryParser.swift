import TodoTxt

/// Makes conditions of the words of a query, one after another.
struct QueryParser {
  let today: CivilDate
  /// Those that a word may stand for.
  let views: [View]
  private(set) var order: [SortKey] = []
  private var alternatives: [QueryAlternative] = []
  private var current = QueryAlternative()

  init(today: CivilDate, views: [View]) { (self.today, self.views) = (today, views) }

  mutating func take(text: String) throws(QueryError) {
    for word in QueryWords.of(text, today: today) { try take(word) }
  }

  mutating func take(_ word: Substring) throws(QueryError) {
    if word == "or" {
      guard !current.isEmpty else { throw .danglingOr }
      alternatives.append(current)
      current = QueryAlternative()
      return
    }
    if word.hasPrefix("sort:") {
      order = try SortKey.keys(parsing: String(word.dropFirst(5)))
      return
    }
    if word.hasPrefix("view:") {
      let view = try view(word)
      current.add(view: view.alternatives)
      if order.isEmpty { order = view.order }
      return
    }
    current.add(try condition(word))
  }

  /// What a saved query says, read as of today like any other.
  private func view(_ word: Substring) throws(QueryError) -> (alternatives: [QueryAlternative], order: [SortKey]) {
    let name = String(word.dropFirst("view:".count))
    guard !name.isEmpty else { throw .emptyWord(word: String(word)) }
    guard let place = views.firstIndex(where: { $0.name == name }) else {
      throw .noView(word: String(word), known: views.map(\.name))
    }
    // A view may name others, but not itself by way of them.
    var rest = views
    let view = rest.remove(at: place)
    var parser = QueryParser(today: today, views: rest)
    do throws(QueryError) {
      try parser.take(text: view.query)
      return (try parser.finished(), parser.order)
    } catch {
      throw .inView(name: name, error)
    }
  }

  func finished() throws(QueryError) -> [QueryAlternative] {
    guard alternatives.isEmpty || !current.isEmpty else { throw .danglingOr }
    return alternatives + [current]
  }

  private func condition(_ word: Substring) throws(QueryError) -> QueryCondition {
    for sign in ["-", "not:"] where word.hasPrefix(sign) {
      let rest = word.dropFirst(sign.count)
      guard !rest.isEmpty else { throw .emptyWord(word: String(word)) }
      if rest.hasPrefix("view:") { return .not(.view(try view(rest).alternatives)) }
      return .not(try condition(rest))
    }
    if let known = QueryNames.condition(word, today: today) { return known }
    if word.hasPrefix("+") || word.hasPrefix("@") {
      guard word.utf8.count > 1 else { throw .emptyWord(word: String(word)) }
      return .tag(QueryText(word))
    }
    guard let colon = word.firstIndex(of: ":") else { return .word(QueryText(word)) }
    let value = word[word.index(after: colon)...]
    return try self.condition(word, key: word[..<colon], value: value) ?? .word(QueryText(word))
  }

  /// Is nil for a key without a meaning here, which is searched for as it stands.
  private func condition(
    _ word: Substring, key: Substring, value: Substring
  ) throws(QueryError) -> QueryCondition? {
    switch key {
    case "due", "before", "due.before", "after", "due.after", "pri", "priority", "project", "pro", "tag", "tags",
      "description":
      guard !value.isEmpty else { throw .emptyWord(word: String(word)) }
    default: return nil
    }
    switch key {
    case "due": return try due(word, value)
    case "before", "due.before": return .due(from: nil, to: try date(word, value).adding(days: -1))
    case "after", "due.after": return .due(from: try date(word, value).adding(days: 1), to: nil)
    case "pri": return try priority(word, value)
    // H, M and L are what Taskwarrior has.
    case "priority": return try priority(word, ["H": "A", "M": "B", "L": "C"][value] ?? value)
    case "description": return .word(QueryText(value))
    case "project", "pro": return .tag(QueryText("+" + value))
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
    guard let day = DateWords.day(String(value), today: today) else {
      throw .badDate(word: String(word), value: String(value))
    }
    return day
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
  static func range(_ value: Substring) -> (Substring, Substring)? {
    var index = value.startIndex
    while index < value.endIndex {
      let rest = value[index...]
      if rest.hasPrefix("..") { return (value[..<index], rest.dropFirst(2)) }
      index = value.index(after: index)
    }
    return nil
  }
}
