/// What the rows of the verb table read their arguments with.
extension RequestWords {
  /// Refuses words after that many.
  func end(after count: Int) throws(BadRequest.Fact) {
    guard words.count <= count else { throw .unexpectedWord(words[words.startIndex + count].string) }
  }

  /// The argument at that place, from 0; nil if there is none.
  func word(_ place: Int) -> ArraySlice<UInt8>? {
    place < words.count ? words[words.startIndex + place] : nil
  }

  /// All words as items; `where` takes the rest of them as its query.
  func items() throws(BadRequest.Fact) -> [ItemName] {
    try items(words)
  }

  private func items(_ words: ArraySlice<ArraySlice<UInt8>>) throws(BadRequest.Fact) -> [ItemName] {
    guard let first = words.first else { throw .missing("an item (17, 7-9, :12, last, rung or where QUERY)") }
    if first.equals("where") {
      let query = words.dropFirst().map(\.string).joined(separator: " ")
      guard !query.isEmpty else { throw .missing("the query after 'where'") }
      return [.matching(query)]
    }
    var names: [ItemName] = []
    names.reserveCapacity(words.count)
    for word in words {
      guard let name = ItemName(parsing: word) else { throw .badItem(word.string) }
      names.append(name)
    }
    return names
  }

  /// One word that names one item.
  func item(_ place: Int) throws(BadRequest.Fact) -> ItemName {
    guard let word = word(place) else { throw .missing("an item (17, :12 or last)") }
    guard let name = ItemName(parsing: word) else { throw .badItem(word.string) }
    guard name.isSingle else { throw .badWord(word.string, expected: "one item") }
    return name
  }

  func requiredText(_ what: String) throws(BadRequest.Fact) -> [UInt8] {
    guard let text, !text.isEmpty else { throw .missingText(what) }
    return Array(text)
  }

  /// Is nil where there is none, also behind a TAB.
  var optionalText: String? { text.flatMap { $0.isEmpty ? nil : $0.string } }

  var query: String { text?.string ?? "" }

  func edits() throws(BadRequest.Fact) -> [Edit] {
    let text = try requiredText("the change (due:fri, due:, +tag, -+tag, pri:A)")
    var edits: [Edit] = []
    for word in text.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
      guard let edit = Edit(parsing: word) else {
        throw .badWord(word.string, expected: "a change (key:value, key:, +tag, @tag, -+tag, pri:A)")
      }
      edits.append(edit)
    }
    guard !edits.isEmpty else { throw .missingText("the change") }
    return edits
  }

  func version() throws(BadRequest.Fact) -> ProtocolVersion? {
    // `hello todod 1.0`, as the greeting says it, or the number alone.
    let place = words.first?.equals("todod") == true ? 1 : 0
    try end(after: place + 1)
    guard let word = word(place) else { return nil }
    guard let version = ProtocolVersion(parsing: word) else { throw .badWord(word.string, expected: "a version") }
    return version
  }

  func limit() throws(BadRequest.Fact) -> Int? {
    try end(after: 1)
    guard let word = word(0) else { return nil }
    guard let limit = word.decimal(), limit >= 1 else { throw .badWord(word.string, expected: "a number from 1") }
    return Int(limit)
  }

  func step() throws(BadRequest.Fact) -> Int64? {
    try end(after: 1)
    guard let word = word(0) else { return nil }
    guard word.first == UInt8(ascii: "s"), let number = word.dropFirst().decimal() else {
      throw .badWord(word.string, expected: "a step such as s812")
    }
    return number
  }

  /// `s812`, or items.
  func historyScope() throws(BadRequest.Fact) -> HistoryScope {
    guard let word = word(0) else { return .all }
    guard word.first == UInt8(ascii: "s"), word.dropFirst().decimal() != nil else { return .items(try items()) }
    return try step().map { .step($0) } ?? .all
  }

  func uuid() throws(BadRequest.Fact) -> UUIDWord {
    try end(after: 1)
    guard let word = word(0) else { throw .missing("a uuid") }
    guard let uuid = UUIDWord(parsing: word) else { throw .badWord(word.string, expected: "a uuid") }
    return uuid
  }

  /// `top`, `after 3`, or `after :12`.
  func place() throws(BadRequest.Fact) -> Command.Place {
    guard let word = word(1) else { throw .missing("'top' or 'after ITEM'") }
    if word.equals("top") {
      try end(after: 2)
      return .top
    }
    guard word.equals("after") else { throw .badWord(word.string, expected: "'top' or 'after ITEM'") }
    try end(after: 3)
    return .after(try item(2))
  }

  /// Items, then what becomes of them.
  func itemsAndChoice() throws(BadRequest.Fact) -> ([ItemName], Command.Choice) {
    guard let word = words.last else { return (try items(), .keep) }
    guard let choice = Command.Choice(rawValue: word.string) else {
      throw .badWord(word.string, expected: "keep, drop or both as the last word")
    }
    return (try items(words.dropLast()), choice)
  }

  func topics() throws(BadRequest.Fact) -> Topics {
    try end(after: 1)
    guard let word = word(0) else { throw .missing("what to watch (tasks, reminders or both)") }
    guard let topics = Topics(parsing: word) else { throw .badWord(word.string, expected: "tasks, reminders or both") }
    return topics
  }

  func restore() throws(BadRequest.Fact) -> Command {
    guard let word = word(0) else { return .restore(try items()) }
    if word.equals("file") {
      try end(after: 1)
      return .restoreFile
    }
    guard VersionName(parsing: word) != nil else { return .restore(try items()) }
    return .restoreVersion(try versionName())
  }

  func versionName() throws(BadRequest.Fact) -> VersionName {
    try end(after: 1)
    guard let word = word(0) else { throw .missing("a version such as r118 or s812") }
    guard let name = VersionName(parsing: word) else {
      throw .badWord(word.string, expected: "a version such as r118 or s812")
    }
    return name
  }

  func sortKeys() throws(BadRequest.Fact) -> String? {
    try end(after: 1)
    return word(0)?.string
  }
}
