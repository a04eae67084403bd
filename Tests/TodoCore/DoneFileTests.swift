import Testing
import TodoCore
import TodoTxt

struct DoneFileTests {
  private func task(_ id: Int32, _ text: String) -> Task {
    Task(id: ItemID(id), uuid: TaskUUID(high: 0, low: UInt64(id)), line: Line(text))
  }

  private func words(_ lines: [Line]) -> [String] { lines.map { String(decoding: $0.bytes, as: UTF8.self) } }

  /// Old content, new content, what is new in it.
  @Test(arguments: [
    ("", "x a\n", ["x a"]),
    ("x a\n", "x a\nx b\nx c\n", ["x b", "x c"]),
    ("x a", "x a\nx b\n", ["x b"]),
    ("x a\nx b\n", "x b\nx c\nx a\n", ["x c"]),
    ("x a\nx a\n", "x a\nx b\nx a\nx a\n", ["x b", "x a"]),
    ("x a\n", "x a\r\nx b\r\n", ["x b\r"]),
    ("x a\nx b\n", "x b\n", []),
    ("x a\n", "x a\nno done line\n\n", []),
  ])
  func whatIsNewIsFoundWhereverItStands(old: String, new: String, came: [String]) {
    var file = DoneFile(bytes: Array(old.utf8), known: old.utf8.count)
    #expect(file.saw(Array(new.utf8), at: 0).isEmpty)
    #expect(Set(words(file.lines(at: 0))) == Set(came))
  }

  @Test func aTaskThatLeftIsDoneOnceItsLineComesAndOnlyOnce() {
    var file = DoneFile()
    file.settle(
      [], missing: [task(1, "(A) 2026-01-01 call mum"), task(2, "call mum"), task(3, "rest")], step: 7, at: 0)
    let first = file.saw(Array("x 2026-03-01 2026-01-01 call mum pri:A\n".utf8), at: 10)
    #expect(first.map(\.task.id) == [ItemID(1)] && first.map(\.step) == [7])
    #expect(file.lines(at: 10).isEmpty)
    let second = file.saw(file.bytes + Array("x 2026-03-01 call mum\nx 2026-03-01 another\n".utf8), at: 20)
    #expect(second.map(\.task.id) == [ItemID(2)])
    #expect(words(file.lines(at: 20)) == ["x 2026-03-01 another"])
  }

  @Test func nothingWaitsLongerThanAMinute() {
    var file = DoneFile()
    file.settle([], missing: [task(1, "one")], step: 1, at: 0)
    #expect(file.saw(Array("x two\nx one\n".utf8), at: 60_001).isEmpty)
    #expect(words(file.lines(at: 120_001)) == ["x two", "x one"])
    #expect(file.lines(at: 120_002).isEmpty)
  }

  @Test func whatTododWroteItselfIsNoNews() {
    var file = DoneFile()
    file.settle([], missing: [task(1, "one")], step: 1, at: 0)
    file.wrote(Array("x one\n".utf8))
    #expect(file.saw(Array("x one\nx one\n".utf8), at: 0).count == 1)
  }
}
