import TodoCore
import TodoProtocol
import TodoTxt

/// A save that was believed took back what todod had written shortly before: it is told once, with *Restore*.
extension Daemon {
  func tellTakenBack(by steps: [Step]) {
    // What waits to be merged may bring back what is gone.
    guard let step = steps.last, file.unwritten.isEmpty, !hasTodoCopies else { return }
    // What the state does not have yet, it cannot compare; the lines are in the trash all the same.
    guard let found = try? ports.state.takenBack(by: step), !found.isEmpty else { return }
    ports.journal(
      JournalEntry(
        .externalEdit,
        "a save took back what todod had written of \(found.count) tasks, see `todoctl history s\(step.number)`",
        level: .notice, item: found.count == 1 ? found[0].id : nil, revision: step.revision, path: configuration.todo))
    notice(.tookBack(found, step: step.number))
  }

  /// Makes these tasks again what todod had left, in one step.
  func giveBack(
    _ found: [TakenBack], of number: Int64, by author: Step.Author, in draft: inout Draft
  ) throws(Refusal) -> Draft.Made {
    guard let step = try reading({ () throws(StateError) in try ports.state.step(number) }) else {
      throw .noSuchStep(number)
    }
    let items = Set(found.map(\.id))
    switch step.delta.only(items).undone(on: draft.list.rows.map(StoredLine.init), frame: draft.list.frame) {
    case .conflict(let lines):
      throw try clash(number, false, lines.compactMap { $0.now ?? $0.after ?? $0.before }, since: step)
    case .lines(let lines, let frame):
      return draft.step("restore of s\(number)", by: author) { list, _ in
        let new = TaskList(stored: lines, frame: frame, ids: list.ids)
        let changes = TaskList.changes(from: list, to: new, by: Delta(from: list, to: new))
        list = new
        return Outcome(changes: changes)
      }
    }
  }
}
