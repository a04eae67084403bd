/// The control sequences of a full screen (ECMA-48, xterm's private modes).
package enum Screen {
  /// The other screen, without cursor, lines not wrapped by the terminal.
  package static let enter = Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l".utf8)
  package static let leave = Array("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8)

  /// The whole picture, as many lines as the window has, as one write: a terminal never shows half of it, one with mode 2026 not even half drawn.
  package static func frame(_ lines: [String], width: Int) -> [UInt8] {
    var text = "\u{1B}[?2026h\u{1B}[H"
    for (number, line) in lines.enumerated() {
      if number > 0 { text += "\r\n" }
      text += line
      // Behind a line that is full the cursor stands on its last letter, which this would clear.
      if visibleColumns(line) < width { text += "\u{1B}[K" }
    }
    return Array((text + "\u{1B}[?2026l").utf8)
  }

  private static func visibleColumns(_ line: String) -> Int {
    var plain = String.UnicodeScalarView()
    var isEscape = false
    for scalar in line.unicodeScalars {
      if scalar == "\u{1B}" { isEscape = true } else if !isEscape { plain.append(scalar) }
      if isEscape, scalar.properties.isAlphabetic { isEscape = false }
    }
    return columns(of: String(plain))
  }
}
