/// Reads JSON (RFC 8259) strictly: what is not the standard's is an error with its place.
struct JSONReader {
  private let bytes: [UInt8]
  private(set) var position = 0

  /// Why bytes are no JSON, and where.
  struct Failure: Error, Hashable {
    let position: Int
    let fact: Fact
  }

  enum Fact: Hashable {
    case unexpectedEnd
    case unexpected(UInt8)
    case controlInString
    case badEscape
    /// Half of a pair of \u escapes.
    case loneSurrogate
    case badNumber
    case repeatedMember(String)
    case tooDeep
  }

  /// Deeper than anything that a program of tasks writes, and far from the end of the stack.
  private static let deepest = 64

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skipBlanks() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }

  /// Takes one byte if it comes next, after blanks.
  mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  func unexpected() -> Failure {
    Failure(position: position, fact: position < bytes.count ? .unexpected(bytes[position]) : .unexpectedEnd)
  }

  mutating func value(depth: Int = 0) throws(Failure) -> JSONValue {
    skipBlanks()
    guard position < bytes.count else { throw unexpected() }
    guard depth < JSONReader.deepest else { throw Failure(position: position, fact: .tooDeep) }
    switch bytes[position] {
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["): return try array(depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(Failure) -> JSONValue {
    for byte in word.utf8 {
      guard position < bytes.count, bytes[position] == byte else { throw unexpected() }
      position += 1
    }
    return value
  }

  private mutating func object(_ depth: Int) throws(Failure) -> JSONValue {
    position += 1
    var members: [JSONValue.Member] = []
    if take(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      skipBlanks()
      let start = position
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw unexpected() }
      let name = try string()
      // Readers differ in which of the two counts, so neither does.
      guard !members.contains(where: { $0.name == name }) else {
        throw Failure(position: start, fact: .repeatedMember(name))
      }
      guard take(UInt8(ascii: ":")) else { throw unexpected() }
      members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw unexpected() }
    return .object(members)
  }

  private mutating func array(_ depth: Int) throws(Failure) -> JSONValue {
    position += 1
    var values: [JSONValue] = []
    if take(UInt8(ascii: "]")) { return .array(values) }
    repeat { values.append(try value(depth: depth + 1)) } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw unexpected() }
    return .array(values)
  }

  private mutating func number() throws(Failure) -> String {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let hasLeadingZero = position < bytes.count && bytes[position] == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0 else { throw unexpected() }
    guard !hasLeadingZero || whole == 1 else { throw Failure(position: start, fact: .badNumber) }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      guard digits() > 0 else { throw Failure(position: start, fact: .badNumber) }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[position]) { position += 1 }
      guard digits() > 0 else { throw Failure(position: start, fact: .badNumber) }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// How many digits were taken.
  private mutating func digits() -> Int {
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    return position - start
  }

  private mutating func string() throws(Failure) -> String {
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += Array(String(try escape()).utf8)
      case 0..<0x20: throw Failure(position: position, fact: .controlInString)
      default:
        text.append(byte)
        position += 1
      }
    }
    throw unexpected()
  }

  private mutating func escape() throws(Failure) -> Unicode.Scalar {
    let start = position
    position += 1
    guard position < bytes.count else { throw unexpected() }
    let letter = bytes[position]
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try scalar(start)
    default: throw Failure(position: start, fact: .badEscape)
    }
  }

  /// What stands behind `\u`; a character beyond U+FFFF is two of them.
  private mutating func scalar(_ start: Int) throws(Failure) -> Unicode.Scalar {
    let first = try fourDigits(start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw Failure(position: start, fact: .loneSurrogate) }
    position += 2
    let second = try fourDigits(start)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw Failure(position: start, fact: .loneSurrogate) }
    return scalar
  }

  private mutating func fourDigits(_ start: Int) throws(Failure) -> UInt32 {
    guard position + 4 <= bytes.count else {
      position = bytes.count
      throw unexpected()
    }
    let text = bytes[position..<(position + 4)]
    // A sign, which the number's reader would take, is no digit.
    guard text.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let number = UInt32(String(decoding: text, as: UTF8.self), radix: 16)
    else { throw Failure(position: start, fact: .badEscape) }
    position += 4
    return number
  }
}
