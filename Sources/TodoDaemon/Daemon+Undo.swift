import TodoCore
import TodoProtocol
import TodoTxt

/// Taking steps back, and doing them again.
///
/// Undos and redos follow each other on a step, each taking back the one before: of such a row only the newest counts.
extension Daemon {
  func makeUndo(
    _ number: Int64?, _ request: Request, _ pending: PendingRequest, in turn: inout Turn
  ) throws(Unanswered) {
    try takeBack(try finding { () throws(Refusal) in try undoable(number) }, request, pending, in: &turn)
  }

  func makeRedo(
    _ number: Int64?, _ request: Request, _ pending: PendingRequest, in turn: inout Turn
  ) throws(Unanswered) {
    try takeBack(try finding { () throws(Refusal) in try redoable(number) }, request, pending, in: &turn)
  }

  private func takeBack(
    _ step: Step, _ request: Request, _ pending: PendingRequest, in turn: inout Turn
  ) throws(Unanswered) {
    // A snooze or a pause is taken back whatever the file is doing.
    if !step.delta.isEmpty { try requireSettledFile() }
    let made = try finding { () throws(Refusal) in try undo(step, in: &turn.draft) }
    answerChange(made, to: request, pending, in: &turn)
  }

  /// What has to be taken back so that this step, or the newest made by hand through todod, is undone.
  func undoable(_ number: Int64?) throws(Refusal) -> Step {
    guard let number else {
      guard let step = try reading({ () throws(StateError) in try ports.state.newestUndoable() }) else {
        throw .nothingToUndo
      }
      return step
    }
    let (step, newest, isTakenBack) = try standing(of: number)
    guard !isTakenBack else {
      throw step.author == .undo
        ? try redoneAlready(step, by: newest) : .undoneAlready(step: number, by: newest.number)
    }
    return newest
  }

  /// What has to be taken back so that this step, or the one undone last, is done again.
  private func redoable(_ number: Int64?) throws(Refusal) -> Step {
    guard let number else {
      let found = try reading { () throws(StateError) in try ports.state.newestRedoable() }
      guard let undo = found.undo else { throw .nothingToRedo }
      if let since = found.since { throw .redoIsOver(step: try root(of: undo), since: since) }
      return undo
    }
    let (step, newest, isTakenBack) = try standing(of: number)
    guard isTakenBack != (step.author == .undo) else {
      throw step.author == .undo ? try redoneAlready(step, by: newest) : .notUndone(step: number)
    }
    return newest
  }

  private func redoneAlready(_ undo: Step, by redo: Step) throws(Refusal) -> Refusal {
    .redoneAlready(step: undo.number, by: redo.number, of: try root(of: undo))
  }

  private func standing(of number: Int64) throws(Refusal) -> (step: Step, newest: Step, isTakenBack: Bool) {
    guard let step = try reading({ () throws(StateError) in try ports.state.step(number) }) else {
      throw .noSuchStep(number)
    }
    let standing = try reading { () throws(StateError) in try ports.state.standing(of: step) }
    return (step, standing.newest, standing.isTakenBack)
  }

  /// The number of the step that undos and redos are about.
  private func root(of step: Step) throws(Refusal) -> Int64 {
    try reading { () throws(StateError) in
      var step = step
      while let number = step.undoes {
        guard let before = try ports.state.step(number) else { return number }
        step = before
      }
      return step.number
    }
  }

  func undo(_ step: Step, in draft: inout Draft) throws(Refusal) -> Draft.Made {
    let root = try root(of: step)
    let isRedo = step.author == .undo
    let clashes = draft.reminders.clashes(undoing: step.facts)
    guard clashes.isEmpty else {
      let items = clashes.compactMap { $0.subject?.item }
      throw try clash(root, isRedo, items.compactMap { draft.list[$0].map(StoredLine.init) }, since: step)
    }
    let frame = draft.list.frame
    let archived = try archivedSince(step, in: draft)
    let stored = archived.stored
    switch step.delta.undone(on: stored, frame: frame) {
    case .conflict(let lines):
      throw try clash(root, isRedo, lines.compactMap { $0.now ?? $0.after ?? $0.before }, since: step)
    case .lines(let lines, let frame):
      let file = step.moved?.file ?? archived.file ?? .done
      return draft.step(
        "\(isRedo ? "redo" : "undo") s\(root)", by: isRedo ? .redo : .undo, undoing: step.number, movingTo: file,
        takingBack: step.facts
      ) { list, context in
        let new = TaskList(stored: lines, frame: frame, ids: list.ids)
        var outcome = Outcome(changes: TaskList.changes(from: list, to: new, by: Delta(from: list, to: new)))
        for stored in (step.moved?.lines ?? []) + archived.moved {
          guard let id = stored.id else { continue }
          if list[id] == nil, new[id] != nil { outcome.movedBack.append(stored) }
          if list[id] != nil, new[id] == nil { outcome.movedOut.append(stored) }
        }
        let returned = Set(outcome.movedBack.compactMap(\.id))
        self.leaveOutMissing(from: &outcome, in: file)
        list = new
        outcome.changes += list.withdrawSuccessors(
          of: outcome.changes, returned: returned, on: context.today)
        return outcome
      }
    }
  }

  /// Names the newest step that changed one of these lines since.
  func clash(
    _ number: Int64, _ isRedo: Bool, _ lines: [StoredLine], since step: Step
  ) throws(Refusal) -> Refusal {
    let ids = Set(lines.compactMap(\.id))
    let by = try reading { () throws(StateError) in
      try ports.state.steps(Daemon.clashDepth, nil).prefix { $0.number > step.number }.first { $0.concerns(ids) }
    }
    return .undoClashes(step: number, isRedo: isRedo, lines: lines.map(\.line), by: by?.number)
  }
  private static let clashDepth = 1000

  func reading<Value>(_ body: () throws(StateError) -> Value) throws(Refusal) -> Value {
    do throws(StateError) {
      return try body()
    } catch {
      throw .stateFault(error.words)
    }
  }
}
