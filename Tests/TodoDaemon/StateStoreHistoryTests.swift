import Foundation
import Support
import Testing
import TodoCore
import TodoTxt

@testable import TodoDaemon

struct StateStoreHistoryTests {
  let scratch: ScratchDirectory
  var list: StoredList

  init() throws {
    scratch = try ScratchDirectory()
    list = StoredList(try StateStore(opening: scratch.database, list: "/todo.txt"))
  }

  /// One random change of a few lines; it is committed.
  private mutating func change(using random: inout Seeded) throws {
    let count = list.version.lines.count
    let start = Int.random(in: 0...count, using: &random)
    let end = min(count, start + Int.random(in: 0...2, using: &random))
    var inserted = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      list.line("task \(random.next() % 1000) due:2026-03-01")
    }
    if random.one(in: 5) { inserted.append(StoredLine(id: nil, uuid: nil, line: Line(" "))) }
    try list.commit(start..<end, inserted)
  }

  @Test mutating func everyVersionIsRebuiltAndLoadedAlsoOverCheckpoints() throws {
    var random = Seeded()
    for round in 0..<120 {
      try change(using: &random)
      if random.one(in: 20) {
        try list.store.database.run("UPDATE list SET trimmed = NULL")
        list.store.deltaSteps = 5000
      }
      try list.store.checkpointIfNeeded(list.version.revision) { list.version }
      #expect(try list.store.load().version == list.version, "seed \(random.seed), round \(round)")
    }
    for (revision, version) in list.versions.enumerated() {
      let rebuilt = try list.store.version(at: Int64(revision), from: list.version)
      #expect(rebuilt == version, "seed \(random.seed), revision \(revision)")
    }
    #expect(try list.store.version(at: 121, from: list.version) == nil)
  }

  @Test mutating func historyBeginsWithAVersionThatWasAdopted() throws {
    let found = StoredVersion(
      revision: 4, lines: [list.line("there"), list.line("before")],
      frame: Delta.Frame(hasByteOrderMark: true, endsWithNewline: false))
    try list.store.adopt(found, records: [.note("seen", [1])])
    list.version = found
    try list.append("mine")
    let state = try StateStore(opening: try scratch.crashed().database, list: "/todo.txt").load()
    #expect(state.version == list.version && state.revision == 5 && state.nextStep == 2)
    #expect(state.note("seen") == [1])
    #expect(try list.store.version(at: 4, from: list.version) == found)
    #expect(try list.store.version(at: 3, from: list.version) == nil)
  }

  @Test mutating func stepsComeBackAsTheyWereNewestFirst() throws {
    var steps: [Step] = []
    for number in 0..<5 {
      var step = list.step(number..<number, [list.line("task \(number)")], at: Instant(seconds: Int64(number)))
      step.title = "add \(number)"
      if number == 3 { step.moved = Moved(file: .named("someday.txt"), lines: [list.line("x archived")]) }
      steps.append(step)
    }
    try list.store.commit(Transaction(revision: 5, steps: steps))
    let newest = try list.store.steps(newest: 3)
    try #require(newest.map(\.number) == [5, 4, 3])
    #expect(newest.map(\.title) == ["add 4", "add 3", "add 2"])
    #expect(newest.map(\.delta) == [steps[4].delta, steps[3].delta, steps[2].delta])
    #expect(newest[1].moved == steps[3].moved && newest[0].moved == nil)
    #expect(newest[0].time == Instant(seconds: 4) && newest[0].author == .client && newest[0].revision == 5)
    #expect(try list.store.steps(newest: 9, before: 3).map(\.number) == [2, 1])
    #expect(try list.store.step(6) == nil)
    let outlines = try list.store.outlines(newest: 2, before: 4)
    #expect(outlines.map(\.number) == [3, 2] && outlines.map(\.author) == [.client, .client])
    #expect(outlines.map(\.effects) == [3, 2].map { [StepOutline.Effect(ItemID($0), .came)] })
  }

  @Test mutating func onlyWhatAPersonDidByHandAndNobodyTookBackIsUndoable() throws {
    let authors: [Step.Author] = [.client, .popup, .editor, .merge, .recurrence]
    let steps = authors.map { list.step(0..<0, [list.line("x")], author: $0) }
    try list.store.commit(Transaction(revision: 5, steps: steps))
    #expect(try list.store.newestUndoable()?.number == 2)
    let undo = list.step(0..<1, [], author: .undo, undoes: 2)
    try list.store.commit(Transaction(revision: 6, steps: [undo], undone: [(step: 2, by: 6)]))
    #expect(try list.store.newestUndoable()?.number == 1)
    try list.store.commit(Transaction(revision: 7, undone: [(step: 1, by: 9)]))
    #expect(try list.store.newestUndoable() == nil)
    try list.store.commit(Transaction(revision: 8, undone: [(step: 2, by: nil)]))
    #expect(try list.store.newestUndoable()?.number == 2)
  }

  @Test mutating func theNewestUndoIsRedoableUntilSomethingIsDoneByHand() throws {
    func redoable() throws -> [Int64?] {
      let found = try list.store.newestRedoable()
      return [found.undo?.number, found.since]
    }
    func commit(_ author: Step.Author, undoes: Int64? = nil) throws {
      let step = list.step(0..<0, [list.line("x")], author: author, undoes: undoes)
      let undone = undoes.map { [(step: $0, by: Optional(step.number))] } ?? []
      try list.store.commit(Transaction(revision: list.version.revision, steps: [step], undone: undone))
    }
    try commit(.client)
    try commit(.popup)
    #expect(try redoable() == [nil, nil])
    try commit(.undo, undoes: 2)
    try commit(.undo, undoes: 1)
    for author in [Step.Author.editor, .merge, .recurrence] { try commit(author) }
    #expect(try redoable() == [4, nil])
    try commit(.redo, undoes: 4)
    #expect(try redoable() == [3, nil])
    #expect(try list.store.newestUndoable()?.number == 8)
    try commit(.popup)
    #expect(try redoable() == [3, 9])
    try commit(.undo, undoes: 8)
    #expect(try redoable() == [10, nil])
    #expect(try list.store.newestUndoable()?.number == 9)
  }

  @Test mutating func aLineThatComesBackHasItsOldIDForAWhile() throws {
    try list.append("call mum")
    try list.append("call mum ")
    let mum = list.version.lines[0]
    try list.commit(0..<1, [], at: Instant(seconds: 1000))
    let found = try #require(try list.store.formerID(of: mum.line.bytes, since: Instant(seconds: 1000)))
    #expect(found.0 == mum.id && found.1 == mum.uuid)
    #expect(try list.store.formerID(of: mum.line.bytes, since: Instant(seconds: 1001)) == nil)
    #expect(try list.store.formerID(of: Array("call dad".utf8), since: Instant(seconds: 0)) == nil)
    #expect(try list.store.load().departed == [ItemID(1)])
    list.nextID = 1
    try list.append("an edit of a line that stays is no departure")
  }

  @Test mutating func anEditedTaskHasNotDeparted() throws {
    try list.append("call mum")
    var edited = list.version.lines[0]
    edited.line = Line("call mom")
    try list.commit(0..<1, [edited])
    #expect(try list.store.formerID(of: Array("call mum".utf8), since: Instant(seconds: 0)) == nil)
    #expect(try list.store.load().departed.isEmpty)
  }

  @Test mutating func historyIsTrimmedSlowlyAndNeverAtStart() throws {
    let day: Int64 = 86_400
    for number in 0..<60 {
      try list.append("task \(number)", at: Instant(seconds: 0))
      try list.commit(0..<1, [], at: Instant(seconds: 0))
    }
    list.store.deltaSteps = 5000
    try list.store.checkpointIfNeeded(list.version.revision) { list.version }
    func count() throws -> Int { try list.store.steps(newest: 1000).count }
    func trim(_ days: Int64) throws {
      try list.store.trimHistory(now: Instant(seconds: days * day), keeping: 20)
    }
    try trim(400)
    #expect(try count() == 120)
    try trim(400)
    #expect(try count() == 120)
    try trim(401)
    #expect(try count() == 110)
    try trim(401)
    #expect(try count() == 110)
    try trim(402)
    #expect(try count() == 101)
    #expect(try list.store.version(at: 18, from: list.version) == nil)
    #expect(try list.store.version(at: 19, from: list.version) == list.versions[19])
    #expect(try list.store.formerID(of: Array("task 3".utf8), since: Instant(seconds: 0)) == nil)
    #expect(try list.store.formerID(of: Array("task 30".utf8), since: Instant(seconds: 0))?.0 == ItemID(31))
    try trim(300)
    try trim(300)
    #expect(try count() == 101)
    for later in Int64(301)..<500 { try trim(later) }
    #expect(try count() == 20)
    #expect(try list.store.load().version == list.version)
  }

  @Test mutating func youngStepsStayHoweverMany() throws {
    for number in 0..<40 { try list.append("task \(number)", at: Instant(seconds: 1_000_000)) }
    list.store.deltaSteps = 5000
    try list.store.checkpointIfNeeded(list.version.revision) { list.version }
    try list.store.trimHistory(now: Instant(seconds: 1_000_000), keeping: 5)
    try list.store.trimHistory(now: Instant(seconds: 1_000_000 + 89 * 86_400), keeping: 5)
    #expect(try list.store.steps(newest: 100).count == 40)
  }
}
