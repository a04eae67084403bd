import TodoProtocol
import TodoTxt

/// All there is to know of tasks, a fact a line.
package struct DetailView {
  let style: Style
  package init(style: Style) { self.style = style }

  package func render(_ rows: [TaskRow]) -> [UInt8] {
    Array(rows.map { facts(of: $0) }.joined(separator: "\n").utf8)
  }

  private func facts(of row: TaskRow) -> String {
    let labels = style.labels
    let attributes = row.attributes
    var facts: [(String, String?)] = [
      ("ID", String(row.id)), ("Line", Clean.text(row.line.content)),
      ("In file", attributes.lineNumber.map { "line \($0)" }),
      ("Due", row.due.map { labels.label($0.day, $0.time) }),
      ("Not before", row.meaning.threshold.map { labels.label($0, nil) }),
      ("Rings", attributes.next.map { labels.label(instant: $0) }),
      ("Rang", attributes.rung.map { labels.label(instant: $0) }),
      ("Snoozed", attributes.snoozed.map { "until \(labels.label(instant: $0))" }),
      ("Held", attributes.held.map { Clean.text($0) }),
      ("Urgency", attributes.urgency), ("UUID", attributes.uuid?.description), ("Hash", attributes.hash?.description),
    ]
    if attributes.isOverdue { facts.append(("Overdue", "yes")) }
    if attributes.isDismissed { facts.append(("Dismissed", "yes")) }
    if attributes.isBlocked { facts.append(("Blocked", "yes")) }
    if let mark = attributes.mark { facts.append(("Mark", mark.words(attributes.twins))) }
    if attributes.mark == .clash { facts.append(("", "todoctl resolve \(row.id) keep|drop|both")) }
    return facts.compactMap { name, value in
      value.map { style.ink(rightAligned(name, to: 10), .bold) + "  \($0)\n" }
    }.joined()
  }
}
