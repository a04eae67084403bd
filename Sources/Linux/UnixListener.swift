internal import CLinux
internal import Glibc

/// A socket that clients connect to.
package final class UnixListener {
  /// Readable when somebody wants in.
  package let descriptor: FileDescriptor
  /// The path that goes with the listener; nil for a socket that the service manager made and keeps.
  private let path: String?

  /// Takes over a listening socket of the service manager.
  package init(adopting descriptor: consuming FileDescriptor) throws(SystemError) {
    self.descriptor = descriptor
    path = nil
    try self.descriptor.setBlocking(false)
  }

  /// Listens at a path, in place of whatever socket was left there; only this user may connect (mode 0600).
  ///
  /// The socket gets its name only when it listens: nobody who sees the name is refused.
  package init(path: String, backlog: Int32 = 128) throws(SystemError) {
    let temporary = "\(path).\(CurrentProcess.id)"
    descriptor = try UnixSocket.make()
    self.path = path
    let number = descriptor.raw
    try? Directory.unlink(temporary)
    try UnixSocket.withAddress(of: temporary) { address, size throws(SystemError) in
      try retrying("bind \(temporary)") { bind(number, address, size) }
    }
    do throws(SystemError) {
      try retrying("chmod \(temporary)") { chmod(temporary, 0o600) }
      try retrying("listen \(temporary)") { listen(number, backlog) }
      try Directory.rename(temporary, to: path)
    } catch {
      try? Directory.unlink(temporary)
      throw error
    }
  }

  deinit {
    if let path { try? Directory.unlink(path) }
  }

  /// The next client; nil when none waits.
  package func accept() throws(SystemError) -> UnixSocket? {
    let number = descriptor.raw
    do throws(SystemError) {
      return UnixSocket(FileDescriptor(owning: try retrying("accept") { clinux_accept(number) }))
    } catch {
      // A client that went away while it waited is no fault of the listener.
      if error.isWouldBlock || error.code == ECONNABORTED { return nil }
      throw error
    }
  }
}
