internal import CLinux
internal import Glibc

extension FileDescriptor {
  /// What of a file's likeness could not be given to another.
  package struct Unlike: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let owner = Unlike(rawValue: 1)
    package static let group = Unlike(rawValue: 2)
    package static let mode = Unlike(rawValue: 4)
    package static let attributes = Unlike(rawValue: 8)
  }

  /// Gives this file the owner, group, mode and extended attributes (ACLs too) of another; says what was refused.
  package borrowing func takeLikeness(of other: borrowing FileDescriptor) throws(SystemError) -> Unlike {
    let wanted = try other.status()
    let own = try status()
    let (number, otherNumber) = (raw, other.raw)
    var unlike: Unlike = []
    if own.owner != wanted.owner, fchown(number, wanted.owner, uid_t.max) != 0 { unlike.insert(.owner) }
    if own.group != wanted.group, fchown(number, uid_t.max, wanted.group) != 0 { unlike.insert(.group) }
    if clinux_copy_xattrs(otherNumber, number) != 0 { unlike.insert(.attributes) }
    // Last: chown takes set-id bits away, and an ACL sets the group bits.
    if try status().mode != wanted.mode, fchmod(number, mode_t(wanted.mode)) != 0 { unlike.insert(.mode) }
    return unlike
  }

  /// Sets the permission bits, whatever the umask.
  package borrowing func setMode(_ mode: UInt32) throws(SystemError) {
    let number = raw
    try retrying("fchmod") { fchmod(number, mode_t(mode)) }
  }
}
