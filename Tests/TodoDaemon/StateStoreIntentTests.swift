import Foundation
import Testing
import TodoCore
import TodoTxt

@testable import TodoDaemon

struct StateStoreIntentTests {
  let scratch: ScratchDirectory
  var list: StoredList

  init() throws {
    scratch = try ScratchDirectory()
    list = StoredList(try StateStore(opening: scratch.database, list: "/todo.txt"))
    try list.append("one")
    try list.append("two")
  }

  @Test mutating func anOpenIntentIsThereAfterACrashWithItsSteps() throws {
    let step = list.step(2..<2, [list.line("three")])
    let intent = list.intent([step], after: "after")
    try list.store.commit(Transaction(revision: 3, intent: intent, steps: [step]))
    let state = try StateStore(opening: try scratch.crashed().database, list: "/todo.txt").load()
    #expect(state.openIntent == intent)
    #expect(state.version == list.version)
    #expect(state.revision == 3 && state.nextStep == 4)
  }

  @Test mutating func theNextTransactionConfirmsTheIntent() throws {
    let step = list.step(2..<2, [list.line("three")])
    try list.store.commit(Transaction(revision: 3, intent: list.intent([step], after: "after"), steps: [step]))
    try list.store.commit(Transaction(revision: 3))
    #expect(try list.store.load().openIntent == nil)
    try list.store.dropIntent()
    #expect(try list.store.load().version == list.version)
  }

  @Test mutating func aDroppedIntentLeavesNothingButUsedNumbers() throws {
    let before = list.version
    let old = [StateRecord.note("kept", [1]), .note("changed", [1]), .note("removed", [1])]
    try list.store.commit(Transaction(revision: 2, records: old))
    let step = list.step(0..<1, [], undoes: 2)
    try list.store.commit(
      Transaction(
        revision: 3, intent: list.intent([step], after: "after"), steps: [step], undone: [(step: 2, by: 3)],
        records: [.note("changed", [2]), .note("removed", nil), .note("new", [2])]))
    #expect(try list.store.step(2)?.undoneBy == 3)
    #expect(try list.store.formerID(of: Array("one".utf8), since: Instant(seconds: 0))?.0 == ItemID(1))
    try list.store.dropIntent()
    let state = try list.store.load()
    #expect(state.version == before)
    #expect(state.openIntent == nil && state.departed.isEmpty)
    #expect(state.records[.note] == [Array("kept".utf8): [1], Array("changed".utf8): [1], Array("removed".utf8): [1]])
    #expect(state.revision == 3 && state.nextStep == 4)
    #expect(try list.store.step(3) == nil)
    #expect(try list.store.step(2)?.undoneBy == nil)
    #expect(try list.store.formerID(of: Array("one".utf8), since: Instant(seconds: 0)) == nil)
  }

  @Test mutating func whatCameAfterTheIntentOutlivesItsDrop() throws {
    let step = list.step(2..<2, [list.line("three")])
    try list.store.commit(
      Transaction(
        revision: 3, intent: list.intent([step], after: "after"), steps: [step],
        records: [.note("both", [1]), .note("intent", [1])]))
    try list.store.commit(Transaction(revision: 3, confirms: false, records: [.note("both", [2])]))
    try list.store.dropIntent()
    #expect(try list.store.load().records[.note] == [Array("both".utf8): [2]])
  }

  @Test mutating func anIntentOfTwoFilesKeepsBothHashes() throws {
    let step = list.step(0..<1, [])
    var intent = list.intent([step], after: "after")
    intent.doneBefore = Fingerprint(of: [])
    intent.doneAfter = Fingerprint(of: Array("x one\n".utf8))
    try list.store.commit(Transaction(revision: 3, intent: intent, steps: [step]))
    #expect(try list.store.load().openIntent == intent)
  }

  @Test mutating func noCheckpointIsWrittenWhileAnIntentIsOpen() throws {
    let before = list.version
    let step = list.step(2..<2, [list.line(String(repeating: "long ", count: 20_000))])
    try list.store.commit(Transaction(revision: 3, intent: list.intent([step], after: "after"), steps: [step]))
    try list.store.checkpointIfNeeded(list.version.revision) { list.version }
    try list.store.dropIntent()
    #expect(try list.store.load().version == before)
  }
}
