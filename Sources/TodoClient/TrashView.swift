import TodoProtocol
import TodoTxt

/// Lines that were taken out of the file: when, by whom and in which step.
package struct TrashView {
  let style: Style
  package init(style: Style) { self.style = style }

  package func render(_ rows: [TaskRow]) -> [UInt8] { style.isTerminal ? forPeople(rows) : plain(rows) }

  /// `ID INSTANT WHO STEP LINE`, parted by TABs.
  private func plain(_ rows: [TaskRow]) -> [UInt8] {
    var output: [UInt8] = []
    for row in rows {
      let attributes = row.attributes
      let fields = [String(row.id), attributes.gone ?? "-", attributes.by ?? "-", attributes.step ?? "-"]
      output += Array(fields.joined(separator: "\t").utf8) + [UInt8(ascii: "\t")]
      output += row.line.bytes + [UInt8(ascii: "\n")]
    }
    return output
  }

  private func forPeople(_ rows: [TaskRow]) -> [UInt8] {
    let labels = style.labels
    let heads = rows.map { row in
      [
        String(row.id), row.attributes.gone.map(labels.label(instant:)) ?? "", Clean.text(row.attributes.by ?? ""),
        row.attributes.step ?? "",
      ]
    }
    let widths = (0..<4).map { place in heads.reduce(0) { max($0, columns(of: $1[place])) } }
    var output: [UInt8] = []
    for (row, head) in zip(rows, heads) {
      let fields = [rightAligned(head[0], to: widths[0])] + (1..<4).map { padded(head[$0], to: widths[$0]) }
      output += Array((fields.joined(separator: "  ") + "  ").utf8)
      var words = Clean.text(row.line.content).split(separator: " ").map { TaskText.Word(text: String($0), ink: nil) }
      if row.attributes.isThere {
        words += ["(the", "list", "has", "an", "older", "line)"].map { TaskText.Word(text: $0, ink: .dim) }
      }
      output += style.broken(words, from: widths.reduce(8, +))
    }
    return output
  }
}
