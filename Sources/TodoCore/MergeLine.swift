package import TodoTxt

/// Joins two changed forms of one task, word by word; nil if both changed the same word differently.
///
/// Symmetric in x and y; the result joined with either of them again is itself.
package func mergeLine(base: Line, x: Line, y: Line) -> Line? {
  if x == y || y == base { return x }
  if x == base { return y }
  guard let merged = LineMerge(base: base, x: x, y: y).merged else { return nil }
  for side in [x, y] where side != merged {
    guard LineMerge(base: base, x: merged, y: side).merged == merged else { return nil }
  }
  return merged
}

private struct LineMerge {
  private var base: LineParts
  private var x: LineParts
  private var y: LineParts
  private var isRecurring: Bool

  init(base: Line, x: Line, y: Line) {
    let isOrdered = !y.bytes.lexicographicallyPrecedes(x.bytes)
    let (base, x, y) = LineMerge.carryingPriority(base: base, x: isOrdered ? x : y, y: isOrdered ? y : x)
    self.base = LineParts(base)
    self.x = LineParts(x)
    self.y = LineParts(y)
    isRecurring = !base.values(of: "rec").isEmpty
  }

  /// Where one side did the task and the other changed its priority, the done form gets the new priority as well.
  private static func carryingPriority(base: Line, x: Line, y: Line) -> (base: Line, x: Line, y: Line) {
    guard !base.header.isDone else { return (base, x, y) }
    let (was, ofX, ofY) = (priority(of: base), priority(of: x), priority(of: y))
    if x.header.isDone, ofX == was, ofY != was, ofY != nil || !y.header.isDone {
      return (y.header.isDone ? base : base.settingPriority(ofY), x.settingPriority(ofY), y)
    }
    if y.header.isDone, ofY == was, ofX != was, ofX != nil || !x.header.isDone {
      return (x.header.isDone ? base : base.settingPriority(ofX), x, y.settingPriority(ofX))
    }
    return (base, x, y)
  }

  /// The priority of the header, of a done line also that of `pri:`.
  private static func priority(of line: Line) -> Priority? {
    let header = line.header
    guard header.isDone, header.priority == nil else { return header.priority }
    return line.values(of: "pri").first { $0.count == 1 }?.first.flatMap(Priority.init)
  }

  var merged: Line? {
    guard let header = mergedHeader, let words = mergedWords else { return nil }
    var bytes = header.bytes
    bytes += three(base.lead, x.lead, y.lead)
    for (place, token) in words.enumerated() {
      if place > 0 { bytes += token.gap.isEmpty ? [UInt8(ascii: " ")] : token.gap }
      bytes += token.word
    }
    bytes += three(base.tail, x.tail, y.tail)
    if x.endsWithCR == base.endsWithCR ? y.endsWithCR : x.endsWithCR { bytes.append(UInt8(ascii: "\r")) }
    let line = Line(bytes: bytes)
    // Joined words may look like a header, or a header may swallow words.
    return LineParts.Fields(line.header) == header.fields ? line : nil
  }

  /// The changed one of two; of two changes the lesser, so that no side is preferred.
  private func three(_ base: ArraySlice<UInt8>, _ x: ArraySlice<UInt8>, _ y: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if x == base { return y }
    if y == base { return x }
    return y.lexicographicallyPrecedes(x) ? y : x
  }
}

// MARK: - Header

extension LineMerge {
  private var mergedHeader: (fields: LineParts.Fields, bytes: [UInt8])? {
    let isDone = x.header.isDone == base.header.isDone ? y.header.isDone : x.header.isDone
    var fields = LineParts.Fields(
      isDone: isDone, priority: nil, completion: isDone ? earlier(\.completion) : nil, creation: earlier(\.creation))
    switch three(\.priority) {
    case .value(let priority): fields.priority = priority
    case .clash:
      guard x.header.isDone != y.header.isDone else { return nil }
      fields.priority = x.header.isDone ? x.header.priority : y.header.priority
    }
    guard let bytes = headerBytes(of: fields) else { return nil }
    return (fields, bytes)
  }

  private enum Choice<Value> {
    case value(Value)
    case clash
  }

  private func three<Value: Equatable>(_ field: KeyPath<LineParts.Fields, Value>) -> Choice<Value> {
    let (was, left, right) = (base.header[keyPath: field], x.header[keyPath: field], y.header[keyPath: field])
    if left == was || left == right { return .value(right) }
    return right == was ? .value(left) : .clash
  }

  private func earlier(_ field: KeyPath<LineParts.Fields, CivilDate?>) -> CivilDate? {
    switch three(field) {
    case .value(let date): date
    case .clash: [x.header[keyPath: field], y.header[keyPath: field]].compactMap { $0 }.min()
    }
  }

  /// The bytes of the side that has these fields, or such as todod writes; nil for what cannot be written.
  private func headerBytes(of fields: LineParts.Fields) -> [UInt8]? {
    let same = [x, y].filter { $0.header == fields }
    if same.count == 2 { return Array(three(base.headerBytes, x.headerBytes, y.headerBytes)) }
    // A header that ends its line lacks the blank after it.
    if let only = same.first, only.headerBytes.last ?? UInt8(ascii: " ") == UInt8(ascii: " ") {
      return Array(only.headerBytes)
    }
    guard !fields.isDone || fields.completion != nil || fields.creation == nil else { return nil }
    var text = fields.isDone ? "x " : ""
    if let priority = fields.priority { text += "(\(priority)) " }
    if let completion = fields.completion { text += "\(completion) " }
    if let creation = fields.creation { text += "\(creation) " }
    return Array(text.utf8)
  }
}

// MARK: - Words

extension LineMerge {
  private var mergedWords: [LineParts.Token]? {
    guard let xEdits = WordEdits(from: base.tokens, to: x.tokens),
      let yEdits = WordEdits(from: base.tokens, to: y.tokens), !keysClash(xEdits, yEdits)
    else { return nil }
    var words: [LineParts.Token] = []
    var insertedMarks: Set<ArraySlice<UInt8>> = []
    for place in 0...base.tokens.count {
      for token in united(xEdits.inserted[place], yEdits.inserted[place]) {
        // A tag or key that both put in, at different places, is one.
        if WordKind(token.word) != .plain, !insertedMarks.insert(token.word).inserted { continue }
        words.append(token)
      }
      guard place < base.tokens.count else { break }
      switch merged(base.tokens[place], xEdits.fates[place], yEdits.fates[place]) {
      case .value(let token): words += token.map { [$0] } ?? []
      case .clash: return nil
      }
    }
    return words.isEmpty ? nil : words
  }

  /// Both sides put in the same key with different values.
  private func keysClash(_ xEdits: WordEdits, _ yEdits: WordEdits) -> Bool {
    func inserted(_ edits: WordEdits, _ tokens: [LineParts.Token]) -> [(
      name: ArraySlice<UInt8>, word: ArraySlice<UInt8>
    )] {
      edits.inserted.joined().compactMap { index in
        guard case .key(let name) = WordKind(tokens[index].word) else { return nil }
        return (name, tokens[index].word)
      }
    }
    let left = inserted(xEdits, x.tokens)
    let right = inserted(yEdits, y.tokens)
    return left.contains { key in
      right.contains { $0.name == key.name } && !right.contains { $0.word == key.word }
    }
  }

  /// What both sides put in at one place: the larger if it holds the other, else the lower side's first.
  private func united(_ xPlaces: [Int], _ yPlaces: [Int]) -> [LineParts.Token] {
    let left = xPlaces.map { x.tokens[$0] }
    let right = yPlaces.map { y.tokens[$0] }
    let missing = rest(of: right, without: left)
    if missing.isEmpty { return left }
    return rest(of: left, without: right).isEmpty ? right : left + missing
  }

  private func rest(of tokens: [LineParts.Token], without others: [LineParts.Token]) -> [LineParts.Token] {
    var left = others.map(\.word)
    return tokens.filter { token in
      guard let place = left.firstIndex(of: token.word) else { return true }
      left.remove(at: place)
      return false
    }
  }

  private func merged(_ token: LineParts.Token, _ xFate: WordEdits.Fate, _ yFate: WordEdits.Fate) -> Choice<
    LineParts.Token?
  > {
    let left = index(of: xFate).map { x.tokens[$0] }
    let right = index(of: yFate).map { y.tokens[$0] }
    guard let left, let right else {
      // Taken out on one side: the other must not have changed it.
      let changed = [left, right].contains { $0.map { $0.word != token.word } ?? false }
      return changed ? .clash : .value(nil)
    }
    guard let word = changedWord(token.word, left.word, right.word) else { return .clash }
    return .value(LineParts.Token(gap: three(token.gap, left.gap, right.gap), word: word))
  }

  private func index(of fate: WordEdits.Fate) -> Int? {
    switch fate {
    case .kept(let index), .replaced(let index): index
    case .gone: nil
    }
  }

  private func changedWord(
    _ word: ArraySlice<UInt8>, _ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    if left == word || left == right { return right }
    return right == word ? left : laterOfDates(left, right)
  }

  /// Of two successors the one with the later date: both sides moved a recurring task on.
  private func laterOfDates(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let stem = LineFeatures.withoutDate(left)
    guard isRecurring, stem == LineFeatures.withoutDate(right), stem.count < left.count,
      stem.elementsEqual("due:".utf8) || stem.elementsEqual("t:".utf8)
    else { return nil }
    return left.lexicographicallyPrecedes(right) ? right : left
  }
}
