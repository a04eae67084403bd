/// A request line cut into its parts, before its verb gives them a meaning.
struct RequestWords {
  var condition: LineHash?
  var since: Int64?
  var isAtTop = false
  var isWhole = false
  var sort: String?
  var rows = RowForm.full
  /// `limit=`.
  var most: Int?
  /// The arguments, without the options.
  var words: ArraySlice<ArraySlice<UInt8>> = []
  /// What follows the first TAB, or in a line typed by hand the verb's fixed words; nil if there is neither.
  var text: ArraySlice<UInt8>?
}

extension RequestWords {
  static func split(_ line: ArraySlice<UInt8>) throws(BadRequest.Fact) -> (verb: Verb, words: RequestWords) {
    guard !line.isEmpty else { throw .empty }
    let end = line.firstIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } ?? line.endIndex
    guard let verb = VerbTable.verb(line[..<end]) else { throw .unknownVerb(line[..<end].string) }
    var words = RequestWords()
    // The quick way for `ping` and its like.
    guard end < line.endIndex else { return (verb, words) }
    if let tab = line[end...].firstIndex(of: UInt8(ascii: "\t")) {
      guard verb.text.isTaken else { throw .unexpectedText(verb: verb.name) }
      words.text = line[(tab + 1)...]
      words.words = line[end..<tab].split(separator: UInt8(ascii: " "))[...]
      try words.takeOptions(of: verb)
    } else if verb.text.isTaken {
      try words.takeTyped(line[(end + 1)...], by: verb)
    } else {
      words.words = line[end...].split(separator: UInt8(ascii: " "))[...]
      try words.takeOptions(of: verb)
    }
    if verb.arguments.isEmpty { try words.end(after: 0) }
    return (verb, words)
  }

  /// A line without a TAB: the fixed words first, the text is the rest.
  ///
  /// Where the text follows the verb at once there are no options: `add x=1 y` is a task that begins with `x=1`. Fixed
  /// words never hold a `=`, so before them options are as safe as with a TAB.
  private mutating func takeTyped(_ line: ArraySlice<UInt8>, by verb: Verb) throws(BadRequest.Fact) {
    var rest = line
    if verb.fixedWords > 0 {
      var found: [ArraySlice<UInt8>] = []
      var fixed = 0
      while fixed < verb.fixedWords {
        rest = rest.drop { $0 == UInt8(ascii: " ") }
        guard !rest.isEmpty else { break }
        let word = rest.prefix { $0 != UInt8(ascii: " ") }
        found.append(word)
        if !word.contains(UInt8(ascii: "=")) { fixed += 1 }
        rest = rest[word.endIndex...]
      }
      words = found[...]
      try takeOptions(of: verb)
      rest = rest.dropFirst()
    }
    text = rest.isEmpty ? nil : rest
    // What is stored may say anything; in a query such a word would find nothing, and nobody would know why.
    guard case .optional = verb.text else { return }
    try refuseLateOption(of: verb, among: rest.split(separator: UInt8(ascii: " "))[...])
  }

  private mutating func takeOptions(of verb: Verb) throws(BadRequest.Fact) {
    var seen: [RequestOption] = []
    while let word = words.first, let equals = word.firstIndex(of: UInt8(ascii: "=")) {
      let key = word[..<equals]
      guard let option = verb.options.first(where: { key.equals($0.key) }) else { throw .unknownOption(key.string) }
      guard !seen.contains(option) else { throw .repeatedOption(key.string) }
      seen.append(option)
      guard let value = word[(equals + 1)...].unescaped(), take(option, value) else {
        throw .badOption(key.string, value: word[(equals + 1)...].string)
      }
      words.removeFirst()
    }
    // What follows `where` is a query.
    try refuseLateOption(of: verb, among: words.prefix { !$0.equals("where") })
  }

  /// Refuses an option that stands where the arguments are: it would be taken for one of them.
  private func refuseLateOption(of verb: Verb, among words: ArraySlice<ArraySlice<UInt8>>) throws(BadRequest.Fact) {
    for word in words {
      guard let equals = word.firstIndex(of: UInt8(ascii: "=")) else { continue }
      guard verb.options.contains(where: { word[..<equals].equals($0.key) }) else { continue }
      throw .lateOption(word.string)
    }
  }

  private mutating func take(_ option: RequestOption, _ value: ArraySlice<UInt8>) -> Bool {
    switch option {
    case .condition:
      condition = LineHash(parsing: value)
      return condition != nil
    case .since:
      since = value.decimal()
      return since != nil
    case .top:
      isAtTop = value.equals("1")
      return isAtTop || value.equals("0")
    case .whole:
      isWhole = value.equals("1")
      return isWhole || value.equals("0")
    case .sort:
      sort = value.string
      return !value.isEmpty
    case .rows:
      guard let form = RowForm(rawValue: value.string) else { return false }
      rows = form
      return true
    case .limit:
      guard let count = value.decimal(), count >= 1 else { return false }
      most = Int(count)
      return true
    }
  }
}
