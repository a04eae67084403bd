extension Array where Element == UInt8 {
  /// Appends a value as a word: a space becomes %20, a % becomes %25, and what would end the line or the words with them.
  mutating func appendEscaped(_ value: some StringProtocol) {
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "%"), 0...0x20, 0x7F:
        append(contentsOf: "%\(hexadecimal(UInt64(byte), digits: 2))".utf8)
      default:
        append(byte)
      }
    }
  }
}

extension Array where Element == UInt8 {
  /// Appends a line's very bytes as text: a % becomes %25, what may not stand in a line of the protocol is escaped, and
  /// in a line that is not UTF-8 everything beyond ASCII.
  mutating func appendExact(_ line: [UInt8]) {
    let isText = String(validating: line, as: UTF8.self) != nil
    for byte in line {
      switch byte {
      case UInt8(ascii: "%"), 0, UInt8(ascii: "\r"), UInt8(ascii: "\n"): appendHexadecimal(byte)
      case 0x80...: if isText { append(byte) } else { appendHexadecimal(byte) }
      default: append(byte)
      }
    }
  }

  private mutating func appendHexadecimal(_ byte: UInt8) {
    append(contentsOf: "%\(hexadecimal(UInt64(byte), digits: 2))".utf8)
  }
}

extension ArraySlice where Element == UInt8 {
  /// Takes `%XX` back; nil for a `%` without two hexadecimal digits.
  func unescaped() -> ArraySlice<UInt8>? {
    guard contains(UInt8(ascii: "%")) else { return self }
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var index = startIndex
    while index < endIndex {
      guard self[index] == UInt8(ascii: "%") else {
        result.append(self[index])
        index += 1
        continue
      }
      guard index + 2 < endIndex, let byte = self[(index + 1)...(index + 2)].hexadecimal() else { return nil }
      result.append(UInt8(byte))
      index += 3
    }
    return result[...]
  }
}
