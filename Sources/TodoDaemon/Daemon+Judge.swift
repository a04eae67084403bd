import TodoCore
import TodoTxt

/// An intent that a crash left open: the bytes of the files say whether the change that was being written is there.
extension Daemon {
  func judge(
    _ intent: Intent, _ state: StoredState, _ onDisk: inout [UInt8]?, _ load: () throws(StateError) -> StoredState
  ) throws(StateError) -> StoredState {
    let found = Fingerprint(of: onDisk ?? [])
    let besideIsWritten = besideIsWritten(intent, state)
    if found == intent.todoAfter {
      say("a change that a crash had interrupted is in the file", intent)
      return state
    }
    if found == intent.todoBefore {
      guard besideIsWritten else {
        try ports.state.dropIntent()
        say("a change that a crash had interrupted was not written: it is dropped", intent)
        return try load()
      }
      finishSecond(intent, state, &onDisk)
      return state
    }
    if besideIsWritten { settleMoved(intent, state, &onDisk) }
    say("a change was interrupted and somebody else wrote the file: the file wins", intent)
    return state
  }

  private func besideIsWritten(_ intent: Intent, _ state: StoredState) -> Bool {
    guard let before = intent.doneBefore, let after = intent.doneAfter, before != after else { return false }
    let file = BesideFile(noteName: String(decoding: state.note(Daemon.besideNote) ?? [], as: UTF8.self))
    let bytes = ((try? ports.file.readBeside(file)) ?? nil) ?? []
    let found = Fingerprint(of: bytes)
    if found == after { return true }
    guard found != before, let edit = besideEdit(of: intent, state) else { return false }
    // Somebody wrote to it as well: its lines tell.
    let there = Set(TodoText(parsing: bytes).lines.map(\.content))
    return edit.appended.allSatisfy { there.contains($0.line.content) }
      && !edit.takenBack.contains { there.contains($0.line.content) }
  }

  /// What it does to the other file: lines of tasks that are in the newest version came back from there.
  func besideEdit(of intent: Intent, _ state: StoredState) -> BesideEdit? {
    guard let steps = intent.steps else { return nil }
    let moved = steps.lazy.compactMap { ((try? self.ports.state.step($0)) ?? nil)?.moved }.first
    guard let moved else { return nil }
    return BesideEdit(
      file: moved.file, appended: moved.lines.filter { state.line(of: $0.id) == nil },
      takenBack: moved.lines.filter { state.line(of: $0.id) != nil })
  }

  /// Of two files the first is written and the second not: it is written now.
  private func finishSecond(_ intent: Intent, _ state: StoredState, _ onDisk: inout [UInt8]?) {
    let bytes = TaskList(stored: state.version.lines, frame: state.version.frame, ids: IDPool()).bytes
    if replace(&onDisk, with: bytes, intent) {
      say("the second file of an interrupted change was written", intent)
    } else {
      say("the second file of an interrupted change could not be written yet", intent)
    }
  }

  /// The other file is written: lines that went there go from here, lines that came back from there are here.
  private func settleMoved(_ intent: Intent, _ state: StoredState, _ onDisk: inout [UInt8]?) {
    guard let edit = besideEdit(of: intent, state) else { return }
    var text = TodoText(parsing: onDisk ?? [])
    for stored in edit.appended { _ = text.removeLast(stored.line) }
    for back in edit.takenBack.compactMap({ state.line(of: $0.id) })
    where !text.lines.contains(where: { $0.content == back.content }) { text.append(back) }
    _ = replace(&onDisk, with: text.bytes, intent)
  }

  func replace(_ onDisk: inout [UInt8]?, with bytes: [UInt8], _ intent: Intent) -> Bool {
    guard let before = onDisk, before != bytes else { return true }
    ports.file.adopt(before)
    // What it swaps out has none of the steps.
    let first = intent.revision - Int64(intent.steps?.count ?? 1) + 1
    guard case .done = ports.file.replace(bytes, before, false, first) else {
      // The file is taken in as it is; what it lacks, which may be nowhere else, is merged in as soon as it can be.
      file.unwritten.add(
        FileKeeper.Displaced(name: "state.db", revision: first, base: before, bytes: bytes, isRecoveryCopy: false),
        at: ports.uptime())
      return false
    }
    onDisk = bytes
    return true
  }

  func say(_ words: String, _ intent: Intent) {
    ports.journal(
      JournalEntry(.recovered, words, level: .notice, revision: intent.revision, path: configuration.todo))
  }
}

extension StoredState {
  /// The line of a task in the newest version.
  fileprivate func line(of id: ItemID?) -> Line? { version.lines.first { $0.id == id && id != nil }?.line }
}
