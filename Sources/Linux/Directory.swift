internal import CLinux
internal import Glibc

/// Directories, and the names in them.
package enum Directory {
  /// Makes a directory and those above it that are missing, all with mode 0700.
  package static func make(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 { return }
    var error = SystemError.last("mkdir \(path)")
    if error.code == ENOENT && Path.directory(of: path) != path {
      try make(Path.directory(of: path))
      if mkdir(path, 0o700) == 0 { return }
      error = .last("mkdir \(path)")
    }
    if error.code == EEXIST, try FileStatus.of(path).kind == .directory { return }
    throw error
  }

  /// Waits until the names in a directory are on the disk.
  package static func sync(_ path: String) throws(SystemError) {
    let directory = try FileDescriptor.open(path, .reading)
    do throws(SystemError) { try directory.sync() } catch  where error.code == EINVAL {
      // Some filesystems cannot sync a directory: what they promise they do without being asked.
    }
  }

  /// The names in a directory, sorted, without `.` and `..`.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let stream = opendir(path) else { throw .last("opendir \(path)") }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { field in
        String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    if errno != 0 { throw .last("readdir \(path)") }
    return names.sorted()
  }

  /// Takes a name away (unlink(2)).
  package static func unlink(_ path: String) throws(SystemError) {
    try retrying("unlink \(path)") { Glibc.unlink(path) }
  }

  /// Gives a file another name, over whatever has it.
  package static func rename(_ from: String, to: String) throws(SystemError) {
    try retrying("rename \(from)") { Glibc.rename(from, to) }
  }

  /// Gives a file another name that must be free (EEXIST).
  package static func renameWithoutReplacing(_ from: String, to: String) throws(SystemError) {
    do throws(SystemError) { try retrying("rename \(from)") { clinux_rename_noreplace(from, to) } } catch {
      guard error.isUnsupported else { throw error }
      try renameByLink(from, to: to)
    }
  }

  /// The same where the filesystem has only the two oldest ways: for a moment the file has both names, or, where it
  /// cannot have two, the name may be taken between the asking and the renaming.
  private static func renameByLink(_ from: String, to: String) throws(SystemError) {
    do throws(SystemError) { try retrying("link \(from)") { link(from, to) } } catch {
      guard error.isUnsupported || error.isDenied else { throw error }
      if (try? FileStatus.ofLink(to)) != nil { throw SystemError(EEXIST, "rename \(from)") }
      return try rename(from, to: to)
    }
    do throws(SystemError) { try unlink(from) } catch {
      try? unlink(to)
      throw error
    }
  }

  /// Swaps what two names stand for, in one instant; ENOENT when either is missing.
  package static func exchange(_ one: String, _ other: String) throws(SystemError) {
    try retrying("exchange \(one)") { clinux_rename_exchange(one, other) }
  }

  /// Whether this process may make and take away names there.
  package static func isWritable(_ path: String) -> Bool { access(path, W_OK | X_OK) == 0 }
}
