import TodoCore
import TodoProtocol

/// What a person says of a todo file that went missing: it is to come back, or meant to be gone.
extension Daemon {
  /// Writes a todo file that went missing again, from memory.
  func restoreFile(_ request: Request, _ client: ClientID, in turn: inout Turn) throws(Unanswered) {
    try requireMissingFile(orElse: .fileIsThere)
    let bytes = list.bytes
    switch ports.file.replace(bytes, [], true, revision) {
    case .done:
      diskBytes = bytes
      file.presence = .present
      file.missingWasTold = false
      ports.journal(JournalEntry(.fileBack, "the todo file was written again from memory", path: configuration.todo))
      turn.answer(client, .ok(tag: request.tag, [Attribute("rev", revision), Attribute("n", list.taskCount)]))
    case .foreign(let displaced, _):
      takeIn(displaced)
      // What else is asked in this turn goes by what was found.
      turn.draft = draft(at: turn.draft.context.now)
      turn.answer(client, .ok(tag: request.tag, [Attribute("rev", revision), Attribute("n", list.taskCount)]))
    case .gone, .busy: throw .mustWait
    case .failed(let error): throw .failure(FileFault.system(error, path: configuration.todo).failure)
    }
  }

  /// Believes that the missing file is meant to be gone: its tasks go, as one step that can be undone.
  func accept(_ request: Request, _ pending: PendingRequest, in turn: inout Turn) throws(Unanswered) {
    try requireMissingFile(orElse: .nothingToAccept)
    var draft = turn.draft
    let made = draft.step("accept", by: .client) { list, _ in
      let new = TaskList(rows: [], frame: TaskList.empty.frame, ids: list.ids)
      let changes = TaskList.changes(from: list, to: new, by: Delta(from: list, to: new))
      list = new
      return Outcome(changes: changes)
    }
    // There is no file to write: the state alone learns of it.
    file.presence = .accepted
    diskBytes = []
    ports.file.adopt([])
    adopt(draft, bytes: [])
    record(draft.recorded, steps: draft.steps)
    turn.draft = self.draft(at: draft.context.now)
    var attributes = [Attribute("rev", revision), Attribute("n", made.outcome.changes.count)]
    if let step = made.step { attributes.append(Attribute("step", "s\(step)")) }
    turn.answer(pending.client, .ok(tag: request.tag, attributes))
  }

  /// A file that is away this very moment is waited for: it may come back, or be believed to be missing.
  private func requireMissingFile(orElse refusal: Refusal) throws(Unanswered) {
    if case .missing = file.presence { return }
    if file.unsettledSince != nil { throw .mustWait }
    throw .failure(refusal.failure)
  }
}
