internal import CLinux
internal import Glibc

/// A connected stream socket of this machine; never waits, unless it is asked to.
package final class UnixSocket {
  package let descriptor: FileDescriptor

  init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// Who is at the other end (SO_PEERCRED).
  package struct Peer: Hashable, Sendable {
    package let process: Int32
    package let user: UInt32
    package let group: UInt32
  }

  package func peer() throws(SystemError) -> Peer {
    var (process, user, group): (Int32, UInt32, UInt32) = (0, 0, 0)
    let number = descriptor.raw
    try retrying("getsockopt") { clinux_peer(number, &process, &user, &group) }
    return Peer(process: process, user: user, group: group)
  }

  package func read(atMost limit: Int = 65_536) throws(SystemError) -> Reading {
    try descriptor.read(atMost: limit)
  }

  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Writing { try descriptor.write(bytes) }

  /// Says that nothing more will be written; the other end reads to the end.
  package func finishWriting() { _ = shutdown(descriptor.raw, Int32(SHUT_WR)) }

  /// Reads what comes next, waiting for it; ETIMEDOUT after `milliseconds` (-1: no limit).
  package func readWaiting(milliseconds: Int32) throws(SystemError) -> Reading {
    guard try descriptor.wait(for: .reading, milliseconds: milliseconds) else {
      throw SystemError(ETIMEDOUT, "read")
    }
    return try read()
  }

  /// Writes everything, waiting as needed; ETIMEDOUT when nothing goes for `milliseconds`.
  package func writeAll(_ bytes: [UInt8], milliseconds: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch try write(rest) {
      case .wrote(let count): rest = rest.dropFirst(count)
      case .wouldBlock:
        guard try descriptor.wait(for: .writing, milliseconds: milliseconds) else {
          throw SystemError(ETIMEDOUT, "write")
        }
      }
    }
  }

  /// Connects; ETIMEDOUT where the listener's queue stays full for `milliseconds`.
  package static func connect(_ path: String, milliseconds: Int32 = 5000) throws(SystemError) -> UnixSocket {
    let descriptor = try make()
    let number = descriptor.raw
    let end = Clock.monotonic() + Int64(milliseconds) * 1000
    while true {
      do throws(SystemError) {
        try withAddress(of: path) { address, size throws(SystemError) in
          try retrying("connect \(path)") { Glibc.connect(number, address, size) }
        }
        return UnixSocket(descriptor)
      } catch {
        // A full queue says EAGAIN, and nothing tells when there is room again: look every 10 ms.
        guard error.isWouldBlock else { throw error }
        if Clock.monotonic() >= end { throw SystemError(ETIMEDOUT, "connect \(path)") }
        usleep(10_000)
      }
    }
  }

  /// Two sockets connected to each other.
  package static func pair() throws(SystemError) -> (UnixSocket, UnixSocket) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    try retrying("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
    return (UnixSocket(FileDescriptor(owning: ends[0])), UnixSocket(FileDescriptor(owning: ends[1])))
  }

  static func make() throws(SystemError) -> FileDescriptor {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    return FileDescriptor(owning: try retrying("socket") { socket(AF_UNIX, kind, 0) })
  }

  /// Calls with the address that a path stands for; ENAMETOOLONG beyond 107 bytes.
  static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> Void
  ) throws(SystemError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw SystemError(ENAMETOOLONG, path) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    var failure: SystemError?
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        do throws(SystemError) { try body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size)) } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
  }
}
