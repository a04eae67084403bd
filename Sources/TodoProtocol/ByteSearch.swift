extension Array where Element == UInt8 {
  /// Finds a byte eight at a time; there is no `memchr` without a C library.
  func firstIndex(ofByte byte: UInt8, from start: Int) -> Int? {
    withUnsafeBytes { bytes in
      let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
      var index = start
      while index &+ 8 <= bytes.count {
        let difference = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian ^ pattern
        // A byte of `difference` that is zero sets its high bit here; the lowest such bit is exact.
        let zeros = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
        guard zeros == 0 else { return index + zeros.trailingZeroBitCount / 8 }
        index &+= 8
      }
      while index < bytes.count {
        if bytes[index] == byte { return index }
        index &+= 1
      }
      return nil
    }
  }
}

extension ArraySlice where Element == UInt8 {
  /// Compares with ASCII text without making a String.
  func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    let other = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return elementsEqual(other)
  }

  /// Text for people and for values that are text: bytes that are not UTF-8 become U+FFFD.
  var string: String { String(decoding: self, as: UTF8.self) }

  /// The decimal number it spells, without sign; nil if it is no number or too large.
  func decimal() -> Int64? {
    guard !isEmpty, count <= 18 else { return nil }
    var number: Int64 = 0
    for byte in self {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      number = number * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return number
  }
}
