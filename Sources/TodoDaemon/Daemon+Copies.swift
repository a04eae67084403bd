import TodoCore
import TodoTxt

/// What is known of conflict copies beside the files.
struct Copies {
  /// A copy that stays where it is, and why.
  struct Left {
    var version: Fingerprint
    var words: String
    /// It was taken in; only its moving away failed.
    var isTaken: Bool
  }

  /// What came of a copy, for the popup.
  struct Taken: Equatable {
    var name: String
    var new = 0
    var changed = 0
    var gone = 0
    /// Lines that came to the done file.
    var done = 0
    var step: Int64?

    var isNothing: Bool { new + changed + gone + done == 0 }
  }

  /// The uptime (ms) at which they are looked at.
  private(set) var deadline: Int64?
  var left: [String: Left] = [:]
  /// How often in a row something had to be waited for.
  private var tries = 0
  /// When (uptime in ms) copies were taken in lately.
  private var taken: [Int64] = []

  /// From its name to the moment at which a copy, and the version that won, are whole.
  static let patience: Int64 = 300
  /// Two machines that could not agree would make each other copies without end.
  private static let most = 5
  private static let span: Int64 = 600_000

  mutating func want(at uptime: Int64) { deadline = deadline.map { min($0, uptime) } ?? uptime }

  /// What is being written now is looked at each second, and after a while each minute.
  mutating func wait(from uptime: Int64) {
    want(at: uptime + (tries < 10 ? 1000 : 60_000))
    tries += 1
  }

  mutating func isDue(at uptime: Int64) -> Bool {
    guard let deadline, deadline <= uptime else { return false }
    self.deadline = nil
    return true
  }

  /// Until when the next one waits; nil if it need not.
  mutating func pause(at uptime: Int64) -> Int64? {
    taken.removeAll { $0 + Copies.span <= uptime }
    return taken.count < Copies.most ? nil : taken.first.map { $0 + Copies.span }
  }

  mutating func note(at uptime: Int64) {
    taken.append(uptime)
    tries = 0
  }
}

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
    guard (try? requireSettledFile()) != nil else {
      // Of a file that is gone for longer, or that was never there, its coming tells.
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
    let uptime = ports.uptime()
    do throws(FileFault) {
      guard let bytes = try ports.file.readCopy(copy) else { return nil }
      let version = Fingerprint(of: bytes)
      if let left = copies.left[copy.path], left.version == version {
        if left.isTaken { discard(copy, version) }
        return nil
      }
      if let pause = copies.pause(at: uptime) {
        copies.want(at: pause)
        return nil
      }
      let taken =
        switch copy.original {
        case .done: try unite(TodoText(parsing: bytes), of: copy)
        case .todo: merge(TodoText(parsing: bytes), of: copy)
        }
      switch taken {
      case .taken(let taken):
        copies.note(at: uptime)
        say(taken)
        discard(copy, version)
        return taken
      case .foreign: leave(copy, version, "less than half of its lines was ever in the file: it is left alone")
      case .later: copies.wait(from: uptime)
      }
    } catch {
      if case .busy = error {
        copies.wait(from: uptime)
      } else {
        leave(copy, Fingerprint(of: []), error.words)
      }
    }
    return nil
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

  // MARK: What is said

  private func discard(_ copy: ConflictCopy, _ version: Fingerprint) {
    do throws(FileFault) {
      _ = try ports.file.discardCopy(copy, ports.zone().civil(of: ports.now()))
      copies.left[copy.path] = nil
    } catch {
      if case .busy = error {
        // It is another one by now.
        copies.wait(from: ports.uptime())
      } else {
        leave(copy, version, "it is taken in, but stays: \(error.words)", isTaken: true)
      }
    }
  }

  private func leave(_ copy: ConflictCopy, _ version: Fingerprint, _ words: String, isTaken: Bool = false) {
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

extension Copies.Taken {
  /// `3 new, 1 changed, 2 in the done file`.
  var words: String {
    let parts = [(new, "new"), (changed, "changed"), (gone, "gone"), (done, "in the done file")]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
