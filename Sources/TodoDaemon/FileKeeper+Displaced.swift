internal import Linux
internal import Systemd

extension FileKeeper {
  /// A displaced file that is still kept.
  final class Pending {
    let name: String
    let revision: Int64
    let file: OpenFile
    /// The bytes of it that the caller knows.
    var known: [UInt8]
    /// Whether a reader's close means that the version which the caller counts as replaced was read. Not if somebody
    /// renamed another file there just before the exchange, nor once somebody has written into it: who reads that has not
    /// seen ours.
    var countsReaders: Bool
    /// The stamp that the file had with the known bytes, where whoever writes to it leaves another stamp or an event;
    /// nil where only reading tells.
    var stamp: FileStamp?
    /// Whether the caller was told of bytes and has not released it since.
    var isTold = false
    var isRecoveryCopy = false
    var isNameSynced = false
    var watch: Inotify.Watch?
    /// The last event, or when it was displaced, in microseconds of the monotonic clock.
    var touched = Clock.monotonic()

    init(name: String, revision: Int64, file: OpenFile, known: [UInt8], countsReaders: Bool) {
      (self.name, self.revision, self.file) = (name, revision, file)
      (self.known, self.countsReaders) = (known, countsReaders)
    }
  }

  static var unfinishedMark: String { ".new" }
  static var recoveryMark: String { ".was" }

  /// Where leases do not work, how long after its last change a displaced file may still be written to.
  private static let doubt: Int64 = 60_000_000
  /// How many such files are kept, at least and at most, and how many bytes of them: a client that writes without end
  /// must not fill memory, nor have every open descriptor.
  private static let inDoubt = (files: 16...256, bytes: 16 << 20)

  func keep(_ pending: Pending) {
    pending.watch = try? inotify?.add(pending.file.descriptor, Self.ownKinds)
    displaced[pending.name] = pending
    // A second look after the answers: somebody may have been opening it at this very moment.
    review(at: Clock.monotonic())
  }

  func touched(_ pending: Pending, _ event: Inotify.Event) {
    if event.kind.contains(.closedAfterReading) { wasReadLate(pending) }
    if event.kind.contains(.ignored) { pending.watch = nil }
    if event.kind.isDisjoint(with: [.modified, .closedAfterWriting, .ignored]) { return }
    (pending.countsReaders, pending.stamp) = (false, nil)
    pending.touched = Clock.monotonic()
    // No name leads there any more: whoever closes it has done with it. Until it is merged the file in place lacks it.
    let isClosed = event.kind.contains(.closedAfterWriting) && ReadLease.ask(pending.file.descriptor) == .noWriter
    review(at: isClosed ? pending.touched : pending.touched + Settling.quiet)
  }

  private func review(at time: Int64) {
    if let planned = reviewPlanned, planned <= time { return }
    reviewPlanned = time
    try? reviewTimer?.set(time)
  }

  /// Looks at every kept file that may have changed or may go.
  func reviewDisplaced() {
    reviewPlanned = nil
    drain()
    for pending in displaced.values.sorted(by: { ($0.revision, $0.name) < ($1.revision, $1.name) }) {
      if let found = look(at: pending) {
        onDisplacedChange(found)
      } else {
        unlinkIfDone(pending)
      }
    }
  }

  /// The bytes that the caller does not know, once they are settled; nil when there are none.
  func look(at pending: Pending) -> Displaced? {
    let now = Clock.monotonic()
    let lease = ReadLease.ask(pending.file.descriptor)
    if lease == .writerPresent, now < pending.touched + Settling.patience {
      review(at: pending.touched + Settling.patience)
      return nil
    }
    // A file that cannot be read stays: the next start looks at it again.
    guard let isKnown = try? holdsKnown(pending, lease), !isKnown,
      let bytes = try? pending.file.descriptor.readAll(limit: limit)
    else { return nil }
    let base = pending.known
    pending.known = bytes
    pending.stamp = nil
    pending.isTold = true
    // Until they are merged these bytes are nowhere else.
    syncName(of: pending)
    return Displaced(
      name: pending.name, revision: pending.revision, base: base, bytes: bytes,
      isRecoveryCopy: pending.isRecoveryCopy)
  }

  /// Whether a displaced file has the bytes that the caller knows, as of when its lease was asked for.
  private func holdsKnown(_ pending: Pending, _ lease: ReadLease) throws(SystemError) -> Bool {
    // Who has written and is gone left an event before the lease was free. It is left to the loop: the caller may not
    // know of this file yet.
    if lease == .noWriter, let then = pending.stamp, !(inotify?.hasEvents ?? false) {
      let now = try pending.file.descriptor.status().stamp
      // Its own moving changed the ctime.
      if now.size == then.size, now.modified == then.modified { return true }
    }
    return try pending.file.descriptor.holds(pending.known)
  }

  private var isRoomForDoubt: Bool {
    if displaced.count <= Self.inDoubt.files.lowerBound { return true }
    return displaced.count <= Self.inDoubt.files.upperBound
      && displaced.values.reduce(0) { $0 + $1.known.count } <= Self.inDoubt.bytes
  }

  private func unlinkIfDone(_ pending: Pending) {
    if pending.isTold { return }
    let lease = ReadLease.ask(pending.file.descriptor)
    switch lease {
    case .writerPresent: return syncName(of: pending)
    case .noWriter: break
    case .unsupported:
      let end = pending.touched + Self.doubt
      if Clock.monotonic() < end, !pending.isRecoveryCopy, isRoomForDoubt {
        syncName(of: pending)
        return review(at: end)
      }
    }
    // Written between the look and the lease: look again.
    guard let isKnown = try? holdsKnown(pending, lease) else { return }
    if !isKnown { return review(at: Clock.monotonic()) }
    try? Directory.unlink(pending.name)
    displaced[pending.name] = nil
    if pending.countsReaders, ReadLease.isOpenElsewhere(pending.file.descriptor), readLate.count < Self.mostReadLate {
      pending.known = []
      readLate.append(pending)
    } else if let watch = pending.watch {
      inotify?.remove(watch)
    }
  }
  private static let mostReadLate = 16

  /// Somebody who had opened the file before it was displaced has read it now: what they save knows what is in it.
  private func wasReadLate(_ pending: Pending) {
    if pending.countsReaders { onDisplacedRead(pending.revision) }
    guard let place = readLate.firstIndex(where: { $0 === pending }) else { return }
    if ReadLease.isOpenElsewhere(pending.file.descriptor) { return }
    readLate.remove(at: place)
    if let watch = pending.watch { inotify?.remove(watch) }
  }

  /// Somebody may still write to it, or has: then a power failure must not take its name.
  private func syncName(of pending: Pending) {
    guard !pending.isNameSynced else { return }
    pending.isNameSynced = (try? Directory.sync(Path.directory(of: pending.name))) != nil
  }

  /// The bytes of a displaced file are taken in, on disk: it goes as soon as nobody can write to it.
  package func release(_ name: String) {
    guard let pending = displaced[name] else { return }
    pending.isTold = false
    review(at: Clock.monotonic())
  }

  /// The displaced files that are still kept.
  package var keptNames: [String] { displaced.keys.sorted() }

  /// Finds what an earlier run left: compare each with the versions, merge what is unknown, then `release` it.
  package func leftovers() -> [Displaced] {
    guard let target = try? ResolvedPath(path).target else { return [] }
    var found: [Displaced] = []
    for (directory, prefix) in [(stateDirectory, statePrefix(target)), (target.directory, besidePrefix(target))] {
      for name in (try? Directory.names(in: directory)) ?? [] where name.hasPrefix(prefix) {
        let path = Path.join(directory, name)
        if name.hasSuffix(Self.unfinishedMark) {
          // Never whole, and nobody else's: it had no name that anybody knows.
          try? Directory.unlink(path)
        } else if let leftover = takeUp(path, name.dropFirst(prefix.count)) {
          found.append(leftover)
        }
      }
    }
    return found.sorted { ($0.revision, $0.name) < ($1.revision, $1.name) }
  }

  private func takeUp(_ path: String, _ rest: Substring) -> Displaced? {
    guard displaced[path] == nil, let revision = Int64(rest.prefix { $0.isNumber }) else { return nil }
    guard let file = try? OpenFile(reading: path), let bytes = try? file.descriptor.readAll(limit: limit) else {
      return nil
    }
    let pending = Pending(name: path, revision: revision, file: file, known: bytes, countsReaders: false)
    pending.isTold = true
    pending.isRecoveryCopy = rest.contains(Self.recoveryMark)
    keep(pending)
    return Displaced(
      name: path, revision: revision, base: nil, bytes: bytes, isRecoveryCopy: pending.isRecoveryCopy)
  }
}
