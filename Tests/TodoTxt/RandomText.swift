import Support

@testable import TodoTxt

extension Seeded {
  /// Words that are like header, keys or tags, and words that are not.
  private static let vocabulary: [String] = [
    "x", "X", "(A)", "(B)", "(a)", "2026-01-02", "2026-02-30", "2025-12-31", "+home", "@phone", "+", "@",
    "due:2026-03-01",
    "due:friday", "at:0900", "at:office", "t:2026-02-01", "rec:+1m", "rem:1d,2h", "pri:B", "pri:zz", "h:1", "id:3",
    "p:3",
    "https://example.org/x:y", "12:30", "call", "mum", "büro", "買う", "a:b:c", ":", "note:", "until:2027-01-01",
    "day:31",
  ]

  mutating func word() -> [UInt8] {
    if one(in: 12) { return (0..<3).map { _ in UInt8.random(in: 0x80...0xFF, using: &self) } }
    return Array(pick(Seeded.vocabulary).utf8)
  }

  /// Words with one blank between them, or with any.
  mutating func line(tidy: Bool) -> Line {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...8, using: &self) {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      if !tidy, one(in: 5) { bytes.append(pick([UInt8(ascii: " "), UInt8(ascii: "\t")])) }
      bytes += word()
    }
    if !tidy, one(in: 6) { bytes.append(UInt8(ascii: " ")) }
    if one(in: 6) { bytes.append(UInt8(ascii: "\r")) }
    return Line(bytes: bytes)
  }

  mutating func file() -> TodoText {
    TodoText(
      lines: (0..<Int.random(in: 1...20, using: &self)).map { _ in line(tidy: false) }, endsWithNewline: !one(in: 3),
      hasByteOrderMark: one(in: 4))
  }
}
