import Support
import Testing
import TodoCore
import TodoTxt

@Suite struct ReminderStoryTests {
  @Test func aTimedTaskRingsAtItsSecondAndIsRepeatedUntilSomebodyReacts() {
    var stage = Stage(["call mum due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.wait(until: "2026-03-01 11:00")
    #expect(stage.log == ["03-01 09:00:00 due 1", "03-01 09:10:00 again 1 1", "03-01 10:10:00 again 2 1"])
    #expect(stage.screen.count == 1)
    stage.wait(until: "2026-03-02 10:00")
    #expect(stage.log.last == "03-02 09:00:00 day+1 1")
  }

  @Test func aClosedPopupIsNotRepeated() {
    var stage = Stage(["call mum due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.wait(until: "2026-03-01 09:05")
    stage.close(1)
    stage.wait(until: "2026-03-01 23:00")
    #expect(stage.log == ["03-01 09:00:00 due 1"])
  }

  @Test func repetitionsKeepToTheirHours() {
    var stage = Stage(["late due:2026-03-01 at:2155"], at: "2026-03-01 20:00")
    stage.wait(until: "2026-03-02 08:30")
    #expect(stage.log == ["03-01 21:55:00 due 1", "03-02 08:00:00 again 1 1"])
  }

  @Test func dayTasksRingInTheMorningAndTheEveningAndOnEveryLaterMorning() {
    var stage = Stage(["a due:2026-03-01", "b due:2026-03-01", "c due:2026-03-02"], at: "2026-03-01 08:00")
    stage.wait(until: "2026-03-01 20:00")
    #expect(stage.log == ["03-01 09:00:00 digest 1 2", "03-01 18:00:00 digest 1 2"])
    stage.wait(until: "2026-03-03 10:00")
    #expect(
      stage.log.suffix(4) == [
        "03-02 09:00:00 digest 1 2 3", "03-02 18:00:00 evening 3", "03-03 09:00:00 withdraw 2",
        "03-03 09:00:00 digest 1 2 3",
      ])
  }

  @Test func doneTasksLeaveTheirPopups() {
    var stage = Stage(["a due:2026-03-01", "b due:2026-03-01", "c due:2026-03-01 at:0800"], at: "2026-03-01 07:00")
    stage.wait(until: "2026-03-01 09:00")
    stage.log = []
    stage.change(3, to: "x 2026-03-01 c due:2026-03-01 at:0800", by: .file)
    #expect(stage.log == ["03-01 09:00:00 digest 1 2"])
    stage.change(1, to: nil, by: .file)
    #expect(stage.log.last == "03-01 09:00:00 day+0 2")
    stage.change(2, to: "b due:2026-03-05")
    #expect(stage.log.last?.contains("withdraw") == true)
    #expect(stage.screen.isEmpty && stage.popups.isEmpty)
  }

  @Test func leadsRingBeforeTheDue() {
    var settings = ReminderSettings()
    settings.leads = [900, 3600]
    settings.leadDays = [2]
    let lines = [
      "a due:2026-03-03 at:1200", "b due:2026-03-03", "c due:2026-03-03 at:1300 rem:1d,2h", "d due:2026-03-03 rem:2h",
    ]
    var stage = Stage(lines, at: "2026-03-01 08:00", settings: settings)
    stage.wait(until: "2026-03-03 12:30")
    #expect(
      stage.log.filter { !$0.contains("digest") && !$0.contains("withdraw") } == [
        "03-01 09:00:00 lead 2d 2", "03-02 13:00:00 lead 1d 3", "03-03 07:00:00 lead 2h 4", "03-03 11:00:00 lead 1h 1",
        "03-03 11:00:01 lead 2h 3", "03-03 11:45:00 lead 15min 1", "03-03 12:00:00 due 1", "03-03 12:10:00 again 1 1",
      ])
  }

  @Test func aBlockedTaskRingsForItsDueOnly() {
    var stage = Stage(
      ["a due:2026-03-01 at:1200 rem:1h id:7", "b p:7"], at: "2026-03-01 08:00")
    stage.wait(until: "2026-03-01 12:00")
    #expect(stage.log == ["03-01 12:00:00 due 1"])
    var freed = Stage(["a due:2026-03-01 at:1200 rem:1h id:7", "b p:7"], at: "2026-03-01 08:00")
    freed.change(2, to: "x 2026-03-01 b p:7")
    freed.wait(until: "2026-03-01 12:00")
    #expect(freed.log == ["03-01 11:00:00 lead 1h 1", "03-01 12:00:00 due 1"])
  }

  @Test func whatAClientMakesPastNeverRings() {
    var stage = Stage([], at: "2026-03-01 12:00")
    stage.change(1, to: "a due:2026-03-01 at:0900")
    stage.wait(until: "2026-03-02 08:00")
    #expect(stage.log.isEmpty)
    #expect(
      stage.reminders.next(for: ItemID(1))
        == stage.zone.instant(of: CivilTime(CivilDate(daysSinceEpoch: 20_514), TimeOfDay(seconds: 32_400))))
    stage.wait(until: "2026-03-02 09:00")
    #expect(stage.log == ["03-02 09:00:00 day+1 1"])
  }

  @Test func pastDuesOfTheFileRingOnceTogether() {
    var stage = Stage([], at: "2026-03-01 12:00")
    stage.change(
      [
        (1, "a due:2026-03-01 at:0900"), (2, "b due:2026-03-01 at:1000"), (3, "c due:2026-02-28 at:2000"),
        (4, "d due:2026-03-01"),
      ],
      by: .file)
    stage.wait(until: "2026-03-01 13:00")
    #expect(stage.log == ["03-01 12:00:20 digest 1 2 late"])
    stage.wait(until: "2026-03-01 18:00")
    #expect(stage.log.last == "03-01 18:00:00 evening 4")
  }

  @Test func lateOnesWaitForTheFileToBeQuietButNotForEver() {
    var stage = Stage(["a due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.jump(to: "2026-03-01 10:00")
    for second in stride(from: 10, to: 120, by: 10) {
      stage.wait(until: "2026-03-01 10:0\(second / 60):\(second % 60)")
      stage.change(2, to: "b\(second)", by: .file)
    }
    #expect(stage.log == ["03-01 10:01:30 due 1 late"])
  }

  @Test func whatThePhoneDidMeanwhileDoesNotRing() {
    var stage = Stage(["a due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.restart(at: "2026-03-01 10:00")
    stage.wait(until: "2026-03-01 10:00:10")
    stage.change(1, to: "x 2026-03-01 a due:2026-03-01 at:0900", by: .file)
    stage.wait(until: "2026-03-02 12:00")
    #expect(stage.log.isEmpty)
  }

  @Test func theFirstSightOfAFileIsOnePopup() {
    var lines = (0..<300).map { "old \($0) due:2026-02-\(padded(1 + $0 % 27, 2))" }
    lines.append("a due:2026-03-01 at:0900")
    lines.append("b due:2025-11-01")
    var stage = Stage(at: "2026-03-01 12:00")
    stage.change(lines.enumerated().map { (Int32($0.offset + 1), $0.element) }, by: .firstSight)
    stage.firstSight()
    stage.wait(until: "2026-03-01 23:00")
    #expect(stage.log == ["03-01 12:00:00 welcome 302/0/302 +1"])
    stage.restart()
    stage.wait(until: "2026-03-02 08:00")
    #expect(stage.log.filter { $0.contains("digest") }.isEmpty)
    stage.wait(until: "2026-03-02 12:00")
    #expect(stage.log.filter { $0.contains("digest") }.count == 1)
  }

  @Test func aCrashWhileRingingRingsOnceMoreAndSaysSo() {
    var stage = Stage(["a due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.isSilent = true
    stage.wait(until: "2026-03-01 09:00")
    stage.isSilent = false
    stage.restart()
    stage.restart()
    #expect(stage.log == ["03-01 09:00:00 due 1", "03-01 09:00:00 due 1 perhaps", "03-01 09:00:00 due 1"])
  }

  @Test func openPopupsComeBackAfterARestartIfTheirTasksAreOpen() {
    var stage = Stage(["a due:2026-03-01 at:0900", "b due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.wait(until: "2026-03-01 09:00:05")
    #expect(stage.log == ["03-01 09:00:00 due 1", "03-01 09:00:01 due 2"])
    stage.log = []
    stage.restart(at: "2026-03-01 09:05")
    #expect(stage.log == ["03-01 09:05:00 due 1", "03-01 09:05:00 due 2"])
    stage.close(1)
    stage.close(2, pressing: true)
    stage.log = []
    stage.restart(at: "2026-03-01 09:06")
    stage.wait(until: "2026-03-01 23:00")
    #expect(stage.log.isEmpty)
  }

  @Test func whatCannotBeShownIsTriedAgainAndWhenAServerComes() {
    var stage = Stage(["a due:2026-03-01 at:0900"], at: "2026-03-01 08:00")
    stage.hasServer = false
    stage.wait(until: "2026-03-01 09:20")
    #expect(
      stage.log == [
        "03-01 09:00:00 due 1 fails", "03-01 09:00:05 due 1 fails", "03-01 09:00:35 due 1 fails",
        "03-01 09:02:35 due 1 late fails", "03-01 09:17:35 due 1 late fails",
      ])
    #expect(stage.reminders.failing?.since == stage.zone.instant(of: CivilTime("2026-03-01 09:00")!))
    stage.serverArrives()
    #expect(stage.log.last == "03-01 09:20:00 due 1 late")
    #expect(stage.reminders.failing == nil && stage.screen.count == 1)
  }

  @Test func fourPopupsAreOpenAtMostAndOneDigest() {
    let lines = (1...8).map { "t\($0) due:2026-03-01 at:09\(padded($0, 2))" }
    var settings = ReminderSettings()
    settings.again = []
    var stage = Stage(lines, at: "2026-03-01 08:59", settings: settings)
    stage.wait(until: "2026-03-01 10:00")
    #expect(
      stage.log.suffix(4) == [
        "03-01 09:05:00 due 5", "03-01 09:06:00 digest 5 6", "03-01 09:07:00 digest 5 6 7",
        "03-01 09:08:00 digest 5 6 7 8",
      ])
    #expect(stage.screen.count == 5)
  }

  @Test func moreThanThreeAtOnceAreADigest() {
    var stage = Stage((1...5).map { "t\($0) due:2026-03-01 at:0930" }, at: "2026-03-01 08:59")
    stage.wait(until: "2026-03-01 10:00")
    #expect(stage.log == ["03-01 09:30:00 digest 1 2 3 4 5"])
  }

  @Test func aClockThatGoesBackDoesNotRingTwice() {
    var stage = Stage(["a due:2026-03-01 at:0900", "b due:2026-03-01"], at: "2026-03-01 08:00")
    stage.wait(until: "2026-03-01 09:01")
    stage.close(1)
    stage.close(2)
    let before = stage.log
    stage.jump(to: "2026-02-28 20:00")
    stage.wait(until: "2026-03-01 17:00")
    #expect(stage.log == before)
    stage.wait(until: "2026-03-01 18:00")
    #expect(stage.log.last == "03-01 18:00:00 evening 2")
  }

  @Test func aWrongClockDoesNotSilenceTheRightOne() {
    var stage = Stage(["a due:2026-03-01 at:0900"], at: "2026-02-28 12:00")
    stage.jump(to: "2026-03-20 12:00")
    stage.wait(until: "2026-03-20 12:05")
    #expect(stage.log.count == 1)
    stage.close(1)
    stage.log = []
    stage.jump(to: "2026-02-28 12:01")
    stage.wait(until: "2026-03-01 09:00")
    #expect(stage.log == ["03-01 09:00:00 due 1"])
  }

  @Test func whatRangInTimeStaysRungThoughItWasClosedUnderAWrongClock() {
    var settings = ReminderSettings()
    settings.again = []
    var stage = Stage(["a rem:2026-03-01T0900"], at: "2026-03-01 08:00", settings: settings)
    stage.wait(until: "2026-03-01 09:05")
    stage.jump(to: "2036-03-01 09:05")
    stage.close(1)
    stage.jump(to: "2026-03-01 09:06")
    stage.restart(at: "2026-03-02 09:00")
    #expect(stage.log == ["03-01 09:00:00 rem 2026-03-01T0900 1"])
    #expect(stage.fates(of: 1) == ["rem 2026-03-01T0900 closed"])
  }

  @Test func afterAVacationThereIsOneDigest() {
    let lines = [
      "a due:2026-03-01 at:0900", "b due:2026-03-02", "c due:2026-03-20", "d t:2026-03-10", "e rem:2026-03-05T1200",
    ]
    var stage = Stage(lines, at: "2026-02-28 12:00")
    stage.restart(at: "2026-04-05 12:00")
    stage.wait(until: "2026-04-05 13:00")
    #expect(stage.log == ["04-05 12:00:20 digest 3 4 5 +2 late"])
    stage.wait(until: "2026-04-06 09:00")
    #expect(stage.log.last == "04-06 09:00:00 digest 3 4 5 +2")
  }

  @Test func quietHoursHoldDayTasksButNotWhatHasATime() {
    var settings = ReminderSettings()
    settings.dayStart = WeekdayTimes(TimeOfDay(seconds: 6 * 3600))
    settings.quietHours = WeekdaySpans(DaySpan(from: TimeOfDay(seconds: 22 * 3600), to: TimeOfDay(seconds: 7 * 3600)))
    var stage = Stage(["a due:2026-03-01", "b due:2026-03-01 at:0630"], at: "2026-03-01 05:00", settings: settings)
    stage.wait(until: "2026-03-01 06:35")
    #expect(stage.log == ["03-01 06:30:00 due 2"])
    let first = stage.tasks[ItemID(1)].flatMap { stage.reminders.moments(of: $0, at: stage.now).first }
    #expect(first?.status == .held(.quietHours, until: stage.zone.instant(of: CivilTime("2026-03-01 07:00")!)))
    stage.wait(until: "2026-03-01 07:30")
    #expect(stage.log.contains("03-01 07:00:00 day+0 1 late"))
  }

  @Test func aThresholdInThePlaceOfADueThatRangDoesNotRingAgainAndWhySaysSo() {
    var stage = Stage(["a due:2026-03-01"], at: "2026-03-01 08:00")
    stage.wait(until: "2026-03-01 09:05")
    stage.close(1)
    stage.change(1, to: "a t:2026-03-01")
    stage.wait(until: "2026-03-02 10:00")
    #expect(stage.log == ["03-01 09:00:00 day+0 1"])
    #expect(stage.fates(of: 1) == ["threshold settled", "day+0 closed"])
  }

  @Test func aMomentThatIsToComeAgainAsDayStartWasMovedIsExplained() {
    var stage = Stage(["a due:2026-03-01"], at: "2026-03-01 08:00")
    stage.wait(until: "2026-03-01 09:05")
    stage.close(1)
    stage.configure { $0.dayStart = WeekdayTimes(TimeOfDay(seconds: 11 * 3600)) }
    stage.change(1, to: "a t:2026-03-01")
    stage.wait(until: "2026-03-01 10:00")
    #expect(stage.fates(of: 1) == ["day+0 closed", "threshold settled"])
    stage.wait(until: "2026-03-02 12:00")
    #expect(stage.log == ["03-01 09:00:00 day+0 1"])
  }

  @Test func aDesktopThatIsNotToBeDisturbedHoldsAll() {
    var stage = Stage(["a due:2026-03-01 at:0900", "b due:2026-03-01 at:0905"], at: "2026-03-01 08:00")
    stage.doNotDisturb(true)
    stage.wait(until: "2026-03-01 10:00")
    #expect(stage.log.isEmpty)
    stage.doNotDisturb(false)
    #expect(stage.log == ["03-01 10:00:00 digest 1 2 late"])
  }

  @Test func aThresholdHidesUntilItsMorning() {
    var stage = Stage(
      ["a due:2026-03-01 at:0700 t:2026-03-03", "b t:2026-03-02", "c t:2026-03-02 at:1400"], at: "2026-02-28 12:00")
    stage.wait(until: "2026-03-03 12:00")
    #expect(stage.log == ["03-02 09:00:00 threshold 2", "03-02 14:00:00 threshold 3", "03-03 09:00:00 day+2 1"])
  }

  @Test func newLeadsOfTheConfigurationThatArePastDoNotRing() {
    var stage = Stage(["a due:2026-03-01 at:1200"], at: "2026-03-01 11:30")
    stage.configure { $0.leads = [3600, 900] }
    stage.wait(until: "2026-03-01 12:00")
    #expect(stage.log == ["03-01 11:45:00 lead 15min 1", "03-01 12:00:00 due 1"])
  }

  @Test func aMomentThatAZoneChangeMovedToThePastRings() throws {
    var stage = Stage(["a due:2026-03-01 at:1200"], at: "2026-03-01 08:00", in: try Zone.fixture("Europe/Berlin"))
    stage.move(to: try Zone.fixture("Asia/Kathmandu"))
    stage.wait(until: "2026-03-01 13:00")
    // 08:00 in Berlin is 12:45 in Kathmandu.
    #expect(stage.log == ["03-01 12:45:20 due 1 late", "03-01 12:55:20 again 1 1"])
    var west = Stage(["a due:2026-03-01 at:1200"], at: "2026-03-01 08:00", in: try Zone.fixture("America/New_York"))
    west.move(to: try Zone.fixture("Asia/Kathmandu"))
    west.wait(until: "2026-03-01 18:50")
    #expect(west.log == ["03-01 18:45:20 due 1 late"])
  }

  @Test func countsFollowMidnightAndTheClock() {
    var stage = Stage(
      ["a due:2026-03-01", "b due:2026-03-01 at:1000", "c", "d due:2026-03-02"], at: "2026-03-01 09:30")
    #expect(stage.reminders.counts == ReminderCounts(open: 4, today: 2, overdue: 0))
    stage.wait(until: "2026-03-01 10:00")
    #expect(stage.reminders.counts == ReminderCounts(open: 4, today: 1, overdue: 1))
    stage.wait(until: "2026-03-02 00:00")
    #expect(stage.reminders.counts == ReminderCounts(open: 4, today: 1, overdue: 2))
    stage.change(1, to: "x 2026-03-02 a due:2026-03-01")
    stage.change(2, to: nil)
    #expect(stage.reminders.counts == ReminderCounts(open: 2, today: 1, overdue: 0))
  }

  @Test func aSnoozeRingsOnceAtItsEnd() {
    var stage = Stage(["a due:2026-03-01 at:0900 rem:1h"], at: "2026-02-28 09:00")
    stage.snooze(1, "2026-03-01 11:00")
    stage.restart()
    stage.wait(until: "2026-03-01 12:00")
    #expect(stage.log == ["03-01 11:00:00 snooze 1 1"])
  }
}
