import Support
import Testing

@testable import TodoTxt

/// What is cut with the help of a known text is what is cut without it.
struct KnownTextTests {
  @Test func anyEditOfAnyTextGivesTheSameLines() {
    var random = Seeded()
    let pieces: [[UInt8]] = [
      Array("a\n".utf8), Array("\n".utf8), Array("b b\r\n".utf8), Array("same\n".utf8), Array("ab".utf8), [0],
      [0xEF, 0xBB, 0xBF], Array("same\n".utf8), Array("a long line of many words\n".utf8),
    ]
    for round in 0..<20_000 {
      let known = (0..<Int.random(in: 0..<8, using: &random)).flatMap { _ in random.pick(pieces) }
      var bytes = known
      for _ in 0..<Int.random(in: 0..<3, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = Int.random(in: place...min(bytes.count, place + 6), using: &random)
        bytes.replaceSubrange(place..<end, with: random.one(in: 3) ? [] : random.pick(pieces))
      }
      #expect(
        TodoText(parsing: bytes, like: TodoText(parsing: known), of: known) == TodoText(parsing: bytes),
        "seed \(random.seed), round \(round): \(known) to \(bytes)")
    }
  }

  @Test func aTextOfOtherBytesIsOfNoUse() {
    let known = TodoText(parsing: Array("one\ntwo\n".utf8))
    let bytes = Array("one\nthree\n".utf8)
    #expect(TodoText(parsing: bytes, like: known, of: bytes) == TodoText(parsing: bytes))
  }
}
