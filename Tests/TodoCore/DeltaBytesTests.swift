import Support
import Testing
import TodoTxt

@testable import TodoCore

/// The bytes that a change makes of a file are those of the list after it.
struct DeltaBytesTests {
  private func list(_ lines: [String], endsWithNewline: Bool = true, hasMark: Bool = false) -> TaskList {
    var uuids = UUIDSource(seed: 1)
    return TaskList.empty.becoming(
      TodoText(lines: lines.map { Line($0) }, endsWithNewline: endsWithNewline, hasByteOrderMark: hasMark),
      continued: lines.map { _ in nil }, former: { _ in nil }, uuids: &uuids)
  }

  @Test func everyChangeOfRandomListsGivesTheBytesOfTheList() {
    var random = Seeded()
    let words = ["a", "", "b c\r", "x rest", "long " + String(repeating: "y", count: 90)]
    for round in 0..<3000 {
      let before = list((0..<Int.random(in: 0..<12, using: &random)).map { _ in random.pick(words) })
      var rows = before.rows
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        let place = Int.random(in: 0...rows.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: rows.insert(.blank(Line("new \(round)")), at: place)
        case 1 where place < rows.count: rows.remove(at: place)
        case 2 where place < rows.count: rows.swapAt(place, Int.random(in: rows.indices, using: &random))
        default: break
        }
      }
      let after = TaskList(rows: rows, frame: before.frame, ids: before.ids)
      let delta = Delta(from: before, to: after)
      #expect(
        delta.applied(to: before.bytes, lineCount: before.rows.count) == after.bytes,
        "seed \(random.seed), round \(round)")
    }
  }

  @Test func bytesThatTheChangeWasNotMadeForAreRefused() {
    let before = list(["one", "two", "three"])
    var after = before
    after.remove(at: [1])
    let delta = Delta(from: before, to: after)
    #expect(delta.applied(to: Array("one\nthree\n".utf8), lineCount: 3) == nil)
    #expect(delta.applied(to: Array("one\ntwo\nthree\n".utf8), lineCount: 1) == nil)
    #expect(delta.applied(to: [], lineCount: 3) == nil)
    #expect(delta.applied(to: before.bytes, lineCount: 3) == after.bytes)
  }

  @Test func filesThatBeginOrEndOtherwiseAreLeftToTheirLines() {
    for before in [list(["one", "two"], endsWithNewline: false), list(["one", "two"], hasMark: true)] {
      var after = before
      after.remove(at: [0])
      #expect(Delta(from: before, to: after).applied(to: before.bytes, lineCount: 2) == nil)
    }
  }
}
