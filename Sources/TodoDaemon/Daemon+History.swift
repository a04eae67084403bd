import TodoCore
import TodoProtocol

/// What was changed, when and by whom.
extension Daemon {
  func history(
    _ scope: HistoryScope, limit: Int?, _ request: Request, _ client: ClientID, in turn: inout Turn
  ) throws(Unanswered) {
    let draft = turn.draft
    let filter = try finding { () throws(Refusal) in
      if case .step(let number) = scope {
        guard try reading({ () throws(StateError) in try ports.state.step(number) }) != nil else {
          throw .noSuchStep(number)
        }
      }
      return try HistoryFilter(scope, in: draft)
    }
    let closing = { [unowned self] (count: Int, hasMore: Bool) -> Response in
      if count == 0, let item = filter.onlyItem, list[item] == nil {
        return .failed(tag: request.tag, Refusal.notInHistory(item).failure)
      }
      let more = hasMore ? [Attribute("more", "1")] : []
      return .ok(tag: request.tag, [Attribute("rev", draft.revision), Attribute("n", count)] + more)
    }
    let answer = HistoryAnswer(
      filter, below: draft.nextStep, limit: limit, tag: request.tag, state: ports.state, writer: stepWriter(draft),
      task: { [unowned self] in list[$0] }, close: closing)
    if !backlog.steps.isEmpty {
      let words = "\(backlog.steps.count) steps cannot be written down yet and are missing here"
      turn.answers.append((client, .bytes(Response.data(key: "note", value: words).bytes)))
    }
    turn.answers.append((client, .pieces(Pieces(answer.next))))
  }

  func stepWriter(_ draft: Draft) -> StepWriter {
    StepWriter(zone: draft.context.zone) { [unowned self] in name(of: $0) }
  }
}
