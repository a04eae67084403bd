import TodoCore
import TodoProtocol

/// What was found when the file was looked at: every event is a hint, the bytes decide.
extension Daemon {
  /// The file was touched and has settled: quiet, no writer left; or away or empty for two seconds.
  package func fileChanged(_ look: FileKeeper.Look) {
    let now = ports.now()
    file.unsettledSince = nil
    switch look {
    case .same: settled()
    case .changed(let bytes): taken(bytes, at: now)
    case .empty: emptied(at: now)
    case .missing: wentMissing()
    case .busy: file.unsettledSince = ports.uptime()
    case .unusable(let reason): refuse(FileFault(reason, path: configuration.todo))
    }
    file.unwritten.hurry(at: ports.uptime())
    retryWaiting()
    after(now)
  }

  /// Looks before a request, or before ringing: what has settled is taken in, what has not is remembered as unsettled.
  func look(at now: Instant) {
    switch ports.file.look() {
    case .same: settled()
    case .changed(let bytes): taken(bytes, at: now)
    case .unusable(let reason): refuse(FileFault(reason, path: configuration.todo))
    case .missing:
      switch file.presence {
      case .neverSeen, .accepted, .missing: break
      case .present, .unusable: noteUnsettled()
      }
    case .empty, .busy: noteUnsettled()
    }
  }

  private func noteUnsettled() {
    quiet.touched(at: ports.uptime())
    if file.unsettledSince == nil { file.unsettledSince = ports.uptime() }
  }

  private func settled() {
    file.unsettledSince = nil
    switch file.presence {
    case .present, .neverSeen, .accepted: break
    case .missing, .unusable: sayBack()
    }
    if file.presence != .neverSeen, file.presence != .accepted { file.presence = .present }
  }

  private func taken(_ bytes: [UInt8], at now: Instant) {
    file.unsettledSince = nil
    sayBack()
    guard file.wasSeen else {
      absorb(bytes, at: now, title: "first sight", cause: .firstSight)
      return
    }
    absorb(bytes, at: now)
  }

  private func emptied(at now: Instant) {
    let count = list.taskCount
    sayBack()
    let made = absorb([], at: now)
    // What is missing may be in a conflict copy, and comes back from there.
    copies.want(at: ports.uptime())
    lookAtCopies(at: ports.uptime())
    let lost = count - made.outcome.archived.count - list.taskCount
    guard let step = made.step, lost > 0 else { return }
    ports.journal(
      JournalEntry(.fileEmptied, "the todo file was emptied: \(lost) tasks are gone", level: .warning))
    notice(.emptied(count: lost, step: step))
  }

  private func wentMissing() {
    switch file.presence {
    case .neverSeen, .accepted, .missing: return
    // What stood in its place was never a file.
    case .unusable where !file.wasSeen: file.presence = .neverSeen
    case .present, .unusable:
      file.presence = .missing(since: ports.uptime())
      file.missingWasTold = false
    }
  }

  private func refuse(_ fault: FileFault) {
    file.unsettledSince = nil
    guard file.presence != .unusable(fault) else { return }
    file.presence = .unusable(fault)
    ports.journal(JournalEntry(.fileRefused, fault.words, level: .error, path: configuration.todo))
  }

  private func sayBack() {
    // A copy could not be taken in without the file.
    if file.presence != .present { copies.want(at: ports.uptime() + Copies.patience) }
    switch file.presence {
    case .missing where file.missingWasTold:
      ports.journal(JournalEntry(.fileBack, "the todo file is there again", path: configuration.todo))
    case .unusable:
      ports.journal(JournalEntry(.fileReadable, "the todo file can be read again", path: configuration.todo))
    case .missing, .present, .neverSeen, .accepted: break
    }
    file.missingWasTold = false
  }

  /// The uptime timer is up: something that waited is due.
  package func waited() {
    let now = ports.now()
    let uptime = ports.uptime()
    if let nextLook, nextLook <= uptime { self.nextLook = nil }
    if !waiting.isEmpty {
      look(at: now)
      if file.unsettledSince == nil { retryWaiting() }
    }
    refuseOverdue(at: uptime)
    tellIfMissing(at: uptime)
    tellBadValues(at: uptime)
    retryMerges(at: uptime)
    lookAtCopies(at: uptime)
    settleOwed(at: uptime)
    after(now)
  }

  private func tellIfMissing(at uptime: Int64) {
    guard let deadline = missingDeadline, deadline <= uptime else { return }
    file.missingWasTold = true
    ports.journal(
      JournalEntry(
        .fileMissing, "the todo file is gone; todod goes on from memory: `todoctl restore --file` or `todoctl accept`",
        level: .warning, path: configuration.todo))
    notice(.missing(path: configuration.todo))
  }

  /// When a file that stays away is told of in a popup.
  var missingDeadline: Int64? {
    guard case .missing(let since) = file.presence, !file.missingWasTold else { return nil }
    return since + Daemon.missingPatience
  }
  private static let missingPatience: Int64 = 60_000

  // MARK: Before a change

  /// A change needs a file that is what memory says, or it waits.
  func requireSettledFile() throws(Unanswered) {
    switch file.presence {
    case .present, .neverSeen, .accepted:
      guard file.unsettledSince != nil else { return }
      throw .mustWait
    case .missing: throw .failure(missingFailure(.file))
    case .unusable(let fault): throw .failure(fault.failure)
    }
  }

  /// What a change hears that waited in vain.
  var fileBusyFailure: Failure {
    if case .missing = ports.file.look() { return missingFailure(.fileBusy) }
    return FileFault.busy(path: configuration.todo).failure
  }

  private func missingFailure(_ name: ErrorName) -> Failure {
    Failure(
      name,
      "\(configuration.todo) is missing: `todoctl restore --file` writes it again, `todoctl accept` lets it go")
  }
}
