import TodoProtocol

/// Tasks in an order that is a time's: when, id, text.
package struct TimedView {
  let style: Style
  package init(style: Style) { self.style = style }

  /// - Parameter time: What stands before a row; nothing where it is nil.
  package func render(_ rows: [TaskRow], _ time: (TaskRow) -> String?) -> [UInt8] {
    let labels = style.labels
    let times = rows.map { time($0).map(labels.label(instant:)) ?? "" }
    let timeWidth = times.reduce(0) { max($0, columns(of: $1)) }
    let idWidth = rows.reduce(2) { max($0, String($1.id).utf8.count) }
    var output: [UInt8] = []
    for (time, row) in zip(times, rows) {
      let head = "\(padded(time, to: timeWidth))  \(rightAligned(String(row.id), to: idWidth))  "
      output += Array(head.utf8)
      let remark = MomentTitle.remark(row.attributes.moment).map { [TaskText.Word(text: $0, ink: .dim)] } ?? []
      output += style.broken(TaskText(row).words + remark, from: timeWidth + idWidth + 4)
    }
    return output
  }
}

extension Style {
  /// Words as a paragraph whose first line has begun already, with a line end.
  ///
  /// A word longer than a line stands alone, and the terminal breaks it: so an address can be taken as a whole. One in a
  /// script that knows no blanks is broken where the line ends.
  ///
  /// - Parameter more: What follows two blanks behind, or on lines of its own where it would have to be broken.
  func broken(
    _ words: [TaskText.Word], from indent: Int, isDim: Bool = false, then more: [TaskText.Word] = []
  ) -> [UInt8] {
    var output: [UInt8] = []
    let width = max(self.width ?? .max, indent + 20)
    var column = indent
    func feed() {
      output.append(UInt8(ascii: "\n"))
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
      column = indent
    }
    func put(_ words: [TaskText.Word]) {
      for (place, word) in words.enumerated() {
        for (number, part) in Style.parts(of: word.text, width - indent).enumerated() {
          let size = columns(of: part)
          let isGlued = number > 0
          if place > 0 || isGlued {
            if column + (isGlued ? 0 : 1) + size > width {
              feed()
            } else if !isGlued {
              output.append(UInt8(ascii: " "))
              column += 1
            }
          }
          let shown = part == word.text ? linked(part) : part
          output.append(contentsOf: ink(shown, isDim ? .dim : word.ink).utf8)
          column += size
        }
      }
    }
    put(words)
    if !more.isEmpty {
      let size = more.reduce(more.count - 1) { $0 + columns(of: $1.text) }
      if words.isEmpty {
        // Nothing to stand apart from.
      } else if column + 2 + size > width {
        feed()
      } else {
        output.append(contentsOf: "  ".utf8)
        column += 2
      }
      if column + size > width {
        put(more)
      } else {
        // Where all of it stands on one line it is coloured as one.
        output.append(contentsOf: ink(more.map(\.text).joined(by: " "), more[0].ink).utf8)
      }
    }
    output.append(UInt8(ascii: "\n"))
    return output
  }

  /// The word, or if it is wide and does not fit a line, pieces that do.
  private static func parts(of word: String, _ room: Int) -> [String] {
    guard room < .max / 2, columns(of: word) > room, columns(of: word) > word.unicodeScalars.count else {
      return [word]
    }
    var parts: [String] = []
    var part = ""
    var size = 0
    for character in word {
      let own = columns(of: String(character))
      if size + own > room, !part.isEmpty {
        parts.append(part)
        (part, size) = ("", 0)
      }
      part.append(character)
      size += own
    }
    return part.isEmpty ? parts : parts + [part]
  }
}
