/// Gives equal byte strings the same small number, so that comparing them later is comparing numbers.
///
/// Numbers begin at 0 and have no gaps.
struct Interner {
  private var arena: [UInt8] = []
  /// Where string n ends in the arena; it begins where n - 1 ends.
  private var ends: [Int] = []
  private var hashes: [Int] = []
  /// An open hash table of numbers, -1 where there is none; its size is a power of two.
  private var slots: [Int32]

  init(expecting count: Int = 16) {
    var size = 32
    while size < count * 2 { size *= 2 }
    slots = Array(repeating: -1, count: size)
    ends.reserveCapacity(count)
    hashes.reserveCapacity(count)
  }

  var count: Int { ends.count }

  mutating func number(of bytes: [UInt8]) -> Int32 { bytes.withUnsafeBytes { number(of: $0) } }
  mutating func number(of bytes: ArraySlice<UInt8>) -> Int32 { bytes.withUnsafeBytes { number(of: $0) } }
  /// That of a sequence of numbers, to be compared with those of other sequences only.
  mutating func number(of numbers: [Int32]) -> Int32 { numbers.withUnsafeBytes { number(of: $0) } }

  /// The number of a string seen before; nil if it never was.
  func existingNumber(of bytes: ArraySlice<UInt8>) -> Int32? {
    bytes.withUnsafeBytes { bytes in
      let found = slots[slot(of: bytes, hash: Interner.hash(bytes))]
      return found < 0 ? nil : found
    }
  }

  private mutating func number(of bytes: UnsafeRawBufferPointer) -> Int32 {
    let hash = Interner.hash(bytes)
    let place = slot(of: bytes, hash: hash)
    guard slots[place] < 0 else { return slots[place] }
    let number = Int32(ends.count)
    slots[place] = number
    arena.append(contentsOf: bytes)
    ends.append(arena.count)
    hashes.append(hash)
    if ends.count * 2 > slots.count { grow() }
    return number
  }

  /// The slot that holds the string, or the empty one where it belongs.
  private func slot(of bytes: UnsafeRawBufferPointer, hash: Int) -> Int {
    var place = hash & (slots.count - 1)
    while slots[place] >= 0 {
      let number = Int(slots[place])
      if hashes[number] == hash, holds(number, bytes) { return place }
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }

  private func holds(_ number: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = number == 0 ? 0 : ends[number - 1]
    guard ends[number] - start == bytes.count else { return false }
    return arena.withUnsafeBytes { bytesAreEqual(UnsafeRawBufferPointer(rebasing: $0[start..<ends[number]]), bytes) }
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      var place = hash & (slots.count - 1)
      while slots[place] >= 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = Int32(number)
    }
  }

  /// Keyed anew in each process, so that no file can be made to collide; nothing that is decided depends on it.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return hasher.finalize()
  }
}

/// Compares eight bytes at a time: most lines of two versions are equal, so they are read to their end.
func bytesAreEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  guard left.count == right.count else { return false }
  var offset = 0
  while offset + 8 <= left.count {
    let ahead = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    guard ahead == right.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
    offset += 8
  }
  while offset < left.count {
    guard left[offset] == right[offset] else { return false }
    offset += 1
  }
  return true
}

func bytesAreEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.withUnsafeBytes { left in
    right.withUnsafeBytes { right in
      left.baseAddress == right.baseAddress && left.count == right.count || bytesAreEqual(left, right)
    }
  }
}
