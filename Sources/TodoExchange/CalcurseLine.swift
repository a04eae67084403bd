/// One line of calcurse's file `todo`: `[1] text`, done ones `[-1] text`, with a note `[1]>HASH text`.
struct CalcurseLine {
  /// 0 (none), 1 (first) to 9.
  let priority: Int
  let isDone: Bool
  /// The name of a file in the directory `notes` beside it.
  let note: String?
  let text: Substring

  init?(_ line: String) {
    var rest = line[...]
    guard rest.popFirst() == "[" else { return nil }
    isDone = rest.first == "-"
    if isDone { rest.removeFirst() }
    guard let digit = rest.popFirst(), digit.isASCII, let priority = digit.wholeNumberValue, rest.popFirst() == "]"
    else { return nil }
    self.priority = priority
    if rest.first == ">" {
      let name = rest.dropFirst().prefix { $0 != " " }
      // SHA-1 in hexadecimal; nothing that could lead out of the directory.
      guard !name.isEmpty, name.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
      note = String(name)
      rest = rest.dropFirst(1 + name.count)
    } else {
      note = nil
    }
    guard rest.popFirst() == " " else { return nil }
    text = rest
  }
}
