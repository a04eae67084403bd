/// JSON (RFC 8259), written piece by piece.
package struct JSONText {
  package private(set) var bytes: [UInt8] = []
  /// Whether the object or list that is open has a member already.
  private var needsComma = false

  package init() {}

  package mutating func begin(_ bracket: Character) {
    separate()
    bytes.append(contentsOf: String(bracket).utf8)
    needsComma = false
  }

  package mutating func end(_ bracket: Character) {
    bytes.append(contentsOf: String(bracket).utf8)
    needsComma = true
  }

  package mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A value that is JSON already: a number, `true`, `null`.
  package mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  package mutating func string(_ text: some StringProtocol) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
    // Most texts need no escape and go as they are.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x7F }) else {
      bytes.append(contentsOf: text.utf8)
      bytes.append(UInt8(ascii: "\""))
      return
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        bytes.append(contentsOf: "\\u00\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  package mutating func member(_ name: String, _ text: String?) {
    key(name)
    guard let text else { return literal("null") }
    string(text)
  }

  package mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    literal(flag ? "true" : "false")
  }

  package mutating func member(_ name: String, number: (some BinaryInteger)?) {
    key(name)
    literal(number.map { String($0) } ?? "null")
  }

  package mutating func member(_ name: String, strings: some Sequence<String>) {
    key(name)
    begin("[")
    for text in strings { string(text) }
    end("]")
  }

  package mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }
}
