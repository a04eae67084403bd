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
}
