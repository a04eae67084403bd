import TodoProtocol
import TodoTxt

/// Steps, newest first: what was changed, by whom, and whether it holds.
package struct HistoryView {
  let style: Style
  /// Of each step every change is told, not the first few.
  let isWhole: Bool
  private let labels: DateLabel

  package init(style: Style, isWhole: Bool = false) {
    self.style = style
    self.isWhole = isWhole
    labels = style.labels
  }

  /// So many changes of a step are told among other steps.
  private static let most = 3

  package func render(_ steps: [ToldStep]) -> [UInt8] { style.isTerminal ? forPeople(steps) : plain(steps) }

  /// `STEP INSTANT WHO TITLE NEW GONE CHANGED UNDONE-BY IDS LINE`, parted by TABs, one line a step; a dash for none.
  private func plain(_ steps: [ToldStep]) -> [UInt8] {
    var output: [UInt8] = []
    for step in steps {
      let ids =
        step.changes.map(\.id) + step.facts.compactMap(\.id).filter { id in !step.changes.contains { $0.id == id } }
      var seen: Set<Int32> = []
      let names = ids.filter { seen.insert($0).inserted }.map { String($0) }.joined(separator: ",")
      let fields = [
        step.name, step.at, step.by, step.title, String(step.new), String(step.gone), String(step.changed),
        step.undone ?? "-", names.isEmpty ? "-" : names,
      ]
      output += Array(fields.joined(separator: "\t").utf8) + [UInt8(ascii: "\t")]
      if seen.count == 1 { output += onlyLine(of: step) }
      output.append(UInt8(ascii: "\n"))
    }
    return output
  }

  private func onlyLine(of step: ToldStep) -> [UInt8] {
    guard let change = step.changes.first else { return step.kept.values.first?.bytes ?? [] }
    return (change.after ?? change.before)?.bytes ?? []
  }

  // MARK: For people

  private func forPeople(_ steps: [ToldStep]) -> [UInt8] {
    let times = steps.map { labels.label(instant: $0.at) }
    let nameWidth = steps.reduce(2) { max($0, $1.name.utf8.count) }
    let timeWidth = times.reduce(0) { max($0, columns(of: $1)) }
    let byWidth = steps.reduce(0) { max($0, columns(of: Clean.text($1.by))) }
    var output: [UInt8] = []
    for (time, step) in zip(times, steps) {
      let head = "\(style.ink(padded(step.name, to: nameWidth), .bold))  \(padded(time, to: timeWidth))"
      output += Array("\(head)  \(padded(Clean.text(step.by), to: byWidth))  ".utf8)
      output += style.broken(heading(of: step), from: nameWidth + timeWidth + byWidth + 6)
      append(step, to: &output)
    }
    return output
  }

  private func heading(of step: ToldStep) -> [TaskText.Word] {
    // Of 'undo s3' by undo the step alone is news.
    var title = step.title == step.by ? "" : Clean.text(step.title)
    if title.hasPrefix("\(step.by) ") { title = String(title.dropFirst(step.by.count + 1)) }
    let counts = [
      (step.new, "new"), (step.gone, "gone"), (step.changed, "changed"), (step.moved, "moved"),
      (abs(step.blank), "blank line\(abs(step.blank) == 1 ? "" : "s") \(step.blank < 0 ? "less" : "more")"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    // What is told line by line needs no count.
    let isCounted = counts.count > 1 || step.new + step.gone + step.changed != 1 && !counts.isEmpty
    let parts = [title, isCounted ? counts.joined(separator: ", ") : ""].filter { !$0.isEmpty }
    return words(parts.joined(separator: ": ")) + words(step.undone.map { "(undone by \($0))" } ?? "", .dim)
  }

  private func append(_ step: ToldStep, to output: inout [UInt8]) {
    let told = isWhole ? step.changes[...] : step.changes.prefix(HistoryView.most)
    // A moment that was answered is told only where nothing says by what.
    let facts = step.facts.filter { fact in
      fact.what != "moment"
        || !step.changes.contains { $0.id == fact.id }
          && !step.facts.contains { $0.id == fact.id && $0.what != "moment" }
    }
    let toldFacts = isWhole ? facts[...] : facts.prefix(HistoryView.most)
    let idWidth = (told.map(\.id) + toldFacts.compactMap(\.id)).reduce(3) { max($0, String($1).utf8.count) }
    for change in told { append(change, idWidth, to: &output) }
    for fact in toldFacts { append(fact, step, idWidth, to: &output) }
    let rest = step.changes.count - told.count + facts.count - toldFacts.count
    guard rest > 0 else { return }
    let more = style.ink("and \(rest) more (todoctl history \(step.name))", .dim)
    output += Array(padded("", to: idWidth + 6).utf8) + Array("\(more)\n".utf8)
  }

  /// `+` a new line, `-` one that is gone, `~` one that is another, with what it was below it.
  private func append(_ change: ToldStep.Change, _ idWidth: Int, to output: inout [UInt8]) {
    let sign = change.before == nil ? "+" : change.after == nil ? "-" : "~"
    let line = change.after ?? change.before
    let file = change.file.map { words("(\(change.isFromFile ? "from" : "to") \($0))", .dim) } ?? []
    output += Array("  \(sign) \(rightAligned(String(change.id), to: idWidth))  ".utf8)
    output += style.broken((line.map { words(of: $0) } ?? []) + file, from: idWidth + 6)
    guard change.after != nil, let before = change.before else { return }
    output += Array("    \(style.ink(rightAligned("was", to: idWidth), .dim))  ".utf8)
    output += style.broken(words(of: before), from: idWidth + 6, isDim: true)
  }

  private func append(_ fact: ToldStep.Fact, _ step: ToldStep, _ idWidth: Int, to output: inout [UInt8]) {
    let line = fact.id.flatMap { step.kept[$0] }.map { words(of: $0) } ?? []
    output += Array("    \(rightAligned(fact.id.map { String($0) } ?? "", to: idWidth))  ".utf8)
    output += style.broken(line + words(sentence(of: fact), line.isEmpty ? nil : .dim), from: idWidth + 6)
  }

  private func sentence(of fact: ToldStep.Fact) -> String {
    let what = fact.query.map { "\(Clean.text($0)) " } ?? ""
    switch fact.what {
    case "snooze": return fact.after.map { "snoozed until \(labels.label(instant: $0))" } ?? "snoozed no more"
    case "dismissal": return fact.after == nil ? "dismissed no more" : "dismissed"
    case "pause":
      guard let after = fact.after else { return "\(what)paused no more" }
      return "\(what)paused" + (after == "on" ? "" : " until \(labels.label(instant: after))")
    case "clash": return fact.after == nil ? "no clash any more" : "one of a clash"
    default: return "\(fact.moment ?? fact.what): \(fact.before ?? "nothing"), then \(fact.after ?? "nothing")"
    }
  }

  private func words(of line: Line) -> [TaskText.Word] { words(String(decoding: line.content, as: UTF8.self)) }

  private func words(_ text: String, _ ink: Style.Ink? = nil) -> [TaskText.Word] {
    Clean.text(text).split(separator: " ").map { TaskText.Word(text: String($0), ink: ink) }
  }
}
