internal import CLinux
internal import Glibc

/// An open descriptor that is closed when its owner goes.
package struct FileDescriptor: ~Copyable {
  /// The number, for calls of other libraries; valid as long as this value lives.
  package let raw: Int32

  /// Takes over an open descriptor.
  package init(owning raw: Int32) {
    precondition(raw >= 0)
    self.raw = raw
  }

  deinit {
    // An error of close(2) says nothing that a caller could act on: writers sync first.
    _ = close(raw)
  }

  /// A path that leads to this very file, whatever its names are by now; valid as long as this value lives.
  package var pathOfItself: String { "/proc/self/fd/\(raw)" }

  /// Gives the number away unclosed.
  package consuming func release() -> Int32 {
    let number = raw
    discard self
    return number
  }
}

extension FileDescriptor {
  /// How open(2) opens; always with O_CLOEXEC.
  package enum Access: Sendable {
    case reading
    case writing
    case readingAndWriting
    /// Creates the file, which must not be there.
    case creating(mode: UInt32)
    /// Opens the file, or creates it.
    case openingOrCreating(mode: UInt32)
    case appending(mode: UInt32)
    /// A handle on the name without access to the bytes (O_PATH).
    case path

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDONLY
      case .writing: O_WRONLY
      case .readingAndWriting: O_RDWR
      case .creating: O_RDWR | O_CREAT | O_EXCL
      case .openingOrCreating: O_RDWR | O_CREAT
      case .appending: O_WRONLY | O_CREAT | O_APPEND
      case .path: 0o10000000
      }
    }

    fileprivate var mode: UInt32 {
      switch self {
      case .reading, .writing, .readingAndWriting, .path: 0
      case .creating(let mode), .openingOrCreating(let mode), .appending(let mode): mode
      }
    }
  }

  /// Opens a file without ever waiting: a FIFO without a writer opens too.
  package static func open(_ path: String, _ access: Access) throws(SystemError) -> FileDescriptor {
    let flags = access.flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let raw = try retrying("open \(path)") { Glibc.open(path, flags, access.mode) }
    return FileDescriptor(owning: raw)
  }

  /// A second descriptor for the same open file.
  package borrowing func duplicate() throws(SystemError) -> FileDescriptor {
    let number = raw
    return FileDescriptor(owning: try retrying("dup") { fcntl(number, F_DUPFD_CLOEXEC, 3) })
  }

  /// Says whether reading and writing return at once instead of waiting (O_NONBLOCK).
  package borrowing func setBlocking(_ blocks: Bool) throws(SystemError) {
    let number = raw
    let flags = try retrying("fcntl") { fcntl(number, F_GETFL) }
    let wanted = blocks ? flags & ~O_NONBLOCK : flags | O_NONBLOCK
    try retrying("fcntl") { fcntl(number, F_SETFL, wanted) }
  }
}

extension FileDescriptor {
  /// A file without a name that holds these bytes and is read from its beginning (memfd_create(2)).
  package static func memory(_ name: String, _ bytes: [UInt8]) throws(SystemError) -> FileDescriptor {
    let file = FileDescriptor(owning: try retrying("memfd_create") { clinux_memory_file(name) })
    // What others read begins where writing left the offset: it must not move.
    try file.overwrite(with: bytes)
    return file
  }
}

/// The two ends of a pipe(2).
package struct Pipe: ~Copyable {
  package let reading: FileDescriptor
  package let writing: FileDescriptor

  package init() throws(SystemError) {
    var (reading, writing): (Int32, Int32) = (-1, -1)
    try retrying("pipe") { clinux_pipe(&reading, &writing) }
    self.reading = FileDescriptor(owning: reading)
    self.writing = FileDescriptor(owning: writing)
  }
}
