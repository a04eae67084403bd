/// Text of tasks made fit for a terminal: nothing in it can move the cursor or turn the reading order round.
package enum Clean {
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    // Most text is plain ASCII.
    if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(decoding: bytes, as: UTF8.self) }
    return text(String(decoding: bytes, as: UTF8.self))
  }

  package static func text(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(replacement(scalar)) }
    return String(result)
  }

  private static func replacement(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x09: " "
    // Control pictures: U+2400 and up stand for 0 to 31, U+2421 for DEL.
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    // C1 controls, line and paragraph separators, marks, embeddings, overrides and isolates of direction.
    case 0x80..<0xA0, 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
    default: scalar
    }
  }

  /// A message for standard error: as `text`, but a line stays a line.
  package static func message(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { Clean.text(String($0)) }.joined(separator: "\n")
  }
}
