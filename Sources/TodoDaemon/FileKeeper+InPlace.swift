internal import Linux
internal import Systemd

extension FileKeeper {
  /// Writes into the file itself, where it cannot be exchanged: a copy of what it holds is on disk before, and all the
  /// while nobody else can open it.
  ///
  /// A crash between the first and the last byte leaves half of each: the copy, found at start, tells (`isTorn`).
  func writeInPlace(_ job: Job, because reason: InPlaceReason) throws(SystemError) -> Replacement {
    guard try isFree(job) else { return .busy }
    letGo()
    let writer = try FileDescriptor.open(job.target.path, .readingAndWriting)
    guard try writer.status().stamp.isSameFile(as: job.status.stamp) else { return .busy }
    // nil where there are no leases.
    let isAlone = try? writer.keepOthersOut()
    if isAlone == false, crowdedSince == nil { return .busy }
    // What somebody wrote since the change was made must be in the change first.
    guard try writer.holds(job.expected) else { return .busy }
    try Directory.make(stateDirectory)
    let name = freeName(inStateDirectory: job, mark: Self.recoveryMark)
    _ = try write(job.expected, to: name) { _ in [] }
    do throws(SystemError) {
      try Directory.sync(stateDirectory)
      try overwrite(writer, with: job.bytes, insteadOf: job.expected)
    } catch {
      // Where the old bytes could not be put back either, the copy is all there is of them: the next start finds it.
      if (try? writer.holds(job.expected)) ?? false { try? Directory.unlink(name) }
      throw error
    }
    try? Directory.unlink(name)
    let previousWasRead = wasRead
    writer.letOthersIn()
    onExchanged()
    holdAsOwn(job.bytes)
    if let file = try? OpenFile(reading: writer.pathOfItself) { hold(file, job.bytes) }
    // Before the watch is set, which would take its close for somebody's.
    _ = consume writer
    inPlaceReason = reason
    // Whoever had it open before may close it now and has seen the old bytes: then a close says nothing.
    countsReaders = isAlone ?? true
    rewatch()
    // What came since the others were let in came unwatched, and may have left the very stamp.
    if !isStill(job) { hint() }
    return .done(previousWasRead: previousWasRead)
  }

  /// Whether the name still leads to the file that was written, and that still holds what was.
  private func isStill(_ job: Job) -> Bool {
    guard let file, let now = try? FileStatus.of(job.target.path).stamp, now.isSameFile(as: file.identity) else {
      return false
    }
    return (try? file.descriptor.holds(job.bytes)) ?? false
  }

  /// Whether the file can be written into: nobody has it open, or has had it for so long that they must be put up with.
  private func isFree(_ job: Job) throws(SystemError) -> Bool {
    let file = try openedForLikeness(job)
    if ReadLease.ask(file.descriptor) == .writerPresent { return false }
    guard ReadLease.isOpenElsewhere(file.descriptor) else {
      crowdedSince = nil
      return true
    }
    let now = Clock.monotonic()
    // What was found long ago says nothing of who has it open now.
    let since = crowdedSince.flatMap { now - $0 < Self.crowdMemory ? $0 : nil } ?? now
    crowdedSince = since
    return now - since > Self.crowdPatience
  }
  private static var crowdPatience: Int64 { 1_000_000 }
  private static var crowdMemory: Int64 { 10_000_000 }

  /// Closes our own end, which would keep us from being alone in the file, and unwatched, since a close is what a reader
  /// is known by.
  private func letGo() {
    drain()
    if let fileWatch { inotify?.remove(fileWatch) }
    (fileWatch, file, seen) = (nil, nil, nil)
    countsReaders = false
    needsRewatch = true
  }

  /// Writes and syncs, or leaves the bytes as they were.
  private func overwrite(
    _ writer: borrowing FileDescriptor, with bytes: [UInt8], insteadOf found: [UInt8]
  ) throws(SystemError) {
    do throws(SystemError) {
      try writer.reserve(bytes.count)
      try writer.overwrite(with: bytes)
      try writer.sync()
    } catch {
      // The blocks of the old bytes are still the file's: they fit.
      try? writer.overwrite(with: found)
      try? writer.sync()
      throw error
    }
  }

  /// Whether `current` is what a crash left of writing `after` over `before` in place.
  package static func isTorn(_ current: [UInt8], before: [UInt8], after: [UInt8]) -> Bool {
    if current == before || current == after { return false }
    let (shorter, longer) = (min(before.count, after.count), max(before.count, after.count))
    guard (shorter...longer).contains(current.count) else { return false }
    return current.indices.allSatisfy { index in
      let byte = current[index]
      // A file that grew may have blocks that never got their bytes.
      if index >= before.count && byte == 0 { return true }
      return (index < before.count && byte == before[index]) || (index < after.count && byte == after[index])
    }
  }
}
