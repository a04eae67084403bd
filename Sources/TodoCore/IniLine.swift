/// One logical line of a file in systemd's INI syntax (systemd.syntax(7)).
struct IniLine: Hashable {
  enum Kind: Hashable {
    case section(String)
    case assignment(key: String, value: String)
    /// Anything else that has words.
    case other(String)
    /// Not UTF-8, or with a NUL.
    case notText
  }

  /// Counted from 1; of joined lines the first.
  var number: Int
  var kind: Kind

  /// Cuts a file into lines: comments and blank lines are left out, a backslash at the end joins the next line that is
  /// no comment.
  static func all(in bytes: [UInt8]) -> [IniLine] {
    var lines: [IniLine] = []
    var pending: (number: Int, text: String)?
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    for (index, piece) in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      guard let raw = String(validating: piece, as: UTF8.self), !piece.contains(0) else {
        lines.append(IniLine(number: index + 1, kind: .notText))
        continue
      }
      let text = trimmed(raw)
      if text.hasPrefix("#") || text.hasPrefix(";") { continue }
      let start = pending ?? (index + 1, "")
      if text.hasSuffix("\\") {
        pending = (start.number, start.text + text.dropLast() + " ")
        continue
      }
      pending = nil
      if let line = IniLine(start.number, trimmed(start.text + text)) { lines.append(line) }
    }
    // A backslash on the last line joins nothing.
    if let pending, let line = IniLine(pending.number, trimmed(pending.text)) { lines.append(line) }
    return lines
  }

  init(number: Int, kind: Kind) {
    self.number = number
    self.kind = kind
  }

  private init?(_ number: Int, _ text: Substring) {
    guard !text.isEmpty else { return nil }
    self.number = number
    if text.hasPrefix("["), text.hasSuffix("]") {
      kind = .section(String(text.dropFirst().dropLast()))
    } else if let equals = text.firstIndex(of: "="), equals != text.startIndex {
      kind = .assignment(
        key: String(trimmed(text[..<equals])), value: String(trimmed(text[text.index(after: equals)...])))
    } else {
      kind = .other(String(text))
    }
  }
}

/// The text without blanks at both ends.
func trimmed<Text: StringProtocol>(_ text: Text) -> Text.SubSequence where Text.SubSequence == Substring {
  let blanks: Set<Character> = [" ", "\t", "\r"]
  guard let first = text.firstIndex(where: { !blanks.contains($0) }),
    let last = text.lastIndex(where: { !blanks.contains($0) })
  else { return text[text.endIndex...] }
  return text[first...last]
}
