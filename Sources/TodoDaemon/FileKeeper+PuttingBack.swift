internal import Linux

/// An exchange that is undone: what was displaced stands in its place again.
extension FileKeeper {
  /// Whether somebody has written to the file, replaced it or opened it for writing since the last look. What they save is
  /// taken in first: displaced, it would be merged only when they are known to be gone, and a program that keeps two files
  /// would find its old lines in one of them until then (topydo archived them once more).
  func isSavedSince(_ job: Job, _ old: OpenFile) -> Bool {
    guard waitsForSaves, let seen, let now = try? FileStatus.of(job.target.path).stamp else { return false }
    return now != seen.stamp || isNewlyHeld(old)
  }

  /// The same of what was displaced, since `isSavedSince` was asked.
  func displacedASave(_ old: OpenFile, _ new: Displacing) -> Bool {
    guard waitsForSaves, let seen else { return false }
    // Its own moving changed the ctime.
    guard let now = try? FileStatus.of(new.name).stamp, now.isSameFile(as: seen.stamp), now.size == seen.stamp.size,
      now.modified == seen.stamp.modified
    else { return true }
    return isNewlyHeld(old)
  }

  private func isNewlyHeld(_ old: OpenFile) -> Bool {
    !wasHeld && ReadLease.ask(old.descriptor) == .writerPresent
  }

  /// Gives the place back to what somebody saved; false where that cannot be.
  func putBack(_ job: Job, _ new: Displacing) -> Bool {
    guard (try? Directory.exchange(new.name, job.target.path)) != nil else { return false }
    unwatch(new)
    giveUp(new.name, job.bytes, job.revision)
    return true
  }

  /// Undoes an exchange that may not last: what was displaced stands in its place again.
  func takeBack(_ job: Job, _ name: String) {
    file = nil
    seen = nil
    adopt(job.expected)
    needsRewatch = true
    // Left where it is, the displaced file is found at the next start.
    guard (try? Directory.exchange(name, job.target.path)) != nil else { return }
    displaced[name] = nil
    giveUp(name, job.bytes, job.revision)
  }

  /// Removes a file of ours that stood in place for a moment; what somebody wrote to it in that moment is an edit like
  /// any other.
  func giveUp(_ name: String, _ bytes: [UInt8], _ revision: Int64) {
    guard let file = try? OpenFile(reading: name) else { return }
    let isOurs = (try? file.descriptor.holds(bytes)) ?? false
    if isOurs, ReadLease.ask(file.descriptor) == .noWriter {
      try? Directory.unlink(name)
    } else {
      keep(Pending(name: name, revision: revision, file: file, known: bytes, countsReaders: false))
    }
  }
}
