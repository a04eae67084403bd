import TodoCore
import TodoProtocol
import TodoTxt

/// Taking steps back, and bringing back what is gone.
extension Daemon {
  func makeUndo(
    _ number: Int64?, _ request: Request, _ pending: PendingRequest, in turn: inout Turn
  ) throws(Unanswered) {
    let step = try finding { () throws(Refusal) in try undoable(number) }
    // A snooze or a pause is taken back whatever the file is doing.
    if !step.delta.isEmpty { try requireSettledFile() }
    let made = try finding { () throws(Refusal) in try undo(step, in: &turn.draft) }
    answerChange(made, to: request, pending, in: &turn)
  }

  /// That step, or the newest made by hand through todod.
  func undoable(_ number: Int64?) throws(Refusal) -> Step {
    let found: Step?
    do throws(StateError) {
      found = if let number { try ports.state.step(number) } else { try ports.state.newestUndoable() }
    } catch {
      throw .stateFault(error.words)
    }
    guard let step = found else { throw number.map { .noSuchStep($0) } ?? .nothingToUndo }
    if let by = step.undoneBy { throw .undoneAlready(step: step.number, by: by) }
    return step
  }

  func undo(_ step: Step, in draft: inout Draft) throws(Refusal) -> Draft.Made {
    let clashes = draft.reminders.clashes(undoing: step.facts)
    guard clashes.isEmpty else {
      let items = clashes.compactMap { $0.subject?.item }
      throw .undoClashes(step: step.number, lines: items.compactMap { draft.list[$0]?.line })
    }
    let frame = draft.list.frame
    let archived = try archivedSince(step, in: draft)
    let stored = archived.stored
    switch step.delta.undone(on: stored, frame: frame) {
    case .conflict(let lines):
      throw .undoClashes(step: step.number, lines: lines.compactMap { ($0.now ?? $0.after ?? $0.before)?.line })
    case .lines(let lines, let frame):
      let file = step.moved?.file ?? archived.file ?? .done
      return draft.step(
        "undo s\(step.number)", by: .undo, undoing: step.number, movingTo: file, takingBack: step.facts
      ) { list, context in
        let new = TaskList(stored: lines, frame: frame, ids: list.ids)
        var outcome = Outcome(changes: TaskList.changes(from: list, to: new, by: Delta(from: list, to: new)))
        for stored in (step.moved?.lines ?? []) + archived.moved {
          guard let id = stored.id else { continue }
          if list[id] == nil, new[id] != nil { outcome.movedBack.append(stored) }
          if list[id] != nil, new[id] == nil { outcome.movedOut.append(stored) }
        }
        for id in self.missing(outcome.movedBack, in: file).compactMap(\.id) {
          outcome.notes.append(.lineWasGone(id, file: self.name(of: file)))
        }
        list = new
        outcome.changes += list.withdrawSuccessors(of: outcome.changes, returned: true, on: context.today)
        return outcome
      }
    }
  }

  /// Writes a todo file that went missing again, from memory.
  func restoreFile(_ request: Request, _ client: ClientID, in turn: inout Turn) throws(Unanswered) {
    guard case .missing = file.presence else { throw .failure(Refusal.fileIsThere.failure) }
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
    guard case .missing = file.presence else { throw .failure(Refusal.nothingToAccept.failure) }
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
}
