import TodoProtocol

/// What `watch` shows on a terminal: the list, cut to the window, and a line of what is next and what was last.
package struct WatchScreen {
  package var rows: [TaskRow] = []
  package var query = ""
  /// `next: today 17:30  Call mum`.
  package var next: String?
  /// `12:03 done 18 Buy milk`.
  package var last: String?
  /// What is wrong; the list may be old then.
  package var trouble: String?

  package init() {}

  /// Lines of at most the window's columns, as many as it has rows.
  package func lines(_ style: Style, rows height: Int) -> [String] {
    var lines = body(style)
    let room = max(1, height - 1)
    if lines.count > room {
      let hidden = lines.count - room + 1
      lines = Array(lines.prefix(room - 1)) + [style.ink("... \(hidden) more lines (todoctl list)", .dim)]
    }
    if height > 1 {
      lines += Array(repeating: "", count: room - lines.count)
      lines.append(foot(style))
    }
    return lines.map { style.cut($0) }
  }

  private func body(_ style: Style) -> [String] {
    guard !rows.isEmpty else { return [query.isEmpty ? "nothing to do" : "no task fits '\(Clean.text(query))'"] }
    let text = String(decoding: ListView(style: style).render(rows), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.last == "" ? lines.dropLast() : lines
  }

  private func foot(_ style: Style) -> String {
    var parts: [String] = []
    if let trouble { parts.append(style.ink(trouble, .yellow)) }
    for part in [next, last].compactMap(\.self) { parts.append(style.ink(part, .dim)) }
    if parts.isEmpty { parts.append(style.ink("q ends", .dim)) }
    return parts.joined(separator: style.ink("  |  ", .dim))
  }
}

extension Style {
  /// A line with its colours, cut to the width.
  func cut(_ line: String) -> String {
    guard let width, width > 0 else { return line }
    var result = String.UnicodeScalarView()
    var column = 0
    var isEscape = false
    for scalar in line.unicodeScalars {
      if scalar == "\u{1B}" { isEscape = true }
      if isEscape {
        result.append(scalar)
        if scalar.properties.isAlphabetic { isEscape = false }
        continue
      }
      let size = columns(of: String(scalar))
      // What ends a colour still passes.
      guard column + size <= width else {
        column = width
        continue
      }
      result.append(scalar)
      column += size
    }
    return String(result)
  }
}
