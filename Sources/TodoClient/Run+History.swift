import TodoProtocol

/// What was changed, and what can be had back.
extension Run {
  func history(_ scope: HistoryScope, limit: Int?) throws(Problem) {
    let answer = try ask(.history(scope, limit: limit))
    warnings(of: answer)
    let steps = answer.steps
    guard !isJSON else { return console.write(JSONView.history(steps)) }
    let style = try style()
    console.write(HistoryView(style: style, isWhole: scope != .all).render(steps))
    for note in answer.notes { warn(note) }
    guard style.isTerminal else { return }
    if answer.attributes["more"] != nil { write(style.ink("older ones: --limit N, or --limit all", .dim) + "\n") }
    if steps.isEmpty { warn(scope == .all ? "nothing was changed yet" : "no step changed that") }
  }

  func trash(_ items: [ItemName], limit: Int?) throws(Problem) {
    let answer = try ask(.trash(items, limit: limit))
    warnings(of: answer)
    guard !isJSON else { return console.write(JSONView.trash(answer.rows)) }
    let style = try style()
    console.write(TrashView(style: style).render(answer.rows))
    for note in answer.notes { warn(note) }
    guard style.isTerminal else { return }
    if answer.attributes["more"] != nil { write(style.ink("older ones: --limit N, or --limit all", .dim) + "\n") }
    if let row = answer.rows.first { write(style.ink("bring back: todoctl restore \(row.id)", .dim) + "\n") }
    if answer.rows.isEmpty { warn(items.isEmpty ? "the trash is empty" : "nothing of that is in the trash") }
  }

  /// In a pipe the very bytes; on a terminal nothing that could move the cursor.
  func print(_ name: VersionName) throws(Problem) {
    let answer = try ask(.version(name))
    let lines = answer.data.filter { $0.key == "line" }.map {
      Response.exactBytes(of: $0.value) ?? Array($0.value.utf8)
    }
    guard !isJSON else { return console.write(JSONView.version(name, answer, lines)) }
    guard !console.outputIsTerminal() else { return write(lines.map { Clean.text($0) + "\n" }.joined()) }
    var bytes = lines.joined(separator: [UInt8(ascii: "\n")]).map(\.self)
    if !lines.isEmpty, answer.attributes["newline"] != "0" { bytes.append(UInt8(ascii: "\n")) }
    console.write(bytes)
  }
}
