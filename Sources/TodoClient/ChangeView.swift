import TodoProtocol
import TodoTxt

/// What a change did, when it rings next, and how to take it back.
package struct ChangeView {
  let style: Style
  let did: String
  let gone: String
  /// Of several things done at once: those that were not there before.
  var added: Set<Int32> = []

  package init(style: Style, did: String, gone: String? = nil) {
    self.style = style
    // It may name a file.
    self.did = Clean.text(did)
    self.gone = Clean.text(gone ?? did)
  }

  /// More than this many tasks are only counted.
  private static let most = 20

  package func render(_ answer: Answer) -> [UInt8] {
    var output: [UInt8] = []
    for row in answer.rows.prefix(ChangeView.most) { append(row, to: &output) }
    var lines: [String] = []
    let rest = answer.rows.count - ChangeView.most
    if rest > 0 { lines.append("and \(rest) more") }
    if !answer.gone.isEmpty { lines.append("\(gone)  \(ids(answer.gone))") }
    if output.isEmpty, lines.isEmpty { lines.append(answer.step == nil ? "\(did): nothing to change" : did) }
    let labels = style.labels
    for line in lines { output += Array("\(line)\n".utf8) }
    for note in answer.notes { output += style.broken(TaskText.words(labels.replacingInstants(in: note)), from: 0) }
    if let step = answer.step { output += Array((style.ink(wayBack(from: step), .dim) + "\n").utf8) }
    return output
  }

  private func wayBack(from step: String) -> String {
    did == "undone" ? "redo: todoctl redo \(step)" : "undo: todoctl undo \(step)"
  }

  private func ids(_ ids: [Int32]) -> String {
    let shown = ids.prefix(ChangeView.most).map { String($0) }.joined(by: " ")
    return ids.count > ChangeView.most ? "\(shown) and \(ids.count - ChangeView.most) more" : shown
  }

  /// `done  17  Call mum`, `22  Buy milk  tomorrow, rings tomorrow 09:00`.
  private func append(_ row: TaskRow, to output: inout [UInt8]) {
    var head: [String] = []
    let isSuccessor = did == "done" && !row.meaning.isDone
    if did != "added" { head.append(added.contains(row.id) ? "added" : isSuccessor ? "again" : did) }
    head.append("\(row.id)  ")
    let start = head.joined(by: "  ")
    // A done line keeps its priority as `pri:A`, which is in the text.
    let shown = row.meaning.isDone ? nil : row.meaning.priority
    let priority = shown.map { [TaskText.Word(text: "(\($0))", ink: Style.ink(of: $0))] } ?? []
    let text = TaskText(row).words.map { TaskText.Word(text: $0.text, ink: nil) }
    output += Array(start.utf8)
    output += style.broken(priority + text, from: columns(of: start), then: when(row))
  }

  /// When it is due and rings.
  private func when(_ row: TaskRow) -> [TaskText.Word] {
    guard !row.meaning.isDone else { return [] }
    let labels = style.labels
    let isGiven = did == "added" || did == "changed" || added.contains(row.id)
    var when: [String] = []
    if let due = row.due {
      when.append(isGiven ? labels.spelledOut(due.day, due.time) : labels.label(due.day, due.time))
    }
    if let end = row.attributes.snoozed { when.append("snoozed until \(labels.label(instant: end))") }
    if let next = row.attributes.next, next != row.attributes.snoozed {
      when.append("rings \(labels.label(instant: next))")
    }
    if did == "added" || added.contains(row.id), let remark = remark(onDateOf: row) { when.insert(remark, at: 0) }
    return TaskText.words(when.joined(by: ", "), .dim)
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

extension TaskText {
  /// Made fit for a terminal.
  static func words(_ text: String, _ ink: Style.Ink? = nil) -> [Word] {
    Clean.text(text).split(separator: " ").map { Word(text: String($0), ink: ink) }
  }
}
