import Support
import Testing
import TodoCore
import TodoTxt

@Suite struct SnoozeStoryTests {
  @Test func aSnoozeTakesThePopupAwayAndRingsWhenItEnds() {
    var stage = Stage(["a due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.wait(until: "2026-03-01 09:05")
    stage.snooze(1, "30min")
    #expect(stage.log == ["03-01 09:00:00 due 1", "03-01 09:05:00 withdraw 1"])
    #expect(stage.reminders.counts == ReminderCounts(open: 1, today: 0, overdue: 0), "out of the counts")
    #expect(!stage.reminders.isOverdue(ItemID(1)) && stage.reminders.missed.isEmpty)
    #expect(stage.reminders.snoozedItems == [ItemID(1)])
    stage.wait(until: "2026-03-01 20:00")
    #expect(stage.log.last == "03-01 09:35:00 snooze 1 1", "and no repetition of the due")
    #expect(stage.reminders.counts.overdue == 1)
    stage.snooze(1, "tomorrow")
    stage.wait(until: "2026-03-02 10:00")
    #expect(
      stage.log.suffix(2) == ["03-01 20:00:00 withdraw 2", "03-02 09:00:00 snooze 2 1"], "instead of the morning")
    stage.wait(until: "2026-03-03 10:00")
    #expect(stage.log.last == "03-03 09:00:00 day+2 1")
  }

  @Test func noSnoozePassesTheDueUnlessATimeWasTyped() {
    let line = "a due:2026-03-01 at:1200 rem:2h,1h,10min"
    var stage = Stage([line], at: "2026-03-01 09:00")
    stage.wait(until: "2026-03-01 10:05")
    stage.snooze(1, "tomorrow")
    #expect(stage.log == ["03-01 10:00:00 lead 2h 1", "cut", "03-01 10:05:00 withdraw 1"])
    stage.wait(until: "2026-03-01 12:05")
    #expect(stage.log.last == "03-01 12:00:00 due 1", "the due itself, and no lead before it")
    #expect(stage.fates(of: 1).prefix(2) == ["lead 2h answered snoozed", "lead 1h snoozed"])
    stage.wait(until: "2026-03-01 12:10")
    #expect(stage.log.last == "03-01 12:10:00 again 1 1", "with its repetitions")

    var typed = Stage([line], at: "2026-03-01 09:00")
    typed.snooze(1, "17:30")
    typed.wait(until: "2026-03-01 20:00")
    #expect(typed.log == ["03-01 17:30:00 snooze 1 1"])
  }

  @Test func aSnoozeOfALeadLeavesTheLaterLeadsAndTheDue() {
    var stage = Stage(["a due:2026-03-01 at:1200 rem:2h,1h,10min"], at: "2026-03-01 09:00")
    stage.wait(until: "2026-03-01 10:05")
    stage.snooze(1, "10min")
    stage.wait(until: "2026-03-01 12:01")
    #expect(
      stage.log.filter { !$0.contains("withdraw") } == [
        "03-01 10:00:00 lead 2h 1", "03-01 10:15:00 snooze 1 1", "03-01 11:00:00 lead 1h 1",
        "03-01 11:50:00 lead 10min 1", "03-01 12:00:00 due 1",
      ])
  }

  @Test(arguments: [
    ("x 2026-03-01 a due:2026-03-01 at:0900", "done"), ("a due:2026-03-05 at:0900", "moved"), (nil, "removed"),
  ])
  func aChangeOfTheTaskEndsTheSnooze(line: String?, remark: String) {
    var stage = Stage(["a due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.wait(until: "2026-03-01 09:05")
    stage.snooze(1, "3h")
    stage.change(1, to: line, by: .file)
    #expect(stage.snoozes.isEmpty, "\(remark)")
    stage.log = []
    stage.wait(until: "2026-03-01 20:00")
    #expect(stage.log.isEmpty, "\(remark)")
  }

  @Test func anotherWordLeavesTheSnooze() {
    var stage = Stage(["a due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.snooze(1, "2026-03-01 10:00")
    stage.change(1, to: "a b due:2026-03-01 at:0900")
    stage.restart()
    stage.wait(until: "2026-03-01 20:00")
    #expect(stage.log == ["03-01 10:00:00 snooze 1 1"])
  }

  @Test func tasksWithoutADueCanBePutOffToo() {
    var stage = Stage(["a", "b rem:2026-03-01T0900"], at: "2026-03-01 08:00")
    stage.snooze(1, "2h")
    stage.wait(until: "2026-03-01 09:01")
    stage.snooze(2, "1h")
    stage.restart()
    stage.hasServer = false
    stage.wait(until: "2026-03-01 10:03")
    stage.serverArrives()
    stage.wait(until: "2026-03-01 20:00")
    #expect(
      stage.log.filter { !$0.contains("fails") } == [
        "03-01 09:00:00 rem 2026-03-01T0900 2", "03-01 09:01:00 withdraw 1", "03-01 10:03:00 digest 1 2 late",
      ])
  }

  @Test func whatNeverRingsIsNotPutOff() {
    var stage = Stage(["x 2026-03-01 a due:2026-03-01", "b due:2026-03-01 rem:none"], at: "2026-03-01 08:00")
    stage.snooze(1, "1h")
    stage.dismiss(2)
    #expect(stage.log == ["done(1)", "silent(2)"] && stage.acts.isEmpty)
  }

  @Test func aDayTaskIsPutOffPastItsEvening() {
    var stage = Stage(["a due:2026-03-01", "b due:2026-03-01"], at: "2026-03-01 08:00")
    stage.wait(until: "2026-03-01 09:10")
    stage.snooze(1, "tomorrow")
    #expect(stage.log.last == "03-01 09:10:00 day+0 2", "the digest goes on without it")
    stage.wait(until: "2026-03-01 18:00")
    #expect(stage.log.last == "03-01 18:00:00 evening 2")
    stage.wait(until: "2026-03-02 09:00")
    #expect(stage.log.last == "03-02 09:00:00 digest 1 2")
  }

  @Test func aDismissedOccurrenceRingsNoMore() {
    var stage = Stage(["a due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.wait(until: "2026-03-01 09:05")
    stage.dismiss(1)
    #expect(stage.log.last == "03-01 09:05:00 withdraw 1" && stage.reminders.missed.isEmpty)
    #expect(stage.reminders.isOverdue(ItemID(1)), "overdue it stays")
    stage.restart()
    stage.log = []
    stage.dismiss(1)
    stage.wait(until: "2026-03-10 10:00")
    #expect(stage.log == ["already"])
    stage.change(1, to: "a due:2026-03-11 at:0900")
    stage.wait(until: "2026-03-11 09:00")
    #expect(stage.log.last == "03-11 09:00:00 due 1", "another due is another occurrence")
  }

  @Test func aDismissedLeadIsOnlyTheLead() {
    var stage = Stage(["a due:2026-03-01 at:1200 rem:2h,1h"], at: "2026-03-01 09:00")
    stage.wait(until: "2026-03-01 10:05")
    stage.dismiss(1)
    stage.wait(until: "2026-03-01 12:00")
    #expect(
      stage.log == [
        "03-01 10:00:00 lead 2h 1", "lead", "03-01 10:05:00 withdraw 1", "03-01 11:00:00 lead 1h 1",
        "03-01 12:00:00 due 1",
      ])
    #expect(stage.dismissals.isEmpty)
    #expect(stage.fates(of: 1).first == "lead 2h answered dismissed")
  }

  @Test func beforeAnythingRangADismissalIsOfAllOfIt() {
    var stage = Stage(["a due:2026-03-01 at:1200 rem:1h"], at: "2026-03-01 09:00")
    stage.dismiss(1)
    #expect(stage.fates(of: 1) == ["lead 1h dismissed", "due dismissed"])
    stage.snooze(1, "2026-03-01 13:00")
    #expect(stage.dismissals.isEmpty, "who puts it off wants to hear of it")
    stage.wait(until: "2026-03-01 20:00")
    #expect(stage.log == ["03-01 13:00:00 snooze 1 1"])
  }

  @Test func undoBringsBackWhatWasTrue() {
    var stage = Stage(["a due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.wait(until: "2026-03-01 09:05")
    stage.snooze(1, "3h")
    stage.snooze(1, "1h")
    stage.undo()
    #expect(stage.snoozes.map(\.count) == [1])
    stage.undo()
    #expect(stage.snoozes.isEmpty && stage.reminders.missed == [ItemID(1)], "rung and unanswered, as before")
    #expect(stage.rows.values.map(\.state) == [.rung])
    stage.log = []
    stage.wait(until: "2026-03-02 09:00")
    #expect(stage.log == ["03-02 09:00:00 day+1 1"])
  }

  @Test func aPopupThatWasOnItsWayRingsAgainWhenTheSnoozeIsUndone() {
    var stage = Stage(["a due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.isSilent = true
    stage.wait(until: "2026-03-01 09:00")
    stage.snooze(1, "1h")
    stage.isSilent = false
    stage.undo()
    #expect(stage.log == ["03-01 09:00:00 due 1", "03-01 09:00:00 due 1"])
  }

  @Test func anUndoneDismissalLetsComeWhatPassedMeanwhile() {
    var stage = Stage(["a due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.dismiss(1)
    stage.wait(until: "2026-03-01 10:00")
    stage.undo()
    stage.wait(until: "2026-03-01 10:01")
    #expect(stage.log == ["03-01 10:00:20 due 1 late"])
    stage.undo()
    #expect(stage.log.last == "nothing to undo")
  }

  @Test func theSnoozeOfADueThatIsGoneDoesNotComeBack() {
    var stage = Stage(["a due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.snooze(1, "10:00")
    stage.dismiss(1)
    stage.change(1, to: "a due:2026-03-01 at:1200", by: .file)
    let dismissal = stage.acts
    stage.snooze(1, "13:00")
    stage.acts = dismissal
    stage.undo()
    #expect(stage.snoozes.map(\.due) == ["2026-03-01 1200"])
    stage.wait(until: "2026-03-01 14:00")
    #expect(stage.log == ["03-01 13:00:00 snooze 1 1"])
  }

  @Test func whatChangedMeanwhileIsNotTakenBack() {
    var stage = Stage(["a due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.snooze(1, "10:00")
    let first = stage.acts
    stage.snooze(1, "11:00")
    stage.acts = first
    stage.undo()
    #expect(stage.log == ["clash"])
    stage.change(1, to: "x 2026-03-01 a due:2026-03-01 at:0900")
    stage.acts = first
    stage.undo()
    #expect(stage.log == ["clash"], "ended with the task: it is so already")
    #expect(stage.snoozes.isEmpty)
  }
}
