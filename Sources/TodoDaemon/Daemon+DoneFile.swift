import TodoCore
import TodoProtocol
import TodoTxt

/// What others do to the done file: a task that they moved there is done, not deleted.
extension Daemon {
  /// The done file was touched and has settled.
  package func doneFileChanged() {
    lookAtDoneFile()
    after(ports.now())
  }

  func beginDoneFile() {
    var memory = besides[.done] ?? BesideMemory()
    let bytes = doneBytes ?? []
    doneFile = DoneFile(bytes: bytes, known: memory.lengthSeen(of: bytes) ?? bytes.count, at: ports.uptime())
    guard !bytes.isEmpty else { return }
    memory.note(bytes)
    besides[.done] = memory
    record([], extra: [memory.record(of: .done)])
  }

  /// Takes in what somebody wrote to the done file; tasks that had left for there are done then.
  func lookAtDoneFile() {
    guard let bytes = doneBytes, bytes != doneFile.bytes else { return }
    quiet.touched(at: ports.uptime())
    let found = doneFile.saw(bytes, at: ports.uptime())
    let archived = found.filter { !$0.wasMovedOn && list[$0.task.id] == nil }
    besides[.done, default: BesideMemory()].note(bytes)
    record([], extra: besides[.done].map { [$0.record(of: .done)] } ?? [])
    for (step, tasks) in Dictionary(grouping: archived, by: \.step).sorted(by: { $0.key < $1.key }) {
      remember(tasks, leftWith: step)
      completedElsewhere(tasks.map { (task: $0.task, line: $0.line) })
      owe(tasks)
      changeLog.wentToDoneFile(Set(tasks.map(\.task.id)))
      for task in tasks.map(\.task) { tellDone(task) }
      for slot in notices.explain(Set(tasks.map(\.task.id)), goneWith: step) { ports.withdraw(slot) }
    }
    separate(found.filter(\.wasMovedOn))
  }

  /// Somebody wrote to the done file what is not taken in yet.
  var doneFileHasNews: Bool { doneBytes.map { $0 != doneFile.bytes } ?? false }

  /// What had been taken for tasks with other dates are their successors: those are new, the tasks are done.
  private func separate(_ found: [DoneFile.Archived]) {
    let moved = found.filter { list[$0.task.id].map { !$0.meaning.isDone } ?? false }
    guard !moved.isEmpty else { return }
    var draft = draft(at: ports.now())
    _ = draft.step("external edit", by: .editor, cause: .file) { list, context in
      var outcome = Outcome()
      for done in moved {
        guard let old = list[done.task.id], let change = list.renew(old, in: &context) else { continue }
        outcome.changes += [TaskChange(old: old, new: nil), change]
        outcome.archived.append(StoredLine(id: old.id, uuid: old.uuid, line: done.line))
      }
      return outcome
    }
    keep(draft, isAhead: file.unwritten.isAhead)
    ports.journal(
      JournalEntry(
        .externalEdit, "\(moved.count) recurring tasks went to the done file, their next lines are new tasks",
        revision: revision, path: configuration.donePath))
  }

  /// Is nil while it is away, empty, being written or unreadable: then nothing is new in it.
  var doneBytes: [UInt8]? {
    guard let bytes = (try? ports.file.readBeside(.done)) ?? nil, !bytes.isEmpty else { return nil }
    return bytes
  }

  /// History says where the tasks of an earlier step went.
  private func remember(_ tasks: [DoneFile.Archived], leftWith step: Int64) {
    let lines = tasks.map { StoredLine(id: $0.task.id, uuid: $0.task.uuid, line: $0.line) }
    do throws(StateError) {
      let before = try ports.state.step(step)?.moved?.lines ?? []
      record([], moved: [(step: step, moved: Moved(file: .done, lines: before + lines))])
    } catch {
      ports.journal(
        JournalEntry(
          .writeFailed, "history does not know that \(tasks.count) tasks went to the done file: \(error.words)",
          level: .warning))
    }
  }

  /// What follows from a step in which somebody's edit took tasks out of the todo file.
  func settleDoneFile(_ made: Draft.Made) {
    guard let step = made.step else { return }
    let archived = made.outcome.archived
    let lines = Dictionary(archived.map { ($0.id, $0.line) }) { first, _ in first }
    let gone = made.outcome.changes.compactMap { $0.new == nil ? $0.old : nil }
    doneFile.settle(
      archived.map(\.line), missing: gone.filter { lines[$0.id] == nil },
      movedOn: made.outcome.changes.compactMap(\.movedOn), step: step, at: ports.uptime())
    completedElsewhere(gone.compactMap { task in lines[task.id].map { (task: task, line: $0) } })
  }

  /// Tasks that somebody else completed and moved to the done file, as they last stood in the todo file (some were done
  /// there already) and as they stand there now.
  private func completedElsewhere(_ tasks: [(task: Task, line: Line)]) {
    guard !tasks.isEmpty else { return }
    let open = tasks.count { !$0.task.meaning.isDone }
    ports.journal(
      JournalEntry(
        .externalEdit, "\(tasks.count) of the tasks that are gone went to the done file, \(open) were open here",
        revision: revision, path: configuration.donePath))
  }
}

extension TaskChange {
  /// The old form of a recurring task whose dates alone are others.
  fileprivate var movedOn: Task? {
    guard let old, let new, !old.meaning.isDone, !new.meaning.isDone, old.meaning.recurrence != nil,
      (old.meaning.due, old.meaning.threshold) != (new.meaning.due, new.meaning.threshold),
      old.line.seriesWords == new.line.seriesWords
    else { return nil }
    return old
  }
}
