internal import CLinux
internal import Glibc

/// A call into the kernel or the C library that failed: the error number and who said it.
package struct SystemError: Error, Hashable, Sendable {
  /// The error number, as in errno(3), positive.
  package let code: Int32
  /// The call, with its argument where one helps: `open /home/me/todo.txt`.
  package let call: String

  package init(_ code: Int32, _ call: String) {
    self.code = code
    self.call = call
  }

  /// The error that the last call of this thread left in errno.
  package static func last(_ call: String) -> SystemError { SystemError(errno, call) }

  package static func notARegularFile(_ path: String) -> SystemError { SystemError(EISDIR, path) }

  /// A name with other bytes than UTF-8 cannot be said again.
  package static func notUTF8(_ name: String) -> SystemError { SystemError(EILSEQ, name) }

  /// What was looked at is not what is there now: try again.
  package static func changedMeanwhile(_ path: String) -> SystemError { SystemError(EAGAIN, path) }

  package static func missingProgram(_ name: String) -> SystemError { SystemError(ENOENT, "start \(name)") }
  package static func timedOut(_ call: String) -> SystemError { SystemError(ETIMEDOUT, call) }

  /// The symbol: `ENOSPC`; `E1234` for a number without one.
  package var name: String {
    guard let name = clinux_error_name(code) else { return "E\(code)" }
    return String(cString: name)
  }

  /// The sentence of strerror(3): `No space left on device`.
  package var text: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress else { return name }
      clinux_error_text(code, start, buffer.count)
      return String(cString: start)
    }
  }

  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  package var isDenied: Bool { code == EACCES || code == EPERM }
  package var isFull: Bool { code == ENOSPC || code == EDQUOT }
  package var isReadOnly: Bool { code == EROFS }
  package var isTaken: Bool { code == EEXIST }
  package var isTooLarge: Bool { code == EFBIG }
  package var isWouldBlock: Bool { code == EAGAIN }
  package var isNotUTF8: Bool { code == EILSEQ }
  /// The filesystem does not do this.
  package var isUnsupported: Bool { code == EINVAL || code == ENOSYS || code == EOPNOTSUPP }
  /// The two names are of different mounts.
  package var isOtherMount: Bool { code == EXDEV }
  package var isMountPoint: Bool { code == EBUSY }
  package var isTimeout: Bool { code == ETIMEDOUT }
  /// Nobody listens where one wanted to connect.
  package var isRefused: Bool { code == ECONNREFUSED || code == ENOENT }
}

extension SystemError: CustomStringConvertible {
  package var description: String { "\(call): \(text) (\(name))" }
}

/// Makes a call again as long as a signal interrupts it; a negative result throws.
@discardableResult
func retrying<Value: SignedInteger>(
  _ name: @autoclosure () -> String, _ body: () -> Value
) throws(SystemError) -> Value {
  while true {
    let result = body()
    if result >= 0 { return result }
    let code = errno
    if code != EINTR { throw SystemError(code, name()) }
  }
}
