/// Text made fit for a terminal: nothing in it can move the cursor or turn the reading order round.
package enum TerminalText {
  /// A tab is a space, controls are their pictures, the rest U+FFFD.
  package static func clean(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(steers(scalar) ? picture(of: scalar) : scalar) }
    return String(result)
  }

  /// The same of text whose lines stay lines.
  package static func clean(lines: String) -> String {
    lines.split(separator: "\n", omittingEmptySubsequences: false).map { clean(String($0)) }.joined(separator: "\n")
  }

  /// Whether a terminal would obey it: controls, C1 controls, line and paragraph separators, marks, embeddings, overrides
  /// and isolates of direction.
  package static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x09: " "
    // Control pictures: U+2400 and up stand for 0 to 31, U+2421 for DEL.
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: "\u{FFFD}"
    }
  }
}
