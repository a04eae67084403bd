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
    // Most texts need no escape and go as they are; the lead bytes are those of what steers terminals beyond ASCII.
    let needsLook = text.utf8.contains { byte in
      byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
    }
    if needsLook { appendEscaped(text) } else { bytes.append(contentsOf: text.utf8) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ text: some StringProtocol) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C: bytes += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)]
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      // JSON is printed on terminals too.
      case _ where TerminalText.steers(scalar):
        let digits = String(scalar.value, radix: 16)
        bytes.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
      default: bytes.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      }
    }
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
