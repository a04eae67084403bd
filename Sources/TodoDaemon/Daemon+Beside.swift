import Linux
import TodoCore
import TodoTxt

/// The change of another file that goes with one of the todo file; nil is a file that is not there.
struct BesideChange {
  var file: BesideFile
  var before: [UInt8]?
  var after: [UInt8]?
}

extension Daemon {
  /// What a draft does to the end of the done file, or of the one other file that tasks are moved to.
  func besideChange(of draft: Draft) throws(FileFault) -> BesideChange? {
    guard let edit = draft.beside else { return nil }
    let before = try ports.file.readBeside(edit.file)
    var text = TodoText(parsing: before ?? [])
    for stored in edit.takenBack.reversed() { _ = text.removeLast(stored.line) }
    for stored in edit.appended { text.append(Line(bytes: Array(stored.line.content))) }
    let after = text.bytes
    guard after != before ?? [] else { return nil }
    let isOver = after.isEmpty && madeFiles.contains(edit.file)
    return BesideChange(file: edit.file, before: before, after: isOver ? nil : after)
  }

  /// Those of these lines that the end of a file has no more.
  func missing(_ lines: [StoredLine], in file: BesideFile) -> [StoredLine] {
    // A file that cannot be read is found out when it is to be written.
    var text = TodoText(parsing: (try? ports.file.readBeside(file)) ?? [])
    return lines.reversed().filter { !text.removeLast($0.line) }.reversed()
  }

  func wrote(_ change: BesideChange) {
    if change.before == nil { madeFiles.insert(change.file) }
    if change.after == nil { madeFiles.remove(change.file) }
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

extension BesideChange {
  /// What the state keeps of it.
  var records: [StateRecord] {
    var records = [StateRecord.note(Daemon.besideNote, Array(file.noteName.utf8))]
    // An undo that leaves nothing in a file that todod made takes that away too.
    if before == nil { records.append(.note(Self.madeNote + file.noteName, [1])) }
    if after == nil { records.append(.note(Self.madeNote + file.noteName, nil)) }
    return records
  }

  private static let madeNote = "made "

  /// The files that todod made.
  static func madeFiles(in state: StoredState) -> Set<BesideFile> {
    Set(
      state.records[.note, default: [:]].keys.compactMap { key in
        let name = String(decoding: key, as: UTF8.self)
        return name.hasPrefix(madeNote) ? BesideFile(noteName: String(name.dropFirst(madeNote.count))) : nil
      })
  }
}
