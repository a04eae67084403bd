import Linux
package import TodoTxt

/// How text is shown.
package struct Style: Sendable {
  package enum Dates: Sendable {
    /// `today 17:30`, `Fri`, `12 Dec`.
    case relative
    /// `05 Dec 2026`.
    case long
    case iso
  }

  package var isTerminal: Bool
  package var hasColor: Bool
  /// Columns; nil: lines as long as they are.
  package var width: Int?
  package var dates: Dates
  package var today: CivilDate
  /// `9:30pm` for `21:30`, where dates are in words.
  package var hasHalfDays = false
  /// `!!!` for A, `!!` for B, `!` for C in place of the letters.
  package var hasMarks = false

  package init(isTerminal: Bool, hasColor: Bool, width: Int?, dates: Dates, today: CivilDate) {
    self.isTerminal = isTerminal
    self.hasColor = hasColor
    self.width = width
    self.dates = dates
    self.today = today
  }

  /// What stands out, as SGR parameters (ECMA-48).
  enum Ink: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case orange = "38;5;208"
    case yellow = "33"
    case cyan = "36"
    case green = "32"
  }

  func ink(_ text: String, _ ink: Ink?) -> String {
    guard hasColor, let ink, !text.isEmpty else { return text }
    return "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m"
  }

  /// The label of a day in this style.
  package var labels: DateLabel { DateLabel(today: today, dates: dates, hasHalfDays: hasHalfDays) }

  /// A word that leads somewhere, as a hyperlink (OSC 8) for terminals that know them; others show the word.
  func linked(_ word: String) -> String {
    guard hasColor, isTerminal, word.hasPrefix("https://") || word.hasPrefix("http://"),
      word.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return word }
    return "\u{1B}]8;;\(word)\u{1B}\\\(word)\u{1B}]8;;\u{1B}\\"
  }

  static func ink(of priority: Priority) -> Ink? {
    switch priority.letter {
    case UInt8(ascii: "A"): .red
    case UInt8(ascii: "B"): .orange
    case UInt8(ascii: "C"): .yellow
    default: nil
    }
  }
}

/// Columns a clean text takes.
func columns(of text: some StringProtocol) -> Int {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
  Widths.prepare
  return text.unicodeScalars.reduce(0) { $0 + (TextWidth.columns(of: $1) ?? 0) }
}

private enum Widths {
  /// The locale is read once, and only for text that is not ASCII: it costs more than the rest of a start.
  static let prepare: Void = TextWidth.prepare()
}

func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - columns(of: text)))
}

func rightAligned(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - columns(of: text))) + text
}
