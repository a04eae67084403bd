internal import Linux
package import TodoCore

extension FileKeeper {
  /// Looks at the file: a stat(2) and a lease where nothing changed (some 15 µs), a reading where something may have.
  package func look(at now: Instant) -> Look {
    drain()
    if needsRewatch { rewatch() }
    let status: FileStatus
    do throws(SystemError) { status = try FileStatus.of(path) } catch {
      return error.isMissing ? .missing : .unusable(.failed(error))
    }
    guard status.kind == .regular else { return .unusable(.notAFile) }
    guard status.stamp.size <= limit else { return .unusable(.tooLarge(bytes: status.stamp.size)) }
    if let seen, let file, seen.stamp == status.stamp, isGuarded || seen.isProof {
      // A mapping can write without a new stamp.
      let lease = ReadLease.ask(file.descriptor)
      if lease != .writerPresent { return judge(seen, lease, now) }
    }
    do throws(SystemError) { return try read(status.stamp, now) } catch {
      if error.isMissing { return .missing }
      if error.isTooLarge { return .unusable(.tooLarge(bytes: status.stamp.size)) }
      return .unusable(.failed(error))
    }
  }

  private func read(_ stamp: FileStamp, _ now: Instant) throws(SystemError) -> Look {
    for _ in 0..<3 {
      let file = try opened(stamp)
      let before = ReadLease.ask(file.descriptor)
      let readAt = Clock.realtimeNanoseconds()
      let status = try file.descriptor.status()
      guard status.kind == .regular else { return .unusable(.notAFile) }
      let bytes = try contents(of: file)
      if try file.descriptor.status().stamp != status.stamp { continue }
      let after = ReadLease.ask(file.descriptor)
      let seen = Seen(stamp: status.stamp, readAt: readAt, bytes: bytes)
      self.seen = seen
      return judge(seen, before == .writerPresent ? before : after, now)
    }
    return .busy
  }

  /// Equal bytes are kept once, not twice.
  private func contents(of file: OpenFile) throws(SystemError) -> [UInt8] {
    if let adopted, try file.descriptor.holds(adopted) { return adopted }
    return try file.descriptor.readAll(limit: limit)
  }

  /// The file behind the name, by the descriptor that is open already where it is the same file.
  private func opened(_ stamp: FileStamp) throws(SystemError) -> OpenFile {
    if let file, file.identity.isSameFile(as: stamp) { return file }
    let fresh = try OpenFile(reading: path)
    file = fresh
    (countsReaders, isGuarded) = (false, false)
    // The place may be another one too: a link was turned.
    rewatch()
    return fresh
  }

  private func judge(_ seen: Seen, _ lease: ReadLease, _ now: Instant) -> Look {
    wasHeld = lease == .writerPresent
    if let adopted, seen.bytes.isSame(as: adopted) { return .same }
    let age = now.microseconds - seen.stamp.changed / 1000
    switch lease {
    case .noWriter: break
    // After a clock step a stamp may lie in the future: that is no reason to wait.
    case .writerPresent: if abs(age) < 1_000_000 { return .busy }
    case .unsupported: if abs(age) < 300_000 { return .busy }
    }
    if seen.bytes.isEmpty, let adopted, !adopted.isEmpty { return .empty }
    return .changed(seen.bytes)
  }

  /// Whether somebody can write to the file now, as far as the kernel tells.
  var isHeldByWriter: Bool {
    guard let file else { return false }
    return ReadLease.ask(file.descriptor) == .writerPresent
  }
}
