import TodoCore

/// Text of tasks made fit for a terminal: nothing in it can move the cursor or turn the reading order round.
package enum Clean {
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    // Most text is plain ASCII.
    if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(decoding: bytes, as: UTF8.self) }
    return text(String(decoding: bytes, as: UTF8.self))
  }

  package static func text(_ text: String) -> String { TerminalText.clean(text) }

  /// A message for standard error: as `text`, but a line stays a line.
  package static func message(_ text: String) -> String { TerminalText.clean(lines: text) }
}
