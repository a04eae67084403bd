import TodoCore
import TodoProtocol

extension Daemon {
  func noteWriteFailure(_ fault: FileFault) {
    guard trouble.writing == nil else { return }
    trouble.writing = (fault.words, ports.now())
    ports.journal(JournalEntry(.writeFailed, fault.words, level: .error, path: configuration.todo))
  }

  func noteWriteSuccess() {
    guard trouble.writing != nil else { return }
    trouble.writing = nil
    ports.journal(JournalEntry(.writeRecovered, "the todo file can be written again", path: configuration.todo))
  }

  /// Commits what belongs to no change of a file; what cannot be written now is kept for later.
  ///
  /// - Parameters:
  ///   - moved: where lines of earlier steps turned out to have gone.
  ///   - confirming: an open intent is confirmed though nothing else is to be written.
  func record(
    _ recorded: [Recorded], steps: [Step] = [], moved: [(step: Int64, moved: Moved)] = [], extra: [StateRecord] = [],
    confirming: Bool = false
  ) {
    backlog.records += extra + recorded.flatMap(StateRecord.records)
    backlog.steps += steps
    backlog.moved += moved
    guard !backlog.isEmpty || confirming && intent != .none else { return }
    do throws(StateError) {
      try commit(backlog.transaction(revision))
      backlog = Backlog()
    } catch {
      noteStateFailure(error, "it is kept in memory")
    }
  }
}
