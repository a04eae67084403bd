internal import Glibc

/// What tells one state of a file from another without reading it.
package struct FileStamp: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  package let size: Int64
  /// mtime in nanoseconds since the epoch.
  package let modified: Int64
  /// ctime in nanoseconds since the epoch.
  package let changed: Int64

  package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// Whether a later write could leave this very stamp: git's racy rule, with 20 ms for the kernel's coarse clock.
  ///
  /// - Parameter readAt: when the reading began, in nanoseconds since the epoch.
  package func isRacy(readAt: Int64) -> Bool { max(modified, changed) > readAt - 20_000_000 }

  /// Whether both name one file.
  package func isSameFile(as other: FileStamp) -> Bool { device == other.device && inode == other.inode }
}

/// What fstat(2) says of a file.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Sendable { case regular, directory, link, fifo, socket, device }

  package let stamp: FileStamp
  package let kind: Kind
  /// Permission bits, 0o7777.
  package let mode: UInt32
  /// How many names the file has; 0 when none is left.
  package let links: UInt64
  package let owner: UInt32
  package let group: UInt32

  /// Follows links.
  package static func of(_ path: String) throws(SystemError) -> FileStatus {
    var about = stat()
    try retrying("stat \(path)") { stat(path, &about) }
    return FileStatus(about)
  }

  /// Stops at a link.
  package static func ofLink(_ path: String) throws(SystemError) -> FileStatus {
    var about = stat()
    try retrying("lstat \(path)") { lstat(path, &about) }
    return FileStatus(about)
  }

  fileprivate init(_ about: stat) {
    stamp = FileStamp(
      device: UInt64(about.st_dev), inode: UInt64(about.st_ino), size: Int64(about.st_size),
      modified: Self.nanoseconds(about.st_mtim), changed: Self.nanoseconds(about.st_ctim))
    kind =
      switch about.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .link
      case S_IFIFO: .fifo
      case S_IFSOCK: .socket
      default: .device
      }
    mode = UInt32(about.st_mode & 0o7777)
    links = UInt64(about.st_nlink)
    owner = about.st_uid
    group = about.st_gid
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    // A foreign filesystem may hold any date: wrap rather than trap.
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

extension FileDescriptor {
  package borrowing func status() throws(SystemError) -> FileStatus {
    let number = raw
    var about = stat()
    try retrying("fstat") { fstat(number, &about) }
    return FileStatus(about)
  }
}
