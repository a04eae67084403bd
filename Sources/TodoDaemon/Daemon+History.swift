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
    let closing = { (count: Int, hasMore: Bool) -> Response in
      if count == 0, let item = filter.onlyItem, draft.list[item] == nil {
        return .failed(tag: request.tag, Refusal.notInHistory(item).failure)
      }
      return Daemon.closing(request, draft.revision, count, hasMore)
    }
    let answer = HistoryAnswer(
      filter, below: draft.nextStep, limit: limit, tag: request.tag, state: ports.state, writer: stepWriter(draft),
      task: { draft.list[$0] }, close: closing)
    noteBacklog(client, in: &turn)
    turn.answers.append((client, .pieces(Pieces(answer.next))))
  }

  func trash(
    _ names: [ItemName], limit: Int?, _ request: Request, _ client: ClientID, in turn: inout Turn
  ) throws(Unanswered) {
    let draft = turn.draft
    let filter = try finding { () throws(Refusal) in try HistoryFilter(names.isEmpty ? .all : .items(names), in: draft)
    }
    let answer = TrashAnswer(
      filter, below: draft.nextStep, limit: limit, tag: request.tag, state: ports.state, zone: draft.context.zone,
      task: { draft.list[$0] },
      close: { Daemon.closing(request, draft.revision, $0, $1) })
    noteBacklog(client, in: &turn)
    turn.answers.append((client, .pieces(Pieces(answer.next))))
  }

  private static func closing(_ request: Request, _ revision: Int64, _ count: Int, _ hasMore: Bool) -> Response {
    let more = hasMore ? [Attribute("more", "1")] : []
    return .ok(tag: request.tag, [Attribute("rev", revision), Attribute("n", count)] + more)
  }

  private func noteBacklog(_ client: ClientID, in turn: inout Turn) {
    guard !backlog.steps.isEmpty else { return }
    let words = "\(backlog.steps.count) steps cannot be written down yet and are missing here"
    turn.answers.append((client, .bytes(Response.data(key: "note", value: words).bytes)))
  }

  func stepWriter(_ draft: Draft) -> StepWriter {
    StepWriter(zone: draft.context.zone) { [unowned self] in name(of: $0) }
  }
}
