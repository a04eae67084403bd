internal import Linux
internal import Systemd

extension FileKeeper {
  /// Writes into the file itself, where it cannot be exchanged: a copy of what it holds is on disk before.
  ///
  /// Between the first and the last byte a reader sees half of each, and a crash leaves it so: the copy, found at start,
  /// tells (`isTorn`).
  func writeInPlace(_ job: Job, because reason: InPlaceReason) throws(SystemError) -> Replacement {
    let old = try openedInPlace(job)
    if ReadLease.ask(old.descriptor) == .writerPresent { return .busy }
    let found = try old.descriptor.readAll(limit: limit)
    try Directory.make(stateDirectory)
    let name = freeName(inStateDirectory: job, mark: Self.recoveryMark)
    let copy = try write(found, to: name) { _ in [] }
    try Directory.sync(stateDirectory)
    do throws(SystemError) { try overwrite(job, old, found) } catch {
      // Where the old bytes could not be put back either, the copy is all there is of them: the next start finds it.
      if (try? old.descriptor.readAll(limit: limit)) == found { try? Directory.unlink(name) }
      if error.isWouldBlock { return .busy }
      throw error
    }
    return finishInPlace(job, old, Pending(name: name, revision: job.revision, file: copy.file, known: found), reason)
  }

  /// Writes and syncs, or leaves the bytes as they were. The writing end is closed on return: its close is an event of
  /// ours, which must come before readers are counted.
  private func overwrite(_ job: Job, _ old: OpenFile, _ found: [UInt8]) throws(SystemError) {
    let writer = try FileDescriptor.open(job.target.path, .readingAndWriting)
    guard try writer.status().stamp.isSameFile(as: old.identity) else { throw .changedMeanwhile(path) }
    do throws(SystemError) {
      try writer.reserve(job.bytes.count)
      try writer.overwrite(with: job.bytes)
      try writer.sync()
    } catch {
      // The blocks of the old bytes are still the file's: they fit.
      try? writer.overwrite(with: found)
      try? writer.sync()
      throw error
    }
  }

  private func finishInPlace(
    _ job: Job, _ file: OpenFile, _ copy: Pending, _ reason: InPlaceReason
  ) -> Replacement {
    drain()
    let previousWasRead = wasRead || file !== self.file
    hold(file, job.bytes)
    inPlaceReason = reason
    // Our own writing was seen as somebody's: start counting anew.
    rewatch()
    copy.isRecoveryCopy = true
    keep(copy)
    if copy.known == job.expected {
      release(copy.name)
      return .done(previousWasRead: previousWasRead)
    }
    copy.isTold = true
    let displaced = Displaced(
      name: copy.name, revision: job.revision, base: job.expected, bytes: copy.known, isRecoveryCopy: true)
    return .foreign(displaced, previousWasRead: previousWasRead)
  }

  private func openedInPlace(_ job: Job) throws(SystemError) -> OpenFile {
    if let file, file.identity.isSameFile(as: job.status.stamp) { return file }
    return try OpenFile(reading: job.target.path)
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
