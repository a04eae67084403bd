import Foundation
import Testing

/// The grammar that todod-protocol(7) prints, as something that lines can be held against.
struct Grammar {
  /// Each production by its name, in the order of the page.
  let productions: [(name: String, pattern: NSRegularExpression)]

  struct Unreadable: Error { let rest: String }

  /// Reads `name = ...` lines of quoted text, `SP`, `TAB`, `key=value`, names, `[...]` for what may be missing and
  /// `*(...)` for what may come often.
  init(parsing text: some StringProtocol) throws {
    productions = try text.split(separator: "\n").map { line in
      let sides = line.split(separator: " = ", maxSplits: 1)
      try #require(sides.count == 2, "\(line)")
      let pattern = try Grammar.pattern(of: String(sides[1]))
      return (sides[0].trimmingCharacters(in: .whitespaces), try NSRegularExpression(pattern: "\\A(?:\(pattern))\\z"))
    }
  }

  /// The productions that a line is a form of.
  func names(of line: String) -> [String] {
    let whole = NSRange(line.startIndex..., in: line)
    return productions.filter { $0.pattern.firstMatch(in: line, range: whole) != nil }.map(\.name)
  }

  private static let symbols = [
    ("*(", "(?:"), ("[", "(?:"), ("]", ")?"), ("SP", " "), ("TAB", "\t"), (" ", ""),
    ("key=value", #"[a-z][a-z-]*=[^ \t\r\n]*"#), ("version", #"[0-9]+\.[0-9]+"#), ("verb", "[a-z-]+"),
    ("name", "[a-z-]+"), ("key", #"[^ \t\r\n]+"#), ("word", #"[^ \t\r\n]+"#), ("tag", #"[^ \t\r\n]+"#),
    ("code", "[1-9][0-9]*"), ("id", "[1-9][0-9]*"), ("text", #"[^\r\n]*"#), ("line", #"[^\n\x00]*"#),
  ]

  private static func pattern(of text: String) throws -> String {
    var rest = Substring(text)
    var pattern = ""
    while !rest.isEmpty {
      if rest.hasPrefix("\"") {
        let quoted = rest.dropFirst().prefix { $0 != "\"" }
        pattern += NSRegularExpression.escapedPattern(for: String(quoted))
        rest = rest[quoted.endIndex...].dropFirst()
      } else if rest.hasPrefix(")") {
        pattern += ")*"
        rest = rest.dropFirst()
      } else if let (symbol, meaning) = symbols.first(where: { rest.hasPrefix($0.0) }) {
        pattern += meaning
        rest = rest.dropFirst(symbol.count)
      } else {
        throw Unreadable(rest: String(rest))
      }
    }
    return pattern
  }
}
