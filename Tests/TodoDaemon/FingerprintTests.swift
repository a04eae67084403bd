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
}
