import Linux
import TodoCore
import TodoProtocol
import TodoTxt

/// Intent, exchange, look back: how a draft becomes what is.
extension Daemon {
  enum Written {
    case written
    /// Somebody is saving the file this moment; nothing was changed.
    case fileGone
    /// The same of the file beside it.
    case besideBusy(Failure)
    case failed(Failure)
  }

  /// Commits the intent of a draft, replaces the files, and lets memory follow.
  ///
  /// - Parameter isOverDisk: the draft was begun on a list that is what the file holds.
  func write(_ draft: Draft, isOverDisk: Bool = false) -> Written {
    guard !draft.isEmpty else {
      uuids = draft.context.uuids
      return .written
    }
    return put(draft, isOverDisk ? bytes(of: draft) : draft.list.bytes)
  }

  /// The content that the file shall have: what is in it but for the steps of the draft, where that is quicker.
  private func bytes(of draft: Draft) -> [UInt8] {
    guard !file.unwritten.isAhead, draft.steps.count <= Self.fewSteps else { return draft.list.bytes }
    var bytes = diskBytes
    var lineCount = list.rows.count
    for delta in draft.steps.map(\.delta) where !delta.isEmpty {
      guard let next = delta.applied(to: bytes, lineCount: lineCount) else { return draft.list.bytes }
      bytes = next
      lineCount += delta.hunks.reduce(0) { $0 + $1.inserted.count - $1.removed.count }
    }
    assert(bytes == draft.list.bytes)
    return bytes
  }
  /// Each copies the whole file.
  private static let fewSteps = 4

  /// The same where even a draft without a change may have something to write.
  func put(_ draft: Draft, _ bytes: [UInt8]) -> Written {
    // On its own, so that dropping the intent drops nothing else.
    record([])
    if draft.beside?.file == .done, doneFileHasNews {
      return .besideBusy(FileFault.busy(path: configuration.donePath).failure)
    }
    guard !bytes.isSame(as: diskBytes) || draft.beside != nil else { return commitAlone(draft) }
    let beside: BesideChange?
    do throws(FileFault) {
      beside = try besideChange(of: draft)
    } catch {
      return error.written
    }
    // The disk has something to do meanwhile.
    ports.file.prepare(bytes, diskRevision + 1)
    let (before, after) = trails(to: bytes)
    let intent = Intent(
      revision: draft.revision, todoBefore: before.fingerprint, todoAfter: after.fingerprint,
      doneBefore: beside.map { Fingerprint(of: $0.before ?? []) },
      doneAfter: beside.map { Fingerprint(of: $0.after ?? []) },
      steps: draft.steps.first.flatMap { first in draft.steps.last.map { first.number...$0.number } })
    do throws(StateError) {
      try commit(transaction(of: draft, intent: intent, beside: beside))
    } catch {
      ports.file.prepare(nil, 0)
      return .failed(error.failure)
    }
    let written = exchange(draft, bytes: bytes, intent, beside: beside)
    if diskBytes.isSame(as: bytes) { knownTrail = after }
    return written
  }

  private func trails(to bytes: [UInt8]) -> (before: FingerprintTrail, after: FingerprintTrail) {
    let before = knownTrail ?? FingerprintTrail(of: diskBytes)
    knownTrail = before
    return (before, before.followed(by: bytes, over: diskBytes))
  }

  private func exchange(_ draft: Draft, bytes: [UInt8], _ intent: Intent, beside: BesideChange?) -> Written {
    if let beside {
      do throws(FileFault) {
        try ports.file.replaceBeside(beside.file, beside.after, beside.before)
      } catch {
        dropIntent(of: draft)
        return error.written
      }
    }
    let creates = file.presence == .neverSeen || file.presence == .accepted
    let base = StaleBase(revision: diskRevision, bytes: diskBytes)
    switch ports.file.replace(bytes, diskBytes, creates, diskRevision + 1) {
    case .done(let previousWasRead):
      wrote(draft, bytes, intent, over: base, previousWasRead)
      if let beside { wrote(beside) }
      return .written
    case .foreign(let displaced, let previousWasRead):
      wrote(draft, bytes, intent, over: base, previousWasRead)
      if let beside { wrote(beside) }
      takeIn(displaced)
      return .written
    case .gone, .busy:
      takeBack(draft, beside)
      if file.unsettledSince == nil { file.unsettledSince = ports.uptime() }
      return .fileGone
    case .failed(let error):
      let fault = FileFault.system(error, path: configuration.todo)
      takeBack(draft, beside)
      noteWriteFailure(fault)
      return .failed(fault.failure)
    }
  }

  private func wrote(
    _ draft: Draft, _ bytes: [UInt8], _ intent: Intent, over base: StaleBase, _ previousWasRead: Bool
  ) {
    if !previousWasRead, let read = file.newestRead {
      // Who still writes to what was swapped out has not seen it either.
      file.unread.append(
        UnreadVersion(displacedFor: diskRevision + 1, fingerprint: intent.todoBefore, newestRead: read))
      if file.unread.count > FileState.unreadLimit { file.unread.removeFirst() }
    }
    // What stood there is what editors may still have loaded, unless nobody had seen that either.
    if previousWasRead || file.newestRead == nil { file.newestRead = base }
    adopt(draft, bytes: bytes)
    file.presence = .present
    noteWriteSuccess()
    file.unwritten.hurry(at: ports.uptime())
  }

  /// A change that leaves every byte of the file as it is, or that is only about reminders.
  private func commitAlone(_ draft: Draft) -> Written {
    do throws(StateError) {
      try commit(transaction(of: draft, intent: nil, beside: nil))
    } catch {
      return .failed(error.failure)
    }
    adopt(draft, bytes: diskBytes)
    return .written
  }

  /// Memory follows what is on disk.
  func adopt(_ draft: Draft, bytes: [UInt8]) {
    retired = list
    list = draft.list
    reminders = draft.reminders
    if owed != draft.owed {
      owed = draft.owed
      quiet.touched(at: ports.uptime())
    }
    revision = draft.revision
    nextStep = draft.nextStep
    uuids = draft.context.uuids
    diskBytes = bytes
    diskRevision = revision
    file.unwritten.isAhead = false
    sayAnswered(by: draft)
    sayClashes(of: draft)
    if draft.steps.contains(where: { $0.author == .client || $0.author == .popup }) { copies.personActed() }
    changeLog.note(draft.changes, at: draft.revision, done: draft.done)
    wantUpkeep()
    tell(draft.notes)
  }

  func transaction(of draft: Draft, intent: Intent?, beside: BesideChange?) -> Transaction {
    var records = draft.extra + draft.recorded.flatMap(StateRecord.records)
    if intent != nil, !file.wasSeen { records.append(.note(Daemon.seenNote, [1])) }
    if let beside { records += beside.records }
    return Transaction(
      revision: draft.revision, confirms: true, intent: intent, steps: draft.steps,
      undone: draft.undone, records: records)
  }

  private func takeBack(_ draft: Draft, _ beside: BesideChange?) {
    dropIntent(of: draft)
    guard let beside else { return }
    do throws(FileFault) {
      try ports.file.replaceBeside(beside.file, beside.before, beside.after)
    } catch {
      ports.journal(
        JournalEntry(
          .writeFailed, "\(name(of: beside.file)) is not as it was before a change that failed: \(error.words)",
          level: .error))
    }
  }
}

extension FileFault {
  /// What it is to a change of the file beside the todo file.
  fileprivate var written: Daemon.Written {
    switch self {
    case .busy: .besideBusy(failure)
    case .system, .notAFile, .tooLarge: .failed(failure)
    }
  }
}
