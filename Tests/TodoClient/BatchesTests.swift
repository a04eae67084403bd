import Testing
import TodoClient
import TodoProtocol

/// Many requests go in parts that the daemon takes: 1000 of them, and 256 KiB.
struct BatchesTests {
  static let cases: [(count: Int, bytes: Int, parts: [Int])] = [
    (0, 10, []), (1, 10, [1]), (1000, 10, [1000]), (1001, 10, [1000, 1]), (2500, 10, [1000, 1000, 500]),
    // 32 of 8192 bytes are 256 KiB.
    (32, 8192, [32]), (33, 8192, [32, 1]), (65, 8192, [32, 32, 1]),
  ]

  @Test(arguments: cases) func partsAreAsLargeAsTheyMayBe(_ row: (count: Int, bytes: Int, parts: [Int])) {
    let text = Array(repeating: UInt8(ascii: "a"), count: row.bytes - "add\t".utf8.count)
    let requests = Array(repeating: Request(.add(text: text, top: false)), count: row.count)
    #expect(requests.batches.map(\.count) == row.parts)
    #expect(requests.batches.flatMap(\.self) == requests)
  }
}
