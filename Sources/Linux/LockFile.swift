internal import Glibc

/// A file that one process at a time holds (flock(2)), with the number of that process in it.
package final class LockFile {
  private let descriptor: FileDescriptor

  /// Why a lock was not taken.
  package enum Refusal: Error, Hashable, Sendable {
    /// Another process holds it; its number, where the file tells.
    case held(by: Int32?)
    case failed(SystemError)
  }

  /// Takes the lock, never waiting; the file is made with mode 0600 and stays when the lock goes.
  package init(_ path: String) throws(Refusal) {
    do throws(SystemError) {
      descriptor = try FileDescriptor.open(path, .openingOrCreating(mode: 0o600))
    } catch {
      throw .failed(error)
    }
    let number = descriptor.raw
    do throws(SystemError) {
      try retrying("flock \(path)") { flock(number, LOCK_EX | LOCK_NB) }
      try descriptor.overwrite(with: Array("\(CurrentProcess.id)\n".utf8))
    } catch {
      guard error.isWouldBlock else { throw .failed(error) }
      throw .held(by: Self.holder(in: descriptor))
    }
  }

  private static func holder(in file: borrowing FileDescriptor) -> Int32? {
    guard let bytes = try? file.readAll(limit: 64) else { return nil }
    return Int32(String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self))
  }
}
