import TodoCore
import TodoProtocol

/// What a button of a popup asks for: done as a client's change is, in its turn, and waiting for the file like it.
enum Deed {
  case complete([ItemID])
  case undo(step: Int64)
}

extension ClientID {
  /// Who presses buttons.
  static let popups = ClientID(0)
}

extension Daemon {
  func perform(_ deed: Deed, in turn: inout Turn) throws(Unanswered) {
    try requireSettledFile()
    switch deed {
    case .complete(let items):
      let made = turn.draft.step("done", by: .popup) { list, context in
        list.complete(items.filter { list[$0] != nil }, in: &context)
      }
      guard let step = made.step, let line = made.outcome.changes.first?.new?.line else { return }
      turn.notices.append(.done(line: line, step: step))
    case .undo(let number):
      _ = try finding { () throws(Refusal) in try undo(try undoable(number), in: &turn.draft) }
    }
  }
}
