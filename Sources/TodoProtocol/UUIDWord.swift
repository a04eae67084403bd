/// A uuid as it stands in a request or a row: 128 bits, 8-4-4-4-12 hexadecimal digits in text.
package struct UUIDWord: Hashable, Sendable, CustomStringConvertible {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init?(parsing text: ArraySlice<UInt8>) {
    guard text.count == 36 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    var digits = 0
    for (place, byte) in text.enumerated() {
      if place == 8 || place == 13 || place == 18 || place == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = hexadecimalDigit(byte) else { return nil }
      if digits < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
      digits += 1
    }
    self.init(high: high, low: low)
  }

  package var description: String {
    let first = hexadecimal(high >> 32, digits: 8)
    let second = hexadecimal(high >> 16 & 0xFFFF, digits: 4)
    let third = hexadecimal(high & 0xFFFF, digits: 4)
    let fourth = hexadecimal(low >> 48, digits: 4)
    let fifth = hexadecimal(low & 0xFFFF_FFFF_FFFF, digits: 12)
    return "\(first)-\(second)-\(third)-\(fourth)-\(fifth)"
  }
}
