package import TodoProtocol

/// What names a task across machines and programs: 128 bits, RFC 9562 in text.
package struct TaskUUID: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A random one (version 4) from the given generator.
  package init(using generator: inout some RandomNumberGenerator) {
    high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
  }
}

extension TaskUUID {
  package init(_ word: UUIDWord) { self.init(high: word.high, low: word.low) }
  package var word: UUIDWord { UUIDWord(high: high, low: low) }
}
