internal import CLinux

/// Being alone in an open file, by a write lease (fcntl(2), F_SETLEASE).
extension FileDescriptor {
  /// Lets everybody else who opens the file, for reading too, wait in their open(2) until `letOthersIn` or the end of
  /// this descriptor, 45 s at most; with O_NONBLOCK they are refused.
  ///
  /// - Returns: false while another descriptor of it is open.
  /// - Throws: for a file that is not ours, and where there are no leases.
  package borrowing func keepOthersOut() throws(SystemError) -> Bool {
    if clinux_take_write_lease(raw) == 0 { return true }
    let error = SystemError.last("lease")
    if error.isWouldBlock { return false }
    throw error
  }

  package borrowing func letOthersIn() { clinux_drop_lease(raw) }
}
