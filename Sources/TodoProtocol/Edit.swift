/// One change that `set` makes to a line.
package enum Edit: Hashable, Sendable {
  /// `due:fri`; the value may be a date word, which the daemon turns into a date.
  case key(String, value: String)
  /// `due:` takes every `due:` out.
  case clear(key: String)
  /// `pri:A`, `(A)`, or nil for `pri:`.
  case priority(UInt8?)
  /// `+garden` or `@shop`, with its sign.
  case addTag(String)
  /// `-+garden` or `-@shop`, without the minus.
  case removeTag(String)
}

extension Edit {
  package init?(parsing word: ArraySlice<UInt8>) {
    guard let first = word.first else { return nil }
    switch first {
    case UInt8(ascii: "+"), UInt8(ascii: "@"):
      guard word.count > 1 else { return nil }
      self = .addTag(word.string)
    case UInt8(ascii: "-"):
      let tag = word.dropFirst()
      guard tag.count > 1, tag.first == UInt8(ascii: "+") || tag.first == UInt8(ascii: "@") else { return nil }
      self = .removeTag(tag.string)
    case UInt8(ascii: "("):
      guard word.count == 3, word.last == UInt8(ascii: ")"), let letter = Edit.letter(word.dropFirst().dropLast())
      else { return nil }
      self = .priority(letter)
    default:
      self.init(parsingKey: word)
    }
  }

  private init?(parsingKey word: ArraySlice<UInt8>) {
    guard let colon = word.firstIndex(of: UInt8(ascii: ":")), colon > word.startIndex else { return nil }
    let value = word[(colon + 1)...]
    if word[..<colon].equals("pri") {
      guard !value.isEmpty else {
        self = .priority(nil)
        return
      }
      guard let letter = Edit.letter(value) else { return nil }
      self = .priority(letter)
    } else if value.isEmpty {
      self = .clear(key: word[..<colon].string)
    } else {
      self = .key(word[..<colon].string, value: value.string)
    }
  }

  /// A letter of either case, or one of the words for the first three.
  private static func letter(_ word: ArraySlice<UInt8>) -> UInt8? {
    if word.equals("high") { return UInt8(ascii: "A") }
    if word.equals("medium") { return UInt8(ascii: "B") }
    if word.equals("low") { return UInt8(ascii: "C") }
    guard word.count == 1, let byte = word.first else { return nil }
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return byte
    case UInt8(ascii: "a")...UInt8(ascii: "z"): return byte - 32
    default: return nil
    }
  }
}

extension Edit: CustomStringConvertible {
  /// The word of a request that says it.
  package var description: String {
    switch self {
    case .key(let name, let value): "\(name):\(value)"
    case .clear(let name): "\(name):"
    case .priority(let letter): letter.map { "pri:\(String(UnicodeScalar($0)))" } ?? "pri:"
    case .addTag(let tag): tag
    case .removeTag(let tag): "-\(tag)"
    }
  }
}
