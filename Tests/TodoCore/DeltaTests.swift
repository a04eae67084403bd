import Foundation
import Support
import Testing
import TodoTxt

@testable import TodoCore

struct DeltaTests {
  private static let frame = Delta.Frame(hasByteOrderMark: false, endsWithNewline: true)

  /// `3 call mum` is the task 3; a line without a number is blank.
  private func version(_ lines: String...) -> [StoredLine] { lines.map(Self.stored) }

  private static func stored(_ text: String) -> StoredLine {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let number = parts.first.flatMap({ Int32($0) }) else {
      return StoredLine(id: nil, uuid: nil, line: Line(text))
    }
    let uuid = TaskUUID(high: UInt64(number), low: 7)
    return StoredLine(id: ItemID(number), uuid: uuid, line: Line(parts.count > 1 ? String(parts[1]) : ""))
  }

  private func delta(_ old: [StoredLine], _ new: [StoredLine]) -> Delta {
    Delta(from: old, to: new, frameBefore: Self.frame, frameAfter: Self.frame)
  }

  @Test func anEditIsOneSmallHunk() {
    let old = version("1 a", "2 b", "", "3 c")
    let new = version("1 a", "2 bee", "", "3 c")
    let change = delta(old, new)
    #expect(change.hunks.count == 1)
    #expect(change.hunks.first?.start == 1)
    #expect(change.hunks.first?.removed == [old[1]])
    #expect(change.hunks.first?.inserted == [new[1]])
    #expect(change.hunks.first?.previous == ItemID(1))
    #expect(change.hunks.first?.next == ItemID(3))
    #expect(delta(old, old).isEmpty)
  }

  @Test func anAddedLineOf80BytesCostsAbout110() throws {
    var old: [StoredLine] = []
    for number in 1...1000 { old.append(Self.stored("\(number) task \(number)")) }
    let added = old + [Self.stored("1001 " + String(repeating: "a", count: 80))]
    #expect(delta(old, added).encoded().count <= 115)
    var done = old
    done[500].line = Line("x 2026-01-01 " + done[500].line.description)
    #expect(delta(old, done).encoded().count <= 80)
  }

  @Test func aDeltaOfOtherLinesDoesNotApply() {
    let change = delta(version("1 a", "2 b"), version("1 a", "2 c"))
    for lines in [version("1 a", "2 x"), version("1 a")] {
      #expect(throws: DeltaMismatch.self) { try change.applied(to: lines) }
    }
  }

  @Test func brokenBytesAreRefused() throws {
    let bytes = delta(version("1 a", "2 b", ""), version("1 a", "3 b", "2 b c")).encoded()
    for end in 0..<bytes.count {
      #expect(throws: DeltaDecodingError.self) { _ = try Delta(decoding: Array(bytes[..<end])) }
      #expect(throws: DeltaDecodingError.self) { _ = try Delta.effects(inEncoded: Array(bytes[..<end])) }
    }
    #expect(throws: DeltaDecodingError.unknownFormat(9)) { _ = try Delta(decoding: [9] + bytes.dropFirst()) }
    var random = Seeded()
    for _ in 0..<2000 {
      var broken = bytes
      broken[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      _ = try? Delta(decoding: broken)
      _ = try? Delta.effects(inEncoded: broken)
      _ = try? Checkpoint(decoding: [2] + broken.dropFirst())
    }
  }

  @Test func deltasGoBothWaysThroughBytesForAnyEdit() throws {
    var random = Seeded()
    for _ in 0..<200 {
      let (old, new) = anyVersions(&random)
      let change = delta(old, new)
      let read = try Delta(decoding: change.encoded())
      #expect(read == change, "seed \(random.seed)")
      #expect(try read.applied(to: old) == new, "seed \(random.seed)")
      #expect(try read.inverse.applied(to: new) == old, "seed \(random.seed)")
      #expect(change.inverse.inverse == change, "seed \(random.seed)")
      #expect(try Delta.effects(inEncoded: change.encoded()).sorted == effects(of: change), "seed \(random.seed)")
      #expect(change.undone(on: new, frame: Self.frame) == .lines(old, Self.frame), "seed \(random.seed)")
      let checkpoint = Checkpoint(lines: new, frame: Self.frame)
      #expect(try Checkpoint(decoding: checkpoint.encoded()) == checkpoint, "seed \(random.seed)")
    }
  }

  private func effects(of delta: Delta) -> [StepOutline.Effect] {
    let step = Step(
      number: 1, revision: 1, time: Instant(seconds: 0), author: .client, title: "test", delta: delta)
    return step.effects.map { StepOutline.Effect($0.id, $0.kind) }.sorted
  }

  private func anyVersions(_ random: inout Seeded) -> ([StoredLine], [StoredLine]) {
    let session = EditingSession(lines: 0...30, changes: 0...20, random: &random)
    let old = session.old.enumerated().map { index, text in
      text.isEmpty ? Self.stored("") : Self.stored("\(index + 1) \(text)")
    }
    var next = session.old.count
    let new = session.entries.map { entry in
      if Line(entry.text).isBlank { return StoredLine(id: nil, uuid: nil, line: Line(entry.text)) }
      next += 1
      return Self.stored("\(entry.origin.map { $0 + 1 } ?? next) \(entry.text)")
    }
    return (old, new)
  }

  struct UndoCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: [String]
    let after: [String]
    let now: [String]
    let expected: [String]?

    init(_ remark: String, _ before: [String], _ after: [String], _ now: [String], _ expected: [String]?) {
      testDescription = remark
      self.before = before
      self.after = after
      self.now = now
      self.expected = expected
    }
  }

  static let undoCases: [UndoCase] = [
    UndoCase("nothing else happened", ["1 a", "2 b"], ["2 b"], ["2 b"], ["1 a", "2 b"]),
    UndoCase(
      "removed: back after its neighbour", ["1 a", "2 b", "3 c"], ["1 a", "3 c"], ["3 c", "1 a", "4 d"],
      ["3 c", "1 a", "2 b", "4 d"]),
    UndoCase("removed first: back first", ["1 a", "2 b"], ["2 b"], ["4 d", "2 b"], ["1 a", "4 d", "2 b"]),
    UndoCase(
      "its neighbour is gone: before the next", ["1 a", "2 b", "3 c"], ["1 a", "3 c"], ["4 d", "3 c"],
      ["4 d", "2 b", "3 c"]),
    UndoCase(
      "both neighbours are gone: at its place", ["1 a", "2 b", "3 c"], ["1 a", "3 c"], ["4 d", "5 e"],
      ["4 d", "2 b", "5 e"]),
    UndoCase("removed and back already", ["1 a", "2 b"], ["1 a"], ["2 b", "1 a"], ["2 b", "1 a"]),
    UndoCase("removed and back in another form", ["1 a", "2 b"], ["1 a"], ["1 a", "2 c"], nil),
    UndoCase("added: goes", ["1 a"], ["1 a", "2 b"], ["2 b", "3 c", "1 a"], ["3 c", "1 a"]),
    UndoCase("added and gone already", ["1 a"], ["1 a", "2 b"], ["3 c", "1 a"], ["3 c", "1 a"]),
    UndoCase("added and changed since", ["1 a"], ["1 a", "2 b"], ["1 a", "2 c"], nil),
    UndoCase(
      "changed: goes back where it stands now", ["1 a", "2 b"], ["1 c", "2 b"], ["2 b", "1 c"], ["2 b", "1 a"]),
    UndoCase(
      "another word was changed since", ["1 call mum now"], ["1 call dad now"], ["1 call dad later"],
      ["1 call mum later"]),
    UndoCase("the same word was changed since", ["1 call mum"], ["1 call dad"], ["1 call bob"], nil),
    UndoCase(
      "done, tagged since, opened again", ["1 call mum"], ["1 x 2026-01-01 call mum"], ["1 x 2026-01-01 call mum +p"],
      ["1 call mum +p"]),
    UndoCase("changed and removed since", ["1 a", "2 b"], ["1 c", "2 b"], ["2 b"], nil),
    UndoCase(
      "moved: back after its neighbour", ["1 a", "2 b", "3 c", "4 d"], ["2 b", "3 c", "4 d", "1 a"],
      ["5 e", "2 b", "3 c", "4 d", "1 a"], ["1 a", "5 e", "2 b", "3 c", "4 d"]),
    UndoCase(
      "a blank line comes back", ["1 a", "", "2 b"], ["1 a", "2 b"], ["3 c", "1 a", "2 b"], ["3 c", "1 a", "", "2 b"]),
    UndoCase(
      "a blank line goes again", ["1 a", "2 b"], ["1 a", "", "2 b"], ["3 c", "1 a", "", "2 b"], ["3 c", "1 a", "2 b"]),
    UndoCase(
      "done with a successor", ["1 a", "2 b"], ["1 x a", "2 b", "3 a"], ["2 b", "1 x a", "4 d", "3 a"],
      ["2 b", "1 a", "4 d"]),
  ]

  @Test(arguments: undoCases) func undoTakesBackOnlyItsOwnChange(_ example: UndoCase) {
    let change = delta(example.before.map(Self.stored), example.after.map(Self.stored))
    let undone = change.undone(on: example.now.map(Self.stored), frame: Self.frame)
    guard let expected = example.expected else {
      guard case .conflict(let conflicts) = undone else {
        Issue.record("no conflict: \(undone)")
        return
      }
      #expect(conflicts.count == 1)
      return
    }
    #expect(undone == .lines(expected.map(Self.stored), Self.frame))
  }

  @Test func undoTakesTheFrameBackUnlessItChangedAgain() {
    let marked = Delta.Frame(hasByteOrderMark: true, endsWithNewline: true)
    let open = Delta.Frame(hasByteOrderMark: true, endsWithNewline: false)
    let change = Delta(from: [], to: [], frameBefore: Self.frame, frameAfter: marked)
    #expect(change.undone(on: [], frame: marked) == .lines([], Self.frame))
    #expect(change.undone(on: [], frame: open) == .lines([], open))
    #expect(!change.isEmpty)
  }
}

extension [StepOutline.Effect] {
  fileprivate var sorted: [StepOutline.Effect] { sorted { $0.id < $1.id } }
}
