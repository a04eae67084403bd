import Testing
import TodoCore
import TodoTxt

@testable import TodoDaemon

struct ChangeLogTests {
  private func changes(_ ids: ClosedRange<Int32>) -> [TaskChange] {
    ids.map {
      TaskChange(old: nil, new: Task(id: ItemID($0), uuid: TaskUUID(high: 0, low: UInt64($0)), line: Line("one")))
    }
  }

  @Test func eachChangedTaskStandsOnceOldestFirst() {
    var log = ChangeLog()
    log.begin(at: 4)
    log.note(changes(1...2), at: 5)
    log.note(changes(2...3), at: 6)
    #expect(log.changed(since: 4) == [ItemID(1), ItemID(2), ItemID(3)])
    #expect(log.changed(since: 5) == [ItemID(2), ItemID(3)])
    #expect(log.changed(since: 6) == [])
    #expect(log.changed(since: 7) == [], "a revision that is still to come")
  }

  @Test func ofTimesBeforeItsBeginNothingIsKnown() {
    var log = ChangeLog()
    log.begin(at: 4)
    #expect(log.changed(since: 3) == nil)
    #expect(log.changed(since: 4) == [])
  }

  @Test func aTaskThatWentIsAChangeToo() {
    var log = ChangeLog()
    log.note(changes(7...7).map { TaskChange(old: $0.new, new: nil) }, at: 1)
    #expect(log.changed(since: 0) == [ItemID(7)])
  }

  @Test func ofATaskThatWentTwiceTheLastTimeCounts() {
    var log = ChangeLog()
    let task = changes(7...7)
    log.note(task, at: 1, done: [ItemID(7)])
    #expect(log.done(since: 0) == [ItemID(7)] && log.done(since: 1) == [])
    log.note(task, at: 2)
    #expect(log.done(since: 0) == [])
    log.note(changes(8...8), at: 2)
    log.wentToDoneFile([ItemID(7), ItemID(9)])
    #expect(log.done(since: 0) == [ItemID(7)] && log.done(since: 1) == [ItemID(7)])
  }

  @Test func theOldestAreForgottenAndNothingIsHalfKnown() {
    var log = ChangeLog()
    log.note(changes(1...8000), at: 1)
    log.note(changes(8001...16_000), at: 2)
    #expect(log.changed(since: 0)?.count == 16_000 && log.horizon == 0)
    log.note(changes(16_001...20_001), at: 3)
    // The newest 10 000 are kept: of revision 2 some are gone, so all of it counts as forgotten.
    #expect(log.horizon == 2)
    #expect(log.changed(since: 1) == nil)
    #expect(log.changed(since: 2) == (16_001...20_001).map { ItemID($0) })
  }
}
