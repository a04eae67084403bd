import Linux
import TodoCore
import TodoTxt

/// Conflict copies of the todo file and of the done file: each is taken in once, then it moves into the trash.
extension Daemon {
  /// The name of a conflict copy came or went.
  package func copySeen() {
    copies.want(at: ports.uptime() + Copies.patience)
    after(ports.now())
  }

  func lookAtCopies(at uptime: Int64) {
    guard copies.isDue(at: uptime) else { return }
    let found = ports.file.copies()
    copies.left = copies.left.filter { path, _ in found.contains { $0.path == path } }
    guard !found.isEmpty else { return }
    look(at: ports.now())
    guard file.presence == .present, file.unsettledSince == nil else {
      // Of a file that is not there, or cannot be read, its coming tells.
      if file.unsettledSince != nil { copies.wait(from: uptime) }
      return
    }
    let taken = found.compactMap(take)
    tell(taken.filter { !$0.isNothing })
  }

  /// A conflict copy of the todo file stands beside it: what is missing in the file is perhaps in there.
  var hasTodoCopies: Bool { ports.file.copies().contains { $0.original == .todo && copies.left[$0.path] == nil } }

  /// Takes a copy in; nil if it stays for now.
  private func take(_ copy: ConflictCopy) -> Copies.Taken? {
    guard let bytes = read(copy) else { return nil }
    let uptime = ports.uptime()
    let version = Fingerprint(of: bytes)
    if let left = copies.left[copy.path], left.version == version {
      if left.isTaken { discard(copy, version) }
      return nil
    }
    if let pause = copies.pause(at: uptime) {
      copies.want(at: pause)
      return nil
    }
    let text = TodoText(parsing: bytes)
    do throws(FileFault) {
      switch copy.original == .done ? try unite(text, of: copy) : merge(text, of: copy) {
      case .taken(let taken):
        copies.note(taken, at: uptime)
        say(taken)
        discard(copy, version)
        return taken
      case .foreign: leave(copy, version, "less than half of its lines was ever in the file: it is left alone")
      case .later: copies.wait(from: uptime)
      }
    } catch {
      hinder(copy, error, error.words)
    }
    return nil
  }

  /// Nil if it is gone, or cannot be read for now.
  private func read(_ copy: ConflictCopy) -> [UInt8]? {
    do throws(FileFault) {
      return try ports.file.readCopy(copy)
    } catch {
      hinder(copy, error, error.wordsOfCopy)
      return nil
    }
  }

  private enum Taking {
    case taken(Copies.Taken)
    /// It is not of this file, whatever its name says.
    case foreign
    /// It could not be written, or the history not be read.
    case later
  }

  private func merge(_ copy: TodoText, of name: ConflictCopy) -> Taking {
    let now = ports.now()
    lookAtDoneFile()
    let appended = doneFile.lines(at: ports.uptime())
    var draft = draft(at: now)
    let stored = draft.list.rows.map(StoredLine.init)
    guard let history = history(of: stored, copy, at: now) else { return .later }
    guard history.knows(copy) else { return .foreign }
    let joined = CopyMerge(
      file: draft.list.text, ids: stored.map(\.id), copy: copy, history: history, archived: appended)
    let made = draft.step(Step.copyTitle, by: .merge, cause: .file) { list, context in
      let matches = Identity.match(old: list.lines, merged: joined.merged, appendedToDone: appended)
      return self.become(joined.merged.text, matches, appended, clashes: joined.clashes, &list, &context)
    }
    guard made.step != nil else { return .taken(Copies.Taken(name: name.name)) }
    quiet.touched(at: ports.uptime())
    draft.reminders.fileLastChanged = now
    guard case .written = write(draft) else { return .later }
    settleDoneFile(made)
    let changes = made.outcome.changes
    suspect(changes.compactMap(\.new))
    var taken = Copies.Taken(name: name.name, step: made.step)
    taken.new = changes.count { $0.old == nil }
    taken.gone = changes.count { $0.new == nil }
    taken.changed = changes.count - taken.new - taken.gone
    return .taken(taken)
  }

  /// Nil while the history cannot be read.
  private func history(of file: [StoredLine], _ copy: TodoText, at now: Instant) -> CopyHistory? {
    var history = CopyHistory(file: file, copy: copy, now: now)
    var steps = PastSteps(ports.state)
    do throws(StateError) {
      while let step = try steps.next(), history.take(step) {}
      return history
    } catch {
      return nil
    }
  }

  /// The lines that the done file does not have come to its end.
  private func unite(_ copy: TodoText, of name: ConflictCopy) throws(FileFault) -> Taking {
    let before = try ports.file.readBeside(.done)
    var text = TodoText(parsing: before ?? [])
    let lines = copy.lines.filter { !$0.isBlank }
    let known = (list.lines + text.lines).map { StoredLine(id: nil, uuid: nil, line: $0) }
    guard let history = history(of: known, copy, at: ports.now()) else { return .later }
    guard history.knows(copy) else { return .foreign }
    var there = text
    let missing = lines.filter { !there.removeLast($0) }
    var taken = Copies.Taken(name: name.name)
    taken.done = missing.count
    guard !missing.isEmpty else { return .taken(taken) }
    for line in missing { text.append(Line(bytes: Array(line.content))) }
    try ports.file.replaceBeside(.done, text.bytes, before)
    // Tasks that are done there may still be open here.
    lookAtDoneFile()
    return .taken(taken)
  }

  // MARK: What becomes of the copy

  private func discard(_ copy: ConflictCopy, _ version: Fingerprint) {
    do throws(FileFault) {
      _ = try ports.file.discardCopy(copy, ports.zone().civil(of: ports.now()))
      copies.left[copy.path] = nil
    } catch {
      // A busy one is another one by now.
      hinder(copy, error, "it is taken in, but stays: \(error.words)", taken: version)
    }
  }

  /// Who writes it is done in a moment; what else is wrong is told, and takes longer.
  private func hinder(_ copy: ConflictCopy, _ fault: FileFault, _ words: String, taken: Fingerprint? = nil) {
    switch fault {
    case .busy: copies.wait(from: ports.uptime())
    case .system, .notAFile, .tooLarge:
      leave(copy, taken, words, isTaken: taken != nil)
      copies.tryLater(from: ports.uptime())
    }
  }

  private func leave(_ copy: ConflictCopy, _ version: Fingerprint?, _ words: String, isTaken: Bool = false) {
    defer { copies.left[copy.path] = Copies.Left(version: version, words: words, isTaken: isTaken) }
    guard copies.left[copy.path]?.words != words else { return }
    ports.journal(
      JournalEntry(.conflictCopy, "\(copy.name): \(words)", level: .warning, revision: revision, path: copy.path))
  }

  private func say(_ taken: Copies.Taken) {
    ports.journal(
      JournalEntry(
        .conflictCopy, "\(taken.name) is taken in: \(taken.isNothing ? "nothing new" : taken.words)", level: .notice,
        revision: revision, path: configuration.todo))
  }

  private func tell(_ taken: [Copies.Taken]) {
    if !taken.isEmpty { notice(.copies(taken)) }
  }
}

extension FileFault {
  /// The same of a copy, for which nobody need do what helps a file.
  fileprivate var wordsOfCopy: String {
    switch self {
    case .notAFile: "it is no regular file: it is left alone"
    case .system(let error, _) where error.isNotUTF8: "its name is not UTF-8: give it another"
    case .tooLarge(_, let bytes): "it has \(bytes) bytes, more than the 16 MiB that are read: it is left alone"
    case .system, .busy: words
    }
  }
}
