import Testing
import TodoCore
import TodoTxt

/// A merge where whoever saved had moved tasks to the done file. Lines are parted by `|`.
struct MergeWithDoneFileTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let base: String
    let ours: String
    let saved: String
    let appended: String
    let expected: String

    init(_ remark: String, _ base: String, _ ours: String, _ saved: String, done appended: String, _ expected: String) {
      testDescription = remark
      (self.base, self.ours, self.saved) = (base, ours, saved)
      (self.appended, self.expected) = (appended, expected)
    }
  }

  static let cases: [Case] = [
    Case("completed here, moved there", "a|b", "x 2026-03-01 a|b", "b", done: "x 2026-03-01 a", "b"),
    Case("added and completed here, moved there", "b", "b|x 2026-03-01 a", "b", done: "x 2026-03-01 a", "b"),
    Case("reworded here, completed and moved there", "a a|b", "a a c|b", "b", done: "x 2026-03-01 a a c", "b"),
    Case("completed on both sides, moved there", "a|b", "x 2026-03-01 a|b", "b", done: "x 2026-03-02 a", "b"),
    Case("what went there has other words", "a a|b", "a a c|b", "b", done: "x 2026-03-01 a a", "a a c|b"),
    Case("deleted there", "a|b", "x 2026-03-01 a|b", "b", done: "x 2026-03-01 c", "x 2026-03-01 a|b"),
    Case("it is not done there", "a|b", "a c|b", "b", done: "a c", "a c|b"),
    Case(
      "two equal ones, one moved", "b", "x 2026-03-01 a|x 2026-03-01 a|b", "b", done: "x 2026-03-01 a",
      "x 2026-03-01 a|b"),
    Case("a new one that is open has the words of what went there", "b", "a|b", "b", done: "x 2026-03-01 a", "a|b"),
    Case("the one that is gone went there, not the new one", "a|b", "a|b|a", "b", done: "x 2026-03-01 a", "b|a"),
    Case("they have it still", "a|b", "x 2026-03-01 a|b", "a|b", done: "x 2026-03-01 a", "x 2026-03-01 a|b"),
    Case("nothing is left", "a", "x 2026-03-01 a", "", done: "x 2026-03-01 a", ""),
  ]

  private func lines(_ text: String) -> [Line] { text.split(separator: "|").map { Line(String($0)) } }

  @Test(arguments: cases)
  func whatTheyMovedThereIsNotKept(example: Case) {
    let ours = TodoText(lines: lines(example.ours))
    let merged = merge(
      base: TodoText(lines: lines(example.base)), x: ours, y: TodoText(lines: lines(example.saved))
    ).without(archived: lines(example.appended), of: ours)
    #expect(merged.text == TodoText(lines: lines(example.expected)))
    for line in merged.lines { if let place = line.x { #expect(ours.lines.indices.contains(place)) } }
  }

  @Test func aLastLineWithoutItsEndTakesThatAlong() {
    let ours = TodoText(parsing: Array("b\nx 2026-03-01 a".utf8))
    let merged = merge(base: TodoText(parsing: Array("b\na".utf8)), x: ours, y: TodoText(parsing: Array("b\n".utf8)))
    let rest = merged.without(archived: lines("x 2026-03-01 a"), of: ours)
    #expect(rest.text.bytes == Array("b\n".utf8))
  }

  @Test func clashesKeepTheirPlaces() {
    let ours = TodoText(lines: lines("x 2026-03-01 a|call mum from work|b"))
    let merged = merge(
      base: TodoText(lines: lines("a|call mum from home|b")), x: ours,
      y: TodoText(lines: lines("call mum from school|b"))
    ).without(archived: lines("x 2026-03-01 a"), of: ours)
    #expect(merged.lines.count == 3)
    #expect(merged.clashes.map { [$0.0, $0.1] } == [[0, 1]])
  }
}
