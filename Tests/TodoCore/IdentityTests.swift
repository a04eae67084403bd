import Foundation
import Support
import Testing
import TodoTxt

@testable import TodoCore

struct IdentityTests {
  /// What is where after an edit: each new line with the index of the old one that it continues.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: [String]
    let new: [String]
    let expected: [Int?]

    init(_ remark: String, _ old: [String], _ new: [String], _ expected: [Int?]) {
      testDescription = remark
      self.old = old
      self.new = new
      self.expected = expected
    }
  }

  static let cases: [Case] = [
    Case("nothing changed", ["a", "b"], ["a", "b"], [0, 1]),
    Case("both empty", [], [], []),
    Case("all is new", [], ["a"], [nil]),
    Case("all is gone", ["a"], [], []),
    Case("sorted", ["c c", "a a", "b b"], ["a a", "b b", "c c"], [1, 2, 0]),
    Case("one of three equal lines was dropped", ["a", "a", "a"], ["a", "a"], [0, 1]),
    Case(
      "the second of two equal lines keeps its place", ["p", "a", "q", "a"], ["p", "x 2026-01-01 a", "q", "a"],
      [0, 1, 2, 3]),
    Case(
      "an equal line is known by its neighbour", ["one", "same", "two", "same", "three"],
      ["two", "same", "three", "extra thing"], [2, 3, 4, nil]),
    Case("priority given and done", ["call mum", "buy milk"], ["(A) buy milk", "x 2026-01-01 call mum"], [1, 0]),
    Case("priority kept as a key", ["(A) call mum"], ["x 2026-01-01 call mum pri:A"], [0]),
    Case("line endings changed and moved", ["a a", "b b"], ["b b\r", "a a\r"], [1, 0]),
    Case("spacing mended and moved", ["a  a", "b b"], ["b b", "a a"], [1, 0]),
    Case("postponed and moved", ["pay rent due:2026-01-01", "b b"], ["b b", "pay rent due:2026-02-01"], [1, 0]),
    Case(
      "done by another, with a successor", ["water plants due:2026-01-01 rec:1w"],
      ["water plants due:2026-01-08 rec:1w", "x 2026-01-01 water plants due:2026-01-01 rec:1w"], [nil, 0]),
    Case(
      "a done task is gone and a like one is open elsewhere",
      ["x 2026-01-01 water plants due:2026-01-01", "b b", "c c"], ["b b", "c c", "water plants due:2026-01-08"],
      [1, 2, nil]),
    Case(
      "reworded in place", ["one thing", "call mum about cake", "two"], ["one thing", "call dad about cake", "two"],
      [0, 1, 2]),
    Case("a typing error mended in place", ["a a", "milkk", "b b"], ["a a", "milk", "b b"], [0, 1, 2]),
    Case("another task in its place", ["a a", "buy milk", "b b"], ["a a", "phone Anna", "b b"], [0, nil, 2]),
    Case(
      "reworded and moved", ["write the quarterly report for Anna", "b b", "c c"],
      ["b b", "c c", "write the quarterly report for Ben"], [1, 2, 0]),
    Case("blank lines go", ["a a", "", "", "b b", ""], ["b b", "a a"], [3, 0]),
    Case("a blank line comes", ["a a", "b b"], ["a a", "", "b b"], [0, nil, 1]),
    Case("blank lines keep their order", ["a a", "", "b b", "\t"], ["a a", "", "b b", ""], [0, 1, 2, 3]),
    Case("blank is never a task", ["", "a a"], ["b b", ""], [nil, 0]),
  ]

  @Test(arguments: cases) func eachTaskIsKnownAgain(_ example: Case) {
    let matched = Identity.match(old: example.old.map { Line($0) }, new: example.new.map { Line($0) })
    #expect(matched == example.expected)
  }

  @Test func aDoneLineInTheDoneFileIsTheTaskThatLeft() {
    let old = ["pay rent due:2026-01-01 rec:1m", "buy milk"].map { Line($0) }
    let done = ["x 2026-01-02 old news", "x 2026-01-03 pay rent due:2026-01-01 rec:1m"].map { Line($0) }
    let new = ["buy milk", "pay rent due:2026-02-01 rec:1m"].map { Line($0) }
    let matches = Identity.match(old: old, new: new, appendedToDone: done)
    #expect(matches.lines == [1, nil])
    #expect(matches.archived == [nil, 0])
    #expect(Identity.archived(removed: [old[0]], appended: done) == [nil, 0])
    #expect(Identity.archived(removed: [old[1]], appended: [Line("buy milk")]) == [nil])
  }

  @Test func randomEditingKeepsTheIdOfAtLeast995In1000AndConfusesAtMostOneIn10000() {
    let isLong = ProcessInfo.processInfo.environment["TODOD_LONG"] == "1"
    var random = Seeded()
    var tally = IdentityTally()
    for _ in 0..<(isLong ? 1000 : 150) {
      let session = EditingSession(lines: 10...(isLong ? 2000 : 400), changes: 1...40, random: &random)
      tally.count(session)
    }
    print("identity, seed \(random.seed): \(tally)")
    #expect(tally.keptShare >= 0.995, "seed \(random.seed): \(tally)")
    #expect(tally.confusedShare <= 0.0001, "seed \(random.seed): \(tally)")
    #expect(tally.rewordedShare >= 0.9, "seed \(random.seed): \(tally)")
  }

  @Test func noIdIsGivenTwice() {
    var random = Seeded()
    for _ in 0..<100 {
      let session = EditingSession(lines: 0...60, changes: 0...60, random: &random)
      let matched = Identity.match(old: session.oldLines, new: session.newLines).compactMap { $0 }
      #expect(Set(matched).count == matched.count, "seed \(random.seed)")
    }
  }

  @Test func manyLikeLinesDoNotTakeForever() {
    let old = (0..<20_000).map { Line("call mum \($0)") }
    let new = old.reversed().map { Line("phone mum \($0.description.dropFirst(9))") }
    let matched = Identity.match(old: old, new: new)
    #expect(matched.count == 20_000)
  }
}

/// How many tasks kept their identity over editing sessions.
struct IdentityTally: CustomStringConvertible {
  private var survivors = 0
  private var kept = 0
  private var confused = 0
  private var reworded = 0
  private var rewordedKept = 0

  var keptShare: Double { Double(kept) / Double(max(survivors, 1)) }
  var confusedShare: Double { Double(confused) / Double(max(survivors, 1)) }
  var rewordedShare: Double { Double(rewordedKept) / Double(max(reworded, 1)) }
  var description: String {
    "\(kept) of \(survivors) kept, \(confused) confused; reworded: \(rewordedKept) of \(reworded) kept"
  }

  mutating func count(_ session: EditingSession) {
    let matched = Identity.match(old: session.oldLines, new: session.newLines)
    for (entry, match) in zip(session.entries, matched) {
      // A line that stands twice byte for byte is nobody in particular: which of the two went cannot be known.
      let isRight = match == entry.origin || match.map { session.old[$0] } == entry.origin.map { session.old[$0] }
      if entry.origin != nil {
        survivors += 1
        kept += isRight ? 1 : 0
        reworded += entry.wasReworded ? 1 : 0
        rewordedKept += entry.wasReworded && isRight ? 1 : 0
      }
      guard let match, !isRight, !session.old[match].isEmpty else { continue }
      confused += 1
      if ProcessInfo.processInfo.environment["TODOD_SHOW"] == "1" {
        print(
          "CONFUSED |\(session.old[match])| -> |\(entry.text)| was |\(entry.origin.map { session.old[$0] } ?? "new")|")
      }
    }
  }
}
