import Linux
import TodoCore
import TodoTxt

/// The change of another file that goes with one of the todo file; nil is a file that is not there.
struct BesideChange {
  var file: BesideFile
  var before: [UInt8]?
  var after: [UInt8]?
  /// What is known of the file once that is done.
  var memory: BesideMemory

  var records: [StateRecord] {
    [.note(Daemon.besideNote, Array(file.noteName.utf8)), memory.record(of: file)]
  }
}

extension BesideEdit {
  func applied(to before: [UInt8]) -> [UInt8] {
    var text = TodoText(parsing: before)
    for stored in takenBack.reversed() { _ = text.removeLast(stored.line) }
    // A file without a line has no line ending of its own: each keeps the one it comes with.
    let isNew = text.lines.isEmpty
    for stored in appended {
      if isNew { text.lines.append(stored.line) } else { text.append(Line(bytes: Array(stored.line.content))) }
    }
    return text.bytes
  }
}

extension Daemon {
  /// What a draft does to the end of the done file, or of the one other file that tasks are moved to.
  func besideChange(of draft: Draft) throws(FileFault) -> BesideChange? {
    guard let edit = draft.beside else { return nil }
    let before = try ports.file.readBeside(edit.file)
    let after = edit.applied(to: before ?? [])
    guard after != before ?? [] else { return nil }
    var memory = besides[edit.file] ?? BesideMemory()
    memory.note(before ?? [])
    memory.note(after)
    let isOver = after.isEmpty && memory.isMade
    if before == nil { memory.isMade = true }
    if isOver { memory.isMade = false }
    return BesideChange(file: edit.file, before: before, after: isOver ? nil : after, memory: memory)
  }

  /// Lines that the other file has no more are not taken from there: to undo that must not put them there.
  func leaveOutMissing(from outcome: inout Outcome, in file: BesideFile) {
    // A file that cannot be read is found out when it is to be written.
    var text = TodoText(parsing: (try? ports.file.readBeside(file)) ?? [])
    let gone = Set(outcome.movedBack.reversed().filter { !text.removeLast($0.line) }.compactMap(\.id))
    for id in outcome.movedBack.compactMap(\.id) where gone.contains(id) {
      outcome.notes.append(.lineWasGone(id, file: name(of: file)))
    }
    outcome.movedBack.removeAll { $0.id.map(gone.contains) ?? false }
  }

  func wrote(_ change: BesideChange) {
    besides[change.file] = change.memory
    if change.file == .done { doneFile.wrote(change.after ?? []) }
  }

  /// What people call it.
  func name(of file: BesideFile) -> String {
    switch file {
    case .done: Path.name(of: configuration.donePath)
    case .named(let name): name
    }
  }

  /// The name of the other file of an open intent, for a start after a crash.
  static let besideNote = "intent-file"
}
