internal import CLinux
internal import Glibc

/// What the kernel knows of this process.
package enum CurrentProcess {
  package static var user: UInt32 { getuid() }
  package static var id: Int32 { getpid() }

  /// The bits that new files lack.
  package static var umask: UInt32 {
    // There is no call that only reads it: set and set back; the program has one thread.
    let bits = Glibc.umask(0o077)
    _ = Glibc.umask(bits)
    return bits
  }

  /// Sets the bits that new files lack.
  package static func setUmask(_ bits: UInt32) { _ = Glibc.umask(bits) }

  /// Random bytes from the kernel (getrandom(2)).
  package static func random() -> UInt64 { clinux_random() }

  /// Lets go of the code that is mapped now (madvise(2), MADV_DONTNEED): after a start most of it is not needed again.
  package static func releaseCode() { clinux_release_code() }

  /// The program's file, whatever name it was started by.
  package static func program() throws(SystemError) -> String { try Path.target(ofLink: "/proc/self/exe") }

  /// Becomes another program (execv(2)) with the same environment, streams and number; returns only if that fails.
  package static func become(_ path: String, _ arguments: [String]) -> SystemError {
    let list = CStrings([path] + arguments)
    execv(path, list.pointers)
    return .last("start \(path)")
  }

  package static func exit(_ code: Int32) -> Never { Glibc.exit(code) }
}
