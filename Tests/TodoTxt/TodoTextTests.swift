import Support
import Testing

@testable import TodoTxt

struct TodoTextTests {
  @Test(arguments: [
    "", "\n", "\n\n", "a", "a\n", "a\nb", "a\r\nb\r\n", "a\r\nb\n", "a\rb", "\r", "\r\n", "\u{FEFF}", "\u{FEFF}\n",
    "\u{FEFF}(A) a\n", "a\0b\n\0", "\u{FEFF}\u{FEFF}x", "  \n\t\n",
  ])
  func aFileIsTheSameBytesAgain(text: String) {
    let bytes = Array(text.utf8)
    #expect(TodoText(parsing: bytes).bytes == bytes)
  }

  @Test func anyBytesAreTheSameBytesAgain() {
    var random = Seeded()
    let special: [UInt8] = [0x0A, 0x0A, 0x0D, 0x00, 0xEF, 0xBB, 0xBF, 0x20, 0x78, 0xFF]
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        random.one(in: 3) ? random.pick(special) : UInt8.random(in: 0...255, using: &random)
      }
      let text = TodoText(parsing: bytes)
      #expect(text.bytes == bytes, "seed \(random.seed)")
      #expect(TodoText(parsing: text.bytes) == text, "seed \(random.seed)")
      #expect(!text.lines.contains { $0.bytes.contains(0x0A) }, "seed \(random.seed)")
      for line in text.lines { _ = Meaning(of: line) }
    }
  }

  @Test func aVeryLongLineIsALine() {
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
    let text = TodoText(parsing: long + [0x0A] + long)
    #expect(text.lines == [Line(bytes: long), Line(bytes: long)])
    #expect(!text.endsWithNewline)
    #expect(text.bytes.count == 2 * long.count + 1)
  }

  @Test func theByteOrderMarkIsNoPartOfTheFirstLine() {
    let text = TodoText(parsing: Array("\u{FEFF}(A) first\n".utf8))
    #expect(text.hasByteOrderMark)
    #expect(text.lines.first?.header.priority == Priority(UInt8(ascii: "A")))
  }

  @Test(arguments: [
    ("", "new\n"), ("a\n", "a\nnew\n"), ("a", "a\nnew\n"), ("a\r\n", "a\r\nnew\r\n"), ("a\r\nb", "a\r\nb\r\nnew\r\n"),
    ("a\nb\r\n", "a\nb\r\nnew\r\n"), ("a\r\nb\n", "a\r\nb\nnew\n"),
  ])
  func anAppendedLineGetsTheFilesOwnEnding(before: String, after: String) {
    var text = TodoText(parsing: Array(before.utf8))
    text.append(Line("new"))
    #expect(text.bytes == Array(after.utf8))
  }

  @Test func newTasksAreDatedAsMostOfTheLastFiftyOpenOnes() {
    func dates(_ lines: [String]) -> Bool { TodoText(lines: lines.map { Line($0) }).datesNewTasks }
    #expect(dates([]))
    #expect(dates(["", "x 2026-01-01 done"]))
    #expect(dates(["2026-01-01 a", "b", "(A) 2026-01-01 c"]))
    #expect(!dates(["2026-01-01 a", "b", "c", "x 2026-01-01 2026-01-01 d"]))
    let (dated, bare) = (Array(repeating: "2026-01-01 a", count: 100), Array(repeating: "b", count: 50))
    #expect(!dates(dated + bare))
    #expect(dates(bare + dated))
  }

  @Test func anEditOfOneLineLeavesAllOtherBytesAlone() {
    var random = Seeded()
    for _ in 0..<500 {
      let before = random.file()
      let index = Int.random(in: before.lines.indices, using: &random)
      var after = before
      after.lines[index] = after.lines[index].setting("due", to: "2030-01-01")
      // What stands before and after the line, as bytes.
      let head = TodoText(lines: Array(before.lines[..<index]), hasByteOrderMark: before.hasByteOrderMark).bytes
      let tail = TodoText(
        lines: Array(before.lines[(index + 1)...]), endsWithNewline: before.endsWithNewline
      ).bytes
      #expect(after.bytes.starts(with: head), "seed \(random.seed)")
      #expect(after.bytes.reversed().starts(with: tail.reversed()), "seed \(random.seed)")
      let grown = after.bytes.count - before.bytes.count
      #expect(grown == after.lines[index].bytes.count - before.lines[index].bytes.count, "seed \(random.seed)")
    }
  }
}
