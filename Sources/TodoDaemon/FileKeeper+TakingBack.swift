internal import Linux

/// What was put in place is taken away again, where it may not last.
extension FileKeeper {
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
