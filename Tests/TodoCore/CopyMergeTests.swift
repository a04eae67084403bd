import Support
import Testing
import TodoCore
import TodoTxt

/// What becomes of a file and a conflict copy of it.
struct CopyMergeTests {
  /// What each side did since both had the same lines, and what the file is then: for whichever of them wins.
  struct Row: Sendable, CustomTestStringConvertible {
    let remark: String
    let both: [String]
    let here: [[String]]
    let there: [[String]]
    let becomes: [String]
    var clashes = 0

    var testDescription: String { remark }
  }

  static let rows: [Row] = [
    Row(
      remark: "new tasks of both", both: ["one", "two"], here: [["one", "two", "buy milk"]],
      there: [["one", "two", "sing a song"]], becomes: ["one", "two", "buy milk", "sing a song"]),
    Row(
      remark: "different tasks changed", both: ["call mum", "write a letter", "three"],
      here: [["call mum now", "write a letter", "three"]], there: [["call mum", "write a long letter", "three"]],
      becomes: ["call mum now", "write a long letter", "three"]),
    Row(
      remark: "done there, new here", both: ["call mum", "two"], here: [["call mum", "two", "new"]],
      there: [["x 2026-03-01 call mum", "two"]], becomes: ["x 2026-03-01 call mum", "two", "new"]),
    Row(
      remark: "done there, changed here", both: ["call mum", "two"], here: [["call mum +family", "two"]],
      there: [["x 2026-03-01 call mum", "two"]], becomes: ["x 2026-03-01 call mum +family", "two"]),
    Row(
      remark: "done there, changed here, and little else is common", both: ["call mum", "two", "three", "four"],
      here: [["call mum +family", "two +word", "three", "four"]],
      there: [["x 2026-03-01 call mum", "two", "three +word", "four"]],
      becomes: ["x 2026-03-01 call mum +family", "two +word", "three +word", "four"]),
    Row(
      remark: "done on both sides: the earlier", both: ["call mum", "two"], here: [["x 2026-03-02 call mum", "two"]],
      there: [["x 2026-03-01 call mum", "two"]], becomes: ["x 2026-03-01 call mum", "two"]),
    Row(
      remark: "different words of one task", both: ["call mum from home", "two"],
      here: [["call dad from home", "two"]],
      there: [["call mum from work", "two"]], becomes: ["call dad from work", "two"]),
    Row(
      remark: "the same word of one task", both: ["call mum from home", "two"],
      here: [["call mum from school", "two"]],
      there: [["call mum from work", "two"]], becomes: ["call mum from school", "call mum from work", "two"], clashes: 1
    ),
    Row(
      remark: "changed and changed back here", both: ["call mum", "two"],
      here: [["call dad", "two"], ["call mum", "two"]],
      there: [["call mum", "two", "new"]], becomes: ["call mum", "two", "new"]),
    Row(
      remark: "changed twice there", both: ["call mum today", "two"], here: [["call mum today", "two", "new"]],
      there: [["call dad today", "two"], ["call dad today +family", "two"]],
      becomes: ["call dad today +family", "two", "new"]),
    Row(
      remark: "the same new task on both sides", both: ["one"], here: [["one", "new", "other"]],
      there: [["one", "new"]],
      becomes: ["one", "new", "other"]),
  ]

  private static let now = Instant(seconds: 1_772_355_600)

  /// Both machines as they are when the one that won has sent its version, and what the loser had.
  private func parted(_ row: Row, hereWins: Bool) -> (here: CopyMachine, there: CopyMachine, copy: TodoText) {
    var (here, there) = (CopyMachine(row.both), CopyMachine(row.both))
    for (place, lines) in row.here.enumerated() {
      here.change(at: Self.now.adding(seconds: Int64(place))) { $0 = lines }
    }
    for (place, lines) in row.there.enumerated() {
      there.change(at: Self.now.adding(seconds: Int64(place))) { $0 = lines }
    }
    let later = Self.now.adding(seconds: 3600)
    let copy = hereWins ? there.text : here.text
    if hereWins { there.receive(here.text, at: later) } else { here.receive(there.text, at: later) }
    return (here, there, copy)
  }

  @Test(arguments: rows, [true, false])
  func bothMachinesMakeTheSameOfIt(row: Row, hereWins: Bool) {
    let (here, there, copy) = parted(row, hereWins: hereWins)
    let now = Self.now.adding(seconds: 3601)
    for machine in [here, there] {
      let made = machine.merge(with: copy, at: now)
      #expect(made.merged.text.lines.map { String(decoding: $0.content, as: UTF8.self) } == row.becomes)
      #expect(made.clashes.count == row.clashes)
      #expect(machine.knows(copy, at: now))
    }
  }

  @Test func whatWasDeletedHereStaysSoAndWhatIsMissingThereStays() {
    let both = ["call mum", "write", "read"]
    var here = CopyMachine(both)
    here.change(at: Self.now) { $0 = ["call mum", "read", "sing"] }
    let there = TodoText(lines: ["call mum", "write", "dance"].map { Line($0) })
    let made = here.merge(with: there, at: Self.now.adding(seconds: 60))
    #expect(made.merged.text.lines.map(\.bytes) == ["call mum", "dance", "read", "sing"].map { Array($0.utf8) })
  }

  @Test func aSideThatLostEverythingWipesNothing() {
    var here = CopyMachine(["call mum", "write"])
    let lost = here.text
    here.receive(TodoText(lines: []), at: Self.now)
    #expect(here.merge(with: lost, at: Self.now.adding(seconds: 1)).merged.text.lines == lost.lines)
    let full = CopyMachine(["call mum", "write"])
    #expect(full.merge(with: TodoText(lines: []), at: Self.now).merged.text == full.text)
  }

  @Test func whoSawThatItWasDeletedAndHasItAgainWantsIt() {
    var here = CopyMachine(["call mum", "write"])
    here.change(at: Self.now) { $0 = ["write"] }
    here.change(at: Self.now.adding(seconds: 1)) { $0 = ["write", "later"] }
    let there = TodoText(lines: ["write", "later", "call mum"].map { Line($0) })
    here.change(at: Self.now.adding(seconds: 2)) { $0 = ["write", "later", "last"] }
    let made = here.merge(with: there, at: Self.now.adding(seconds: 60))
    #expect(made.merged.text.lines.map(\.bytes) == ["write", "later", "call mum", "last"].map { Array($0.utf8) })
  }

  @Test func theOrderIsThatOfTheFile() {
    var here = CopyMachine(["b", "c", "a"])
    here.change(at: Self.now) { $0 = ["a", "b", "c"] }
    let there = TodoText(lines: ["c", "b", "new", "a"].map { Line($0) })
    let made = here.merge(with: there, at: Self.now.adding(seconds: 60))
    #expect(made.merged.text.lines.map(\.bytes) == ["a", "b", "new", "c"].map { Array($0.utf8) })
  }

  @Test func tasksThatOnlyLookAlikeStayTwo() {
    var here = CopyMachine(["one", "two"])
    here.change(at: Self.now) { $0.append("buy red apples at the market") }
    let there = TodoText(lines: ["one", "two", "buy green apples at the market"].map { Line($0) })
    let made = here.merge(with: there, at: Self.now.adding(seconds: 60))
    #expect(made.merged.lines.count == 4 && made.clashes.count == 1)
  }

  @Test func twoFilesThatWereNeverOneLoseNothing() {
    var here = CopyMachine(["bread rent card", "call mum", "one"])
    let there = CopyMachine(["rent glasses card", "call mum", "two"])
    let copy = here.text
    #expect(here.merge(with: there.text, at: Self.now).merged.lines.count == 5)
    here.receive(there.text, at: Self.now)
    #expect(here.merge(with: copy, at: Self.now.adding(seconds: 1)).merged.lines.count == 5)
  }

  @Test func whatWasArchivedThereIsNotKeptHere() {
    var here = CopyMachine(["call mum", "write"])
    here.change(at: Self.now) { $0.append("new") }
    let copy = TodoText(lines: [Line("write")])
    let made = here.merge(
      with: copy, archived: [Line("x 2026-03-01 call mum"), Line("x 2026-03-01 other")], at: Self.now)
    #expect(made.merged.text.lines.map(\.bytes) == ["write", "new"].map { Array($0.utf8) })
  }

  static let shares: [(copy: [String], isKnown: Bool)] = [
    ([], true), (["", ""], true), (["one"], true), (["was"], true), (["one", "x", "", ""], true),
    (["one", "x", "y"], false), (["x"], false), (["one", "two", "was", "x", "y", "z"], true),
  ]

  @Test(arguments: shares)
  func atLeastHalfOfItWasHereOnce(copy: [String], isKnown: Bool) {
    var here = CopyMachine(["one", "was"])
    here.change(at: Self.now) { $0 = ["one", "two"] }
    #expect(here.knows(TodoText(lines: copy.map { Line($0) }), at: Self.now.adding(seconds: 60)) == isKnown)
    let old = Self.now.adding(seconds: CopyHistory.span + 1)
    #expect(!here.knows(TodoText(lines: [Line("was")]), at: old))
  }
}
