internal import CLinux

/// What kind of filesystem holds a path (statfs(2)).
package enum Filesystem: Hashable, Sendable {
  case local
  /// NFS, SMB, 9p and the like: what another machine writes is told to nobody here. FUSE too: what the program that
  /// serves it finds behind it, it need not tell.
  case untold(name: String)

  package static func of(_ path: String) throws(SystemError) -> Filesystem {
    var type: UInt64 = 0
    try retrying("statfs \(path)") { clinux_filesystem(path, &type) }
    switch type & 0xFFFF_FFFF {
    case 0x6969: return .untold(name: "nfs")
    case 0x517B: return .untold(name: "smb")
    case 0xFF53_4D42, 0xFE53_4D42: return .untold(name: "cifs")
    case 0x0102_1997: return .untold(name: "9p")
    case 0x5346_414F: return .untold(name: "afs")
    case 0x00C3_6400: return .untold(name: "ceph")
    case 0x6573_5546: return .untold(name: "fuse")
    default: return .local
    }
  }
}
