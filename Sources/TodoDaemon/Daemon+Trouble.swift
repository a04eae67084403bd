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
  func record(_ recorded: [Recorded], steps: [Step] = [], extra: [StateRecord] = []) {
    let records = extra + recorded.flatMap(StateRecord.records)
    guard !records.isEmpty || !steps.isEmpty || !backlog.isEmpty else { return }
    let all = backlog.records + records
    let allSteps = backlog.steps + steps
    do throws(StateError) {
      try ports.state.commit(Transaction(revision: revision, confirms: true, steps: allSteps, records: all))
      backlog = Backlog()
      noteStateSuccess()
    } catch {
      backlog = Backlog(steps: allSteps, records: all)
      noteStateFailure(error, "it is kept in memory")
    }
  }
}
