internal import Linux

/// The last look before an exchange. Until it is over whoever opens the file for writing waits: they do not begin between
/// the look and the exchange, however long we may be stopped there.
///
/// What they save is taken in first. Displaced, it would be in no file that anybody knows until it is merged, and a program
/// that keeps two files would find its old lines in one of them (topydo archived them once more).
extension FileKeeper {
  /// - Returns: whether anybody could write to it before; nil where that is not asked.
  func keepWritersOut(of old: OpenFile) -> ReadLease? { waitsForSaves ? ReadLease.take(old.descriptor) : nil }

  func letWritersIn(to old: OpenFile, _ lease: ReadLease?) {
    if lease == .noWriter { ReadLease.giveBack(old.descriptor) }
  }

  /// Whether somebody has written to the file, replaced it or begun to write to it since it was last looked at.
  func isSavedSince(_ job: Job, _ old: OpenFile, _ lease: ReadLease?) -> Bool {
    guard let lease, let seen, let now = try? FileStatus.of(job.target.path).stamp else { return false }
    let isHeldAnew =
      switch lease {
      case .writerPresent: !wasHeld
      case .noWriter: ReadLease.isWaitedFor(old.descriptor)
      case .unsupported: false
      }
    return isHeldAnew || now != seen.stamp
  }
}
