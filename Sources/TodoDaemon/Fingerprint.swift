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

  package init(of bytes: ArraySlice<UInt8>) {
    count = bytes.count
    hash = bytes.withUnsafeBytes { buffer in
      var lanes = Lanes()
      return lanes.end(buffer[...], count: buffer.count)
    }
  }
}

extension Fingerprint {
  /// What the hash has come to after some of the bytes: four lanes of eight bytes each are multiplied and rotated side by
  /// side, as xxHash64 does.
  struct Lanes: Sendable {
    private var lanes = (first &+ second, second, UInt64(0), 0 &- first)

    /// Takes in as many of these bytes as make whole rounds of 32.
    ///
    /// - Returns: those that are left.
    @discardableResult
    mutating func take(_ bytes: Slice<UnsafeRawBufferPointer>) -> UnsafeRawBufferPointer {
      let buffer = UnsafeRawBufferPointer(rebasing: bytes)
      // A copy of its own, which the optimizer keeps in registers.
      var (one, two, three, four) = lanes
      var offset = 0
      while offset + 32 <= buffer.count {
        one = Self.round(one, Self.word(buffer, offset))
        two = Self.round(two, Self.word(buffer, offset + 8))
        three = Self.round(three, Self.word(buffer, offset + 16))
        four = Self.round(four, Self.word(buffer, offset + 24))
        offset += 32
      }
      lanes = (one, two, three, four)
      return UnsafeRawBufferPointer(rebasing: buffer[offset...])
    }

    /// Takes in the last of the bytes.
    ///
    /// - Parameter count: how many they all were.
    mutating func end(_ bytes: Slice<UnsafeRawBufferPointer>, count: Int) -> UInt64 {
      let rest = take(bytes)
      var hash = UInt64(truncatingIfNeeded: count)
      for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { hash = Self.round(hash, lane) }
      var offset = 0
      while offset + 8 <= rest.count {
        hash = Self.round(hash, Self.word(rest, offset))
        offset += 8
      }
      while offset < rest.count {
        hash = Self.round(hash, UInt64(rest[offset]))
        offset += 1
      }
      hash = (hash ^ hash >> 33) &* Self.second
      hash = (hash ^ hash >> 29) &* Self.first
      return hash ^ hash >> 32
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
}
