import Support
import Testing
import TodoCore
import TodoTxt

@Suite struct PauseStoryTests {
  @Test func whatAPauseHeldComesInOneDigest() {
    let lines = [
      "a due:2026-03-01 at:0900", "b due:2026-03-01 at:0930", "c due:2026-03-01", "d due:2026-03-01 at:1200",
    ]
    var stage = Stage(lines, at: "2026-03-01 08:00")
    stage.pause(until: "2026-03-01 12:00")
    stage.wait(until: "2026-03-01 11:59")
    #expect(stage.log.isEmpty)
    #expect(stage.reminders.heldItems == [ItemID(1), ItemID(2), ItemID(3)])
    #expect(stage.fates(of: 1).first == "due held paused")
    #expect(stage.reminders.next(for: ItemID(1)) == stage.reminders.activePauses.first?.until)
    stage.wait(until: "2026-03-01 12:00")
    #expect(stage.log == ["03-01 12:00:00 digest 1 2 3 late", "03-01 12:00:00 due 4"], "that of noon was never held")
    #expect(stage.pauses.isEmpty && stage.reminders.activePauses.isEmpty)
  }

  @Test func openPopupsGoAndCountAsHeld() {
    var stage = Stage(["a due:2026-03-01 at:0900", "b due:2026-03-01", "c due:2026-03-01"], at: "2026-03-01 08:00")
    stage.wait(until: "2026-03-01 09:05")
    #expect(stage.screen.count == 2)
    stage.pause()
    #expect(stage.screen.isEmpty && stage.popups.isEmpty && stage.reminders.missed.isEmpty)
    #expect(stage.reminders.heldItems.count == 3)
    stage.restart(at: "2026-03-01 09:10")
    stage.wait(until: "2026-03-01 11:00")
    stage.log = []
    stage.resume()
    #expect(stage.log == ["03-01 11:00:00 digest 1 2 3 late"])
    #expect(stage.reminders.lastRung(ItemID(1)) != nil)
  }

  @Test func aPauseOfAQueryHoldsAlsoWhatComesLater() {
    var stage = Stage(["a +work due:2026-03-01 at:0900", "b due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.pause("+work", until: "2026-03-02 12:00")
    stage.change(3, to: "c +work h:1 due:2026-03-01 at:0910")
    stage.wait(until: "2026-03-01 09:30")
    #expect(stage.log.filter { !$0.contains("again") } == ["03-01 09:00:00 due 2"])
    stage.change(1, to: "a due:2026-03-01 at:0900")
    stage.wait(until: "2026-03-01 09:31")
    #expect(stage.log.last == "03-01 09:30:00 due 1 late", "it is no work any more")
    stage.change(2, to: "b +work due:2026-03-01 at:0900", by: .file)
    #expect(stage.log.last?.contains("withdraw") == true, "and now this is")
    stage.log = []
    stage.resume("+work")
    #expect(stage.log == ["03-01 09:31:00 digest 2 3 late"], "\(stage.log)")
  }

  @Test func theDaysOfAQueryAreThoseOfToday() {
    var stage = Stage(["a due:2026-03-01 at:0900", "b due:2026-03-02 at:0900"], at: "2026-03-01 08:00")
    stage.pause("due:today")
    stage.wait(until: "2026-03-01 10:00")
    #expect(stage.log.isEmpty)
    stage.wait(until: "2026-03-02 08:00")
    #expect(stage.log.first == "03-02 00:00:00 due 1 late", "today is another day")
    stage.wait(until: "2026-03-02 10:00")
    #expect(!stage.log.contains { $0.contains("due 2") })
  }

  @Test func onePauseForEachQueryAndTheLongestHolds() {
    var stage = Stage(["a +work due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.pause("+work", until: "2026-03-01 11:00")
    stage.pause(until: "2026-03-01 10:00")
    stage.pause("+work", until: "2026-03-01 12:00")
    #expect(stage.pauses.count == 2)
    stage.wait(until: "2026-03-01 11:30")
    #expect(stage.log.isEmpty)
    stage.undo()
    stage.wait(until: "2026-03-01 11:31")
    #expect(stage.log == ["03-01 11:30:00 due 1 late"], "the one before it was over")
  }

  @Test func aForgottenPauseIsToldOnceADay() {
    var stage = Stage(["a due:2026-03-01 at:1000"], at: "2026-03-01 08:00")
    stage.pause("+work")
    stage.pause()
    stage.wait(until: "2026-03-01 23:00")
    #expect(stage.log.isEmpty, "not on its first day")
    stage.wait(until: "2026-03-02 12:00")
    #expect(
      stage.log.sorted() == [
        "03-02 09:00:00 told of the pause of +work", "03-02 09:00:00 told of the pause of everything",
      ])
    stage.restart(at: "2026-03-02 13:00")
    #expect(stage.log.count == 2, "told already")
    stage.restart(at: "2026-03-03 13:00")
    #expect(stage.log.count == 4, "late, but told")
    stage.resume()
    stage.resume("+work")
    stage.log = []
    stage.wait(until: "2026-03-04 08:00")
    #expect(!stage.log.contains { $0.contains("told") })
  }

  @Test func undoneAPauseIsOverAndWhatItHeldRings() {
    var stage = Stage(["a due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.pause()
    stage.wait(until: "2026-03-01 09:00:30")
    stage.undo()
    #expect(stage.log == ["03-01 09:00:30 due 1"])
    stage.resume()
    stage.wait(until: "2026-03-01 09:05")
    #expect(stage.pauses.isEmpty)
  }

  @Test func theWholeFilesMomentsWaitForTheWholePauseOnly() {
    var stage = Stage(["a due:2026-01-01"], at: "2026-03-01 08:00")
    stage.pause("a", until: "2026-03-01 12:00")
    stage.wait(until: "2026-03-01 09:00")
    #expect(stage.log == ["03-01 09:00:00 digest +1"])
    stage.pause(until: "2026-03-02 12:00")
    #expect(stage.screen.isEmpty)
    stage.wait(until: "2026-03-02 11:59")
    #expect(!stage.log.contains { $0.contains("03-02 09:00:00 digest") })
    stage.wait(until: "2026-03-02 12:01")
    #expect(stage.log.last == "03-02 12:00:00 digest +1 late")
  }
}
