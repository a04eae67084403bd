internal import CLinux

/// What kind of filesystem holds a path (statfs(2)).
package enum Filesystem: Hashable, Sendable {
  case local
  /// NFS, SMB, 9p and the like: what another machine writes is told to nobody here.
  case network(name: String)
  /// A program serves it; whether it tells of changes is its own matter.
  case fuse

  package static func of(_ path: String) throws(SystemError) -> Filesystem {
    var type: UInt64 = 0
    try retrying("statfs \(path)") { clinux_filesystem(path, &type) }
    switch type & 0xFFFF_FFFF {
    case 0x6969: return .network(name: "nfs")
    case 0x517B: return .network(name: "smb")
    case 0xFF53_4D42, 0xFE53_4D42: return .network(name: "cifs")
    case 0x0102_1997: return .network(name: "9p")
    case 0x5346_414F: return .network(name: "afs")
    case 0x00C3_6400: return .network(name: "ceph")
    case 0x6573_5546: return .fuse
    default: return .local
    }
  }
}
