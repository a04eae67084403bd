internal import Linux

extension FileKeeper {
  /// The names a displaced file may get, best first: in the state directory, where no sync tool and no watch sees it, or
  /// beside the file, hidden.
  func freeNames(_ job: Job) -> [String] {
    var names: [String] = []
    try? Directory.make(stateDirectory)
    if !foreignMounts.contains(stateDirectory), let state = try? FileStatus.of(stateDirectory).stamp,
      state.device == job.status.stamp.device
    {
      names.append(freeName(inStateDirectory: job, mark: ""))
    }
    names.append(freeName(beside: job.target, job.revision))
    return names
  }

  func freeName(inStateDirectory job: Job, mark: String) -> String {
    free(Path.join(stateDirectory, "\(statePrefix(job.target))\(job.revision)\(mark)"))
  }

  func freeName(beside target: Place, _ revision: Int64) -> String {
    free(Path.join(target.directory, "\(besidePrefix(target))\(revision)"))
  }

  private func free(_ name: String) -> String {
    var candidate = name
    var count = 1
    while (try? FileStatus.ofLink(candidate)) != nil {
      count += 1
      candidate = "\(name)+\(count)"
    }
    return candidate
  }

  /// Names the real path too: another file's leftovers are no edit of this one.
  func statePrefix(_ target: Place) -> String { "\(key)-\(mark(target))-" }

  /// Names the machine too: a sync tool carries dot-named files to others, whose leftovers are theirs.
  func besidePrefix(_ target: Place) -> String { ".\(target.name).todod-\(mark(target))-" }

  private func mark(_ target: Place) -> String {
    // FNV-1a: short, and the same on every run.
    var hash: UInt32 = 2_166_136_261
    for byte in machine + Array(target.path.utf8) { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
