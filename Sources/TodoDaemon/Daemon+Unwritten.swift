import TodoCore
import TodoTxt

/// Merges that could not be written, for want of room or because somebody was saving: they are tried again.
struct Unwritten {
  /// Displaced files whose bytes are nowhere else, oldest first.
  private(set) var displaced: [FileKeeper.Displaced] = []
  /// Memory has a merge that the file has not.
  var isAhead = false
  /// The uptime (ms) of the next try.
  private(set) var again: Int64?
  private var tries = 0

  var isEmpty: Bool { displaced.isEmpty && !isAhead }
  var isFirstTry: Bool { tries == 0 }

  mutating func wait(from uptime: Int64) {
    again = uptime + 1000 * Reminders.retries[min(tries, Reminders.retries.count - 1)]
    tries += 1
  }

  mutating func add(_ displaced: FileKeeper.Displaced, at uptime: Int64) {
    self.displaced.append(displaced)
    wait(from: uptime)
  }

  /// Keeps what could be merged, but not now, until that uptime.
  mutating func leave(_ displaced: FileKeeper.Displaced, until uptime: Int64) {
    self.displaced.append(displaced)
    again = min(again ?? uptime, uptime)
  }

  /// Something happened that may let it go well now.
  mutating func hurry(at uptime: Int64) {
    if !isEmpty { again = uptime }
  }

  /// The same file with all its bytes that are not taken in: what waits of it comes with the newer ones.
  mutating func joined(_ newer: FileKeeper.Displaced) -> FileKeeper.Displaced {
    guard let place = displaced.firstIndex(where: { $0.name == newer.name }) else { return newer }
    return newer.following(displaced.remove(at: place))
  }

  mutating func takeAll() -> [FileKeeper.Displaced] {
    defer { displaced = [] }
    return displaced
  }
}

extension FileKeeper.Displaced {
  func following(_ older: FileKeeper.Displaced?) -> FileKeeper.Displaced {
    guard let older else { return self }
    return FileKeeper.Displaced(
      name: name, revision: revision, base: older.base, bytes: bytes, isRecoveryCopy: isRecoveryCopy)
  }
}

extension Daemon {
  /// Keeps a displaced file until what it has can be merged.
  func postpone(_ displaced: FileKeeper.Displaced) {
    if file.unwritten.isFirstTry {
      ports.journal(
        JournalEntry(
          .writeFailed, "an edit that was saved while todod wrote waits in \(displaced.name) until it can be merged",
          level: .warning, path: configuration.todo))
    }
    file.unwritten.add(displaced, at: ports.uptime())
  }

  /// Tries again to write what was merged, then to merge what waits, when its time has come.
  func retryMerges(at uptime: Int64) {
    guard let again = file.unwritten.again, again <= uptime else { return }
    look(at: ports.now())
    guard (try? requireSettledFile()) != nil else { return file.unwritten.wait(from: uptime) }
    if file.unwritten.isAhead {
      let draft = draft(at: ports.now())
      switch put(draft, draft.list.bytes) {
      case .written: break
      case .fileGone, .besideBusy, .failed: return file.unwritten.wait(from: uptime)
      }
    }
    for displaced in file.unwritten.takeAll() { takeIn(displaced) }
    if file.unwritten.isEmpty { file.unwritten = Unwritten() }
  }

  /// An edit of a file that memory is ahead of, merged with what that lacks; nil for an ordinary edit.
  func unwrittenMerge(_ saved: TodoText) -> Merged? {
    guard file.unwritten.isAhead else { return nil }
    return mergeWithSave(base: TodoText(parsing: diskBytes), ours: list.text, saved: saved)
  }
}
