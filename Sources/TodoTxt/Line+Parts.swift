extension Line {
  /// A word `name:value`.
  package struct Key: Hashable, Sendable {
    package let name: ArraySlice<UInt8>
    package let value: ArraySlice<UInt8>

    package init(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
      self.name = name
      self.value = value
    }
  }

  /// The bytes without one CR at their end; indices are those of `bytes`.
  package var content: ArraySlice<UInt8> { bytes[..<contentEnd] }
  package var endsWithCR: Bool { contentEnd < bytes.count }

  var contentEnd: Int { bytes.last == UInt8(ascii: "\r") ? bytes.count - 1 : bytes.count }

  /// The line has no word: it is nobody's task.
  package var isBlank: Bool { content.allSatisfy(isSeparator) }

  package var header: Header { Header(parsing: content) }

  /// What follows the header, blanks and all.
  package var text: ArraySlice<UInt8> { bytes[header.textStart..<contentEnd] }

  /// The words of the text.
  package var words: WordSequence { WordSequence(text) }

  /// The names after `+`, each once, in the order of the line.
  package var projects: [ArraySlice<UInt8>] { tags(UInt8(ascii: "+")) }
  /// The names after `@`, each once, in the order of the line.
  package var contexts: [ArraySlice<UInt8>] { tags(UInt8(ascii: "@")) }

  /// Every `name:value`, in the order of the line, repeated ones too.
  package var keys: [Key] {
    wordPlaces.compactMap { word in
      guard let colon = word.keyEnd(in: bytes) else { return nil }
      return Key(name: bytes[word.start..<colon], value: bytes[(colon + 1)..<word.end])
    }
  }

  package func values(of key: String) -> [ArraySlice<UInt8>] { places(of: key).map { bytes[$0.value] } }

  /// The number of characters in the words that are neither tags nor keys that todod understands.
  package var titleLength: Int {
    wordPlaces.reduce(0) { sum, word in
      if word.isTag(UInt8(ascii: "+"), in: bytes) || word.isTag(UInt8(ascii: "@"), in: bytes) { return sum }
      if let colon = word.keyEnd(in: bytes), KnownKey(bytes, word.start..<colon) != nil { return sum }
      return sum + String(decoding: bytes[word.start..<word.end], as: UTF8.self).count
    }
  }

  var wordPlaces: [Word] {
    var cursor = WordCursor(at: header.textStart)
    var words: [Word] = []
    while let word = cursor.next(in: bytes, until: contentEnd) { words.append(word) }
    return words
  }

  /// Where the words `key:value` of one key and their values lie.
  func places(of key: String) -> [(word: Range<Int>, value: Range<Int>)] {
    let name = Array(key.utf8)
    return wordPlaces.compactMap { word in
      guard let colon = word.keyEnd(in: bytes), bytes[word.start..<colon].elementsEqual(name) else { return nil }
      return (word.start..<word.end, (colon + 1)..<word.end)
    }
  }

  private func tags(_ sigil: UInt8) -> [ArraySlice<UInt8>] {
    var seen: Set<ArraySlice<UInt8>> = []
    return wordPlaces.compactMap { word in
      guard word.isTag(sigil, in: bytes) else { return nil }
      let name = bytes[(word.start + 1)..<word.end]
      return seen.insert(name).inserted ? name : nil
    }
  }
}
