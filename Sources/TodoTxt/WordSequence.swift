/// The words of some bytes, cut at space and tab.
package struct WordSequence: Sequence, Sendable {
  private let bytes: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  package func makeIterator() -> Iterator { Iterator(bytes: bytes, cursor: WordCursor(at: bytes.startIndex)) }

  package struct Iterator: IteratorProtocol {
    fileprivate let bytes: ArraySlice<UInt8>
    fileprivate var cursor: WordCursor

    package mutating func next() -> ArraySlice<UInt8>? {
      guard let word = cursor.next(in: bytes, until: bytes.endIndex) else { return nil }
      return bytes[word.start..<word.end]
    }
  }
}

/// Where a word lies in its line, and what its first byte and its colon make of it.
struct Word {
  let start: Int
  let end: Int
  /// The first colon of the word.
  let colon: Int?

  var count: Int { end - start }
}

/// Finds one word after another by index, so that a line of words costs no slices.
struct WordCursor {
  private var position: Int

  init(at position: Int) { self.position = position }

  mutating func next<Bytes>(in bytes: Bytes, until end: Int) -> Word?
  where Bytes: RandomAccessCollection<UInt8>, Bytes.Index == Int {
    while position < end, isSeparator(bytes[position]) { position += 1 }
    guard position < end else { return nil }
    let start = position
    var colon: Int?
    while position < end, !isSeparator(bytes[position]) {
      if colon == nil, bytes[position] == UInt8(ascii: ":") { colon = position }
      position += 1
    }
    return Word(start: start, end: position, colon: colon)
  }
}

extension Word {
  /// Where the key ends, if the word is `name:value`: a value, no tag, no `scheme://...`, no `NN:NN`.
  func keyEnd<Bytes>(in bytes: Bytes) -> Int? where Bytes: RandomAccessCollection<UInt8>, Bytes.Index == Int {
    guard let colon, colon > start, colon + 1 < end else { return nil }
    let first = bytes[start]
    guard first != UInt8(ascii: "+"), first != UInt8(ascii: "@") else { return nil }
    if colon + 2 < end, bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/") { return nil }
    let isClock =
      count == 5 && colon == start + 2 && isDigit(first) && isDigit(bytes[start + 1]) && isDigit(bytes[start + 3])
      && isDigit(bytes[start + 4])
    return isClock ? nil : colon
  }

  /// The word is `+name` or `@name`.
  func isTag<Bytes>(_ sigil: UInt8, in bytes: Bytes) -> Bool
  where Bytes: RandomAccessCollection<UInt8>, Bytes.Index == Int {
    count > 1 && bytes[start] == sigil
  }
}

func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }
