/// The formats that import reads, told apart by how a file begins.
enum ForeignFormat: Hashable {
  /// An array, or one object a line: Taskwarrior's, or our own.
  case json
  case calcurse
  case todoTxt

  /// - Parameter content: Without a byte order mark.
  init(of content: ArraySlice<UInt8>) {
    let start = content.drop { $0 <= 0x20 }
    let next = start.dropFirst().drop { $0 <= 0x20 }.first
    switch (start.first, next) {
    case (UInt8(ascii: "["), UInt8(ascii: "{")?), (UInt8(ascii: "["), UInt8(ascii: "]")?), (UInt8(ascii: "["), nil),
      (UInt8(ascii: "{"), UInt8(ascii: "\"")?), (UInt8(ascii: "{"), UInt8(ascii: "}")?), (UInt8(ascii: "{"), nil):
      self = .json
    default:
      let line = start.prefix { $0 != UInt8(ascii: "\n") }
      self = CalcurseLine(String(decoding: line, as: UTF8.self)) == nil ? .todoTxt : .calcurse
    }
  }
}
