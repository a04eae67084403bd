internal import CLinux
internal import Glibc

/// Whether anybody can write to an open file, asked of the kernel by a read lease that is given back at once.
package enum ReadLease: Sendable {
  case noWriter
  /// Some descriptor or mapping, of any process, this one too, is open for writing.
  case writerPresent
  /// Not our file, or a filesystem without leases.
  case unsupported

  /// Asks about a file opened for reading only (fcntl(2), F_SETLEASE). 11 µs.
  ///
  /// Somebody who opens the file for writing in between is held up for that moment and breaks the lease, which sends
  /// SIGIO: the program ignores it (`Signal.io.ignore()`).
  package static func ask(_ file: borrowing FileDescriptor) -> ReadLease {
    answer(clinux_try_read_lease(file.raw))
  }

  /// Asks, and keeps the lease where there is no writer: whoever opens the file for writing waits in their open(2) until
  /// `giveBack` or the end of this descriptor, 45 s at most; with O_NONBLOCK they are refused. Readers do not wait.
  package static func take(_ file: borrowing FileDescriptor) -> ReadLease { answer(clinux_take_read_lease(file.raw)) }

  package static func giveBack(_ file: borrowing FileDescriptor) { clinux_drop_lease(file.raw) }

  /// Whether somebody waits in their open(2) for a lease that was taken.
  package static func isWaitedFor(_ file: borrowing FileDescriptor) -> Bool { clinux_lease_is_wanted(file.raw) != 0 }

  private static func answer(_ result: Int32) -> ReadLease {
    if result == 0 { return .noWriter }
    return errno == EAGAIN ? .writerPresent : .unsupported
  }

  /// Whether any other descriptor of the file is open, for reading too (a write lease, given back at once). False where
  /// the kernel does not say.
  package static func isOpenElsewhere(_ file: borrowing FileDescriptor) -> Bool {
    clinux_try_write_lease(file.raw) != 0 && errno == EAGAIN
  }
}
