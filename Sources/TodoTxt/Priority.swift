/// One of the letters A (highest) to Z.
package struct Priority: Hashable, Comparable, Sendable {
  package let letter: UInt8

  /// Is nil for anything but an ASCII capital letter.
  package init?(_ letter: UInt8) {
    guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) else { return nil }
    self.letter = letter
  }

  private init(known letter: UInt8) { self.letter = letter }

  package static let highest = Priority(known: UInt8(ascii: "A"))
  package static let lowest = Priority(known: UInt8(ascii: "Z"))

  /// A is the greatest.
  package static func < (left: Priority, right: Priority) -> Bool { left.letter > right.letter }
}

extension Priority: CustomStringConvertible {
  package var description: String { String(UnicodeScalar(letter)) }
}
