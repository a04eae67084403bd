import Foundation

/// A generator for property tests that can be run again: SplitMix64 from a printed seed.
///
/// `TODOD_SEED` in the environment of a test run gives the seed; each failure should name `seed`.
package struct Seeded: RandomNumberGenerator {
  package let seed: UInt64
  private var state: UInt64

  package init(seed: UInt64? = nil) {
    let asked = ProcessInfo.processInfo.environment["TODOD_SEED"].flatMap { UInt64($0) }
    self.seed = seed ?? asked ?? UInt64.random(in: 0...UInt64.max)
    state = self.seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// One of the elements; the collection must not be empty.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }

  /// True in one of `count` cases.
  package mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
