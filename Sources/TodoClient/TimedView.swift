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
  /// Words as a paragraph whose first line has begun already, with a line end; a word longer than a line stands alone.
  func broken(_ words: [TaskText.Word], from indent: Int, isDim: Bool = false) -> [UInt8] {
    var output: [UInt8] = []
    let width = max(self.width ?? .max, indent + 20)
    var column = indent
    for (place, word) in words.enumerated() {
      let size = columns(of: word.text)
      if place > 0 {
        if column + 1 + size > width {
          output.append(UInt8(ascii: "\n"))
          output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
          column = indent
        } else {
          output.append(UInt8(ascii: " "))
          column += 1
        }
      }
      output.append(contentsOf: ink(linked(word.text), isDim ? .dim : word.ink).utf8)
      column += size
    }
    output.append(UInt8(ascii: "\n"))
    return output
  }
}
