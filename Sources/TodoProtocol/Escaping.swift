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
