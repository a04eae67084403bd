/// The length and a 64-bit hash of some bytes: enough to tell two versions of a file apart, not to resist an attacker.
///
/// The hash is part of what the state keeps on disk, so it must never change.
package struct Fingerprint: Hashable, Sendable {
  package let hash: UInt64
  package let count: Int

  package init(hash: UInt64, count: Int) {
    self.hash = hash
    self.count = count
  }

  package init(of bytes: [UInt8]) { self.init(of: bytes[...]) }

  /// Four lanes of eight bytes each are multiplied and rotated side by side, as xxHash64 does.
  package init(of bytes: ArraySlice<UInt8>) {
    count = bytes.count
    hash = bytes.withUnsafeBytes { buffer in
      var lanes: (UInt64, UInt64, UInt64, UInt64) = (Self.first &+ Self.second, Self.second, 0, 0 &- Self.first)
      var offset = 0
      while offset + 32 <= buffer.count {
        lanes.0 = Self.round(lanes.0, Self.word(buffer, offset))
        lanes.1 = Self.round(lanes.1, Self.word(buffer, offset + 8))
        lanes.2 = Self.round(lanes.2, Self.word(buffer, offset + 16))
        lanes.3 = Self.round(lanes.3, Self.word(buffer, offset + 24))
        offset += 32
      }
      var hash = UInt64(truncatingIfNeeded: buffer.count)
      for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { hash = Self.round(hash, lane) }
      while offset + 8 <= buffer.count {
        hash = Self.round(hash, Self.word(buffer, offset))
        offset += 8
      }
      while offset < buffer.count {
        hash = Self.round(hash, UInt64(buffer[offset]))
        offset += 1
      }
      hash = (hash ^ hash >> 33) &* Self.second
      hash = (hash ^ hash >> 29) &* Self.first
      return hash ^ hash >> 32
    }
  }

  // The first two primes of xxHash64.
  private static let first: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let second: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  private static func word(_ buffer: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func round(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = hash &+ word &* second
    return (mixed << 31 | mixed >> 33) &* first
  }
}
