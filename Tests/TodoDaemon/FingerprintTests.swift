import Support
import Testing

@testable import TodoDaemon

struct FingerprintTests {
  @Test func theHashOnDiskNeverChanges() {
    // Computed by another program from the same description.
    #expect(Fingerprint(of: []) == Fingerprint(hash: 0x453E8D375536B262, count: 0))
    #expect(Fingerprint(of: (0..<77).map { UInt8($0) }) == Fingerprint(hash: 0x12D13EC5301A98CF, count: 77))
  }

  @Test func everyByteOfEveryLengthCounts() {
    for length in 0..<100 {
      let bytes = (0..<length).map { UInt8($0) }
      let whole = Fingerprint(of: bytes)
      #expect(Fingerprint(of: ([9] + bytes)[1...]) == whole)
      for place in 0..<length {
        var changed = bytes
        changed[place] ^= 1
        #expect(Fingerprint(of: changed) != whole, "length \(length), byte \(place)")
      }
      #expect(Fingerprint(of: bytes + [0]) != whole)
    }
  }

  @Test func aTrailGivesTheHashOfEveryVersion() {
    var random = Seeded()
    for round in 0..<200 {
      let before = (0..<Int.random(in: 0..<200_000, using: &random)).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
      var after = before
      let place = Int.random(in: 0...before.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: after.insert(contentsOf: [1, 2, 3], at: place)
      case 1: after.removeSubrange(place...)
      case 2 where place < before.count: after[place] ^= 1
      default: after += [10]
      }
      let trail = FingerprintTrail(of: before)
      #expect(trail.fingerprint == Fingerprint(of: before), "seed \(random.seed), round \(round)")
      let next = trail.followed(by: after, over: before)
      #expect(next.fingerprint == Fingerprint(of: after), "seed \(random.seed), round \(round)")
      let back = next.followed(by: before, over: after)
      #expect(back.fingerprint == trail.fingerprint, "seed \(random.seed), round \(round)")
    }
  }
}
