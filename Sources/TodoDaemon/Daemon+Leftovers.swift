import TodoCore
import TodoTxt

/// What an earlier run left of files beside the todo file: they were swapped out, or copied before they were written in
/// place, and nobody had time to see that nothing else was in them.
extension Daemon {
  typealias BesideLeftover = (file: BesideFile, displaced: FileKeeper.Displaced)

  func leftoversBeside(_ state: StoredState) -> [BesideLeftover] {
    let files = Set(BesideMemory.all(in: state).keys).union([.done])
    return files.sorted { $0.noteName < $1.noteName }.flatMap { file in
      ports.file.leftoversBeside(file).map { (file: file, displaced: $0) }
    }
  }

  /// As for the todo file: what a crash left half written in place is written whole.
  func mendTornBeside(_ leftovers: [BesideLeftover], _ state: StoredState, _ intent: Intent) {
    guard let edit = besideEdit(of: intent, state), let found = (try? ports.file.readBeside(edit.file)) ?? nil else {
      return
    }
    for (file, copy) in leftovers where file == edit.file && copy.isRecoveryCopy {
      let after = edit.applied(to: copy.bytes)
      guard Fingerprint(of: copy.bytes) == intent.doneBefore, Fingerprint(of: after) == intent.doneAfter,
        FileKeeper.isTorn(found, before: copy.bytes, after: after),
        (try? ports.file.replaceBeside(file, after, found)) != nil
      else { continue }
      say("\(name(of: file)), which a crash left half written, is written whole", intent)
      return
    }
  }

  /// Each goes once what somebody wrote to it is in the file; where that fails the next start tries again.
  func sweepBeside(_ leftovers: [BesideLeftover]) {
    for (file, displaced) in leftovers {
      do throws(FileFault) {
        try takeIn(displaced, of: file)
        ports.file.releaseBeside(file, displaced.name)
      } catch {
        ports.journal(
          JournalEntry(
            .leftover, "\(displaced.name) has lines that could not be taken in: \(error.words)", level: .error))
      }
    }
  }

  /// Lines that no version had, and that are nowhere now, come to the end of the file.
  private func takeIn(_ displaced: FileKeeper.Displaced, of file: BesideFile) throws(FileFault) {
    var memory = besides[file] ?? BesideMemory()
    let theirs = TodoText(parsing: Array(displaced.bytes[memory.lengthKnown(of: displaced.bytes)...])).lines
    guard theirs.contains(where: { !$0.isBlank }) else { return }
    let before = try ports.file.readBeside(file)
    var text = TodoText(parsing: before ?? [])
    var there = text
    let here = Set(list.lines.map(\.content))
    // One that an undo took from there is in the todo file.
    let unknown = theirs.filter { !$0.isBlank && !there.removeLast($0) && !here.contains($0.content) }
    guard !unknown.isEmpty else { return }
    for line in unknown { text.append(Line(bytes: Array(line.content))) }
    try ports.file.replaceBeside(file, text.bytes, before)
    memory.note(text.bytes)
    besides[file] = memory
    record([], extra: [memory.record(of: file)])
    ports.journal(
      JournalEntry(
        .leftover, "\(unknown.count) lines that were saved to \(name(of: file)) while todod wrote it are in it",
        level: .notice))
  }
}
