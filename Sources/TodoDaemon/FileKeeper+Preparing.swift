internal import Linux

extension FileKeeper {
  /// A new file on its way to the disk, not yet whole there.
  final class Unfinished {
    let name: String
    let bytes: [UInt8]
    let descriptor: FileDescriptor

    init(_ name: String, _ bytes: [UInt8]) throws(SystemError) {
      try? Directory.unlink(name)
      descriptor = try FileDescriptor.open(name, .creating(mode: 0o600))
      (self.name, self.bytes) = (name, bytes)
      try descriptor.overwrite(with: bytes)
    }
  }

  /// Begins to write what `replace` will soon be asked for, so that the disk works on it while the state is committed;
  /// nil lets go of what was begun.
  ///
  /// Nothing depends on it: what fails here is tried again, and told, by `replace`.
  package func prepare(_ bytes: [UInt8]?, revision: Int64) {
    discardUnfinished()
    guard let bytes, let target = try? ResolvedPath(path).target, let status = try? FileStatus.of(target.path),
      status.kind == .regular, status.links == 1, !withoutExchange.contains(status.stamp.device)
    else { return }
    let job = Job(bytes: bytes, expected: [], revision: revision, target: target, status: status)
    guard let name = freeNames(job).first, let made = try? Unfinished(name + Self.unfinishedMark, bytes) else { return }
    // Now, so that the commit of the state takes it to the disk as well and `replace` has nothing left to wait for.
    if let old = try? openedForLikeness(job) { _ = try? made.descriptor.takeLikeness(of: old.descriptor) }
    made.descriptor.beginWriting()
    unfinished = made
  }

  /// The prepared file if it is this one, or one that is made now.
  func unfinishedFile(_ name: String, _ bytes: [UInt8]) throws(SystemError) -> Unfinished {
    guard let made = unfinished, made.name == name, made.bytes.isSame(as: bytes) else {
      return try Unfinished(name, bytes)
    }
    unfinished = nil
    return made
  }

  func discardUnfinished() {
    guard let made = unfinished else { return }
    try? Directory.unlink(made.name)
    unfinished = nil
  }
}
