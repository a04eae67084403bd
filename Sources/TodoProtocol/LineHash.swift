/// A hash of a line's bytes by which a client says which version of a task it has seen (`if=3f9a21c0`).
///
/// It guards against accidents, not against an adversary, who owns the file anyway. FNV-1a of 64 bits, its halves
/// folded; clients treat it as opaque.
package struct LineHash: Hashable, Sendable, CustomStringConvertible {
  package let value: UInt32

  package init(value: UInt32) { self.value = value }

  package init(of bytes: [UInt8]) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    value = UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }

  /// Reads exactly eight hexadecimal digits.
  package init?(parsing text: ArraySlice<UInt8>) {
    guard text.count == 8, let value = text.hexadecimal() else { return nil }
    self.value = UInt32(value)
  }

  package var description: String { hexadecimal(UInt64(value), digits: 8) }
}

extension ArraySlice where Element == UInt8 {
  /// The hexadecimal number it spells, at most 16 digits of either case.
  func hexadecimal() -> UInt64? {
    guard !isEmpty, count <= 16 else { return nil }
    var number: UInt64 = 0
    for byte in self {
      guard let digit = hexadecimalDigit(byte) else { return nil }
      number = number << 4 | UInt64(digit)
    }
    return number
  }
}

func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// Lower-case digits, with zeros in front.
func hexadecimal(_ number: UInt64, digits: Int) -> String {
  let text = String(number, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
