import TodoProtocol
import TodoTxt

/// What a change did, when it rings next, and how to take it back.
package struct ChangeView {
  let style: Style
  let did: String
  let gone: String

  package init(style: Style, did: String, gone: String? = nil) {
    self.style = style
    // It may name a file.
    self.did = Clean.text(did)
    self.gone = Clean.text(gone ?? did)
  }

  /// More than this many tasks are only counted.
  private static let most = 20

  package func render(_ answer: Answer) -> [UInt8] {
    var lines: [String] = []
    for row in answer.rows.prefix(ChangeView.most) { lines.append(line(for: row)) }
    let rest = answer.rows.count - ChangeView.most
    if rest > 0 { lines.append("and \(rest) more") }
    if !answer.gone.isEmpty { lines.append("\(gone)  \(ids(answer.gone))") }
    if lines.isEmpty { lines.append(answer.step == nil ? "\(did): nothing to change" : did) }
    let labels = style.labels
    lines += answer.notes.map { labels.replacingInstants(in: Clean.text($0)) }
    if let step = answer.step { lines.append(style.ink(wayBack(from: step), .dim)) }
    return Array((lines.joined(by: "\n") + "\n").utf8)
  }

  private func wayBack(from step: String) -> String {
    did == "undone" ? "redo: todoctl redo \(step)" : "undo: todoctl undo \(step)"
  }

  private func ids(_ ids: [Int32]) -> String {
    let shown = ids.prefix(ChangeView.most).map { String($0) }.joined(by: " ")
    return ids.count > ChangeView.most ? "\(shown) and \(ids.count - ChangeView.most) more" : shown
  }

  /// `done  17  Call mum`, `22  Buy milk  tomorrow, rings tomorrow 09:00`.
  private func line(for row: TaskRow) -> String {
    let labels = style.labels
    var parts: [String] = []
    let isSuccessor = did == "done" && !row.meaning.isDone
    if did != "added" { parts.append(isSuccessor ? "again" : did) }
    parts.append(String(row.id))
    // A done line keeps its priority as `pri:A`, which is in the text.
    let shown = row.meaning.isDone ? nil : row.meaning.priority
    let priority = shown.map { style.ink("(\($0))", Style.ink(of: $0)) + " " } ?? ""
    parts.append(priority + TaskText(row).plain)
    guard !row.meaning.isDone else { return parts.joined(by: "  ") }
    let isGiven = did == "added" || did == "changed"
    var when: [String] = []
    if let due = row.due {
      when.append(isGiven ? labels.spelledOut(due.day, due.time) : labels.label(due.day, due.time))
    }
    if let end = row.attributes.snoozed { when.append("snoozed until \(labels.label(instant: end))") }
    if let next = row.attributes.next, next != row.attributes.snoozed {
      when.append("rings \(labels.label(instant: next))")
    }
    if did == "added", let remark = remark(onDateOf: row) { when.insert(remark, at: 0) }
    if !when.isEmpty { parts.append(style.ink(when.joined(by: ", "), .dim)) }
    return parts.joined(by: "  ")
  }

  /// Says that no date was taken, and the command that takes what may have been meant as one.
  private func remark(onDateOf row: TaskRow) -> String? {
    let hasDay = row.due != nil || row.meaning.threshold != nil
    guard style.isTerminal, !hasDay || row.meaning.time == nil, let meant = MeantDate(in: row.line) else {
      return hasDay ? nil : "no date"
    }
    guard hasDay else { return "no date (\(meant.words)? todoctl due \(row.id) \(meant.words))" }
    guard meant.isTimeOnly else { return nil }
    return "no time (\(meant.words)? todoctl set \(row.id) at:\(meant.words.filter { $0 != " " }))"
  }
}
