import Support
import Testing

@testable import TodoCore

struct WakeHeapTests {
  private func heap(_ instants: [Int64]) -> WakeHeap {
    var heap = WakeHeap()
    for (index, instant) in instants.enumerated() {
      heap.insert(
        WakeHeap.Wake(instant: Instant(seconds: instant), item: ItemID(Int32(index + 1)), stamp: UInt32(index)))
    }
    return heap
  }

  @Test func visitingFindsTheLeastOfAnyMeasureNotBelowTheInstant() {
    var random = Seeded()
    for round in 0..<2000 {
      let instants = (0..<Int.random(in: 0..<40, using: &random)).map { _ in Int64.random(in: 0..<30, using: &random) }
      // What becomes of each: later than its wake, or never.
      let measures = instants.map { wake -> Int64? in
        random.one(in: 4) ? nil : wake + Int64.random(in: 0..<20, using: &random)
      }
      var found: (measure: Int64, index: Int)?
      heap(instants).visit { wake in
        let index = Int(wake.stamp)
        if let measure = measures[index], (measure, index) < (found?.measure ?? .max, found?.index ?? .max) {
          found = (measure, index)
        }
        return found.map { Instant(seconds: $0.measure) } ?? .never
      }
      let expected = measures.enumerated().compactMap { index, measure in measure.map { ($0, index) } }.min { $0 < $1 }
      #expect(found?.index == expected?.1, "seed \(random.seed), round \(round)")
    }
  }

  @Test func whatIsLaterThanTheFirstIsNotVisited() {
    var visits = 0
    heap((0..<100_000).map { Int64(($0 * 7919) % 100_000) }).visit {
      visits += 1
      return $0.instant
    }
    #expect(visits < 10)
  }
}
