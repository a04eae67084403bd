import Support
import Testing
import TodoCore
import TodoTxt

/// What people say after `snooze` and `pause until`.
@Suite struct LaterTests {
  static func read(
    _ words: String, at now: String = "2026-03-04 10:30", in zone: Zone = .utc,
    _ settings: ReminderSettings = ReminderSettings()
  ) throws(DateWords.Problem) -> String {
    let later = try Later(
      parsing: words, at: zone.instant(of: CivilTime(now)!), in: zone, settings: settings)
    let civil = zone.civil(of: later.instant)
    return "\(civil.date) \(civil.time)" + (later.isToTime ? " typed" : "")
  }

  /// 2026-03-04 is a Wednesday; it is 10:30.
  @Test(arguments: [
    ("10min", "2026-03-04 10:40", "a span"), ("10m", "2026-03-04 10:40", "m is minutes"),
    ("+10m", "2026-03-04 10:40", "also with a plus"), ("3h", "2026-03-04 13:30", "hours"),
    ("1h 30min", "2026-03-04 12:00", "two units"), ("1h30", "", "a unit is missing"),
    ("90 minutes", "2026-03-04 12:00", "apart"), ("in 2 hours", "2026-03-04 12:30", "in"),
    ("24h", "2026-03-05 10:30", "hours are elapsed time"), ("1d", "2026-03-05 09:00", "days are days"),
    ("2 weeks", "2026-03-18 09:00", "weeks too"), ("+3d", "2026-03-07 09:00", "as in dates"),
    ("1d 2h", "2026-03-05 12:30", "but with hours all is elapsed"), ("+1mo", "2026-04-04 09:00", "a month"),
    ("tonight", "2026-03-04 18:00", "Evening"), ("Tonight", "2026-03-04 18:00", "capitals"),
    ("tonight 8pm", "2026-03-04 20:00 typed", "today at a time"), ("tomorrow", "2026-03-05 09:00", "DayStart"),
    ("tomorrow 7:15", "2026-03-05 07:15 typed", "a day and a time"),
    ("9am tomorrow", "2026-03-05 09:00 typed", "turned"),
    ("fri", "2026-03-06 09:00", "a weekday"), ("wed", "2026-03-11 09:00", "never today"),
    ("friday at 17:30", "2026-03-06 17:30 typed", "at"), ("weekend", "2026-03-07 09:00", "its Saturday"),
    ("next week", "2026-03-09 09:00", "its Monday"), ("next friday", "2026-03-13 09:00", "the Friday of next week"),
    ("next month", "2026-04-01 09:00", "its first day"), ("next weekend", "2026-03-14 09:00", "not this one"),
    ("20 aug", "2026-08-20 09:00", "a day of the calendar"), ("Aug 20", "2026-08-20 09:00", "either order"),
    ("20th august 2027", "2027-08-20 09:00", "with a year"), ("3 mar", "2027-03-03 09:00", "past: next year"),
    ("29 feb", "2028-02-29 09:00", "the next there is"), ("20 aug 18:00", "2026-08-20 18:00 typed", "with a time"),
    ("eom", "2026-03-31 09:00", "end of month"), ("2026-12-24", "2026-12-24 09:00", "ISO"),
    ("2026-12-24 1730", "2026-12-24 17:30 typed", "ISO and a time"),
    ("2026-12-24T17:30", "2026-12-24 17:30 typed", "as in a due"),
    ("2026-12-24T17:30Z", "2026-12-24 17:30 typed", "an instant"), ("17:30", "2026-03-04 17:30 typed", "a time"),
    ("at 17", "2026-03-04 17:00 typed", "at 17 is an hour"), ("1730", "2026-03-04 17:30 typed", "four digits"),
    ("5pm", "2026-03-04 17:00 typed", "pm"), ("09:00", "2026-03-05 09:00 typed", "past: tomorrow"),
    ("today 17:30", "2026-03-04 17:30 typed", "today"),
  ])
  func theInstantIsNamed(words: String, expected: String, remark: String) throws {
    guard !expected.isEmpty else {
      #expect(throws: DateWords.Problem.self, "\(remark)") { try Self.read(words) }
      return
    }
    #expect(try Self.read(words) == expected, "\(remark)")
  }

  @Test(arguments: [
    ("", DateWords.Problem.noMoment(word: "")), ("soon", .noMoment(word: "soon")), ("9", .bareNumber(word: "9")),
    ("120", .bareNumber(word: "120")), ("0min", .noMoment(word: "0min")), ("fri sat", .noMoment(word: "sat")),
    ("17:30 18:30", .noMoment(word: "18:30")), ("tomorrow morning", .noMoment(word: "morning")),
    ("25:00", .noMoment(word: "25:00")), ("today", .past(word: "today")),
    ("2026-03-04 10:30", .past(word: "2026-03-04 10:30")), ("2025-01-01", .past(word: "2025-01-01")),
    ("31 feb", .noMoment(word: "31 feb")), ("4000000h", .noMoment(word: "4000000h")), ("next", .noMoment(word: "next")),
    ("fri next", .noMoment(word: "next")),
  ])
  func whatIsNoneIsNamed(words: String, problem: DateWords.Problem) {
    #expect(throws: problem) { try Self.read(words) }
  }

  @Test func tonightGoesFromEveningToNineToTomorrow() throws {
    #expect(try Self.read("tonight", at: "2026-03-04 17:59") == "2026-03-04 18:00")
    #expect(try Self.read("tonight", at: "2026-03-04 18:00") == "2026-03-04 21:00")
    #expect(throws: DateWords.Problem.nightIsOver) { try Self.read("tonight", at: "2026-03-04 21:00") }
    #expect(DateWords.Problem.nightIsOver.refusal.words == "tonight is over: say tomorrow")
    var settings = ReminderSettings()
    settings.evening = nil
    #expect(try Self.read("tonight", settings) == "2026-03-04 18:00")
    settings.evening = TimeOfDay(seconds: 22 * 3600)
    #expect(try Self.read("tonight", at: "2026-03-04 21:30", settings) == "2026-03-04 22:00")
  }

  @Test func beforeFourTomorrowIsTheComingMorning() throws {
    #expect(try Self.read("tomorrow", at: "2026-03-04 00:10") == "2026-03-04 09:00")
    #expect(try Self.read("tomorrow", at: "2026-03-04 03:59") == "2026-03-04 09:00")
    #expect(try Self.read("tomorrow", at: "2026-03-04 04:00") == "2026-03-05 09:00")
    #expect(try Self.read("tomorrow 7am", at: "2026-03-04 02:00") == "2026-03-04 07:00 typed")
    #expect(try Self.read("tomorrow 1am", at: "2026-03-04 02:00") == "2026-03-05 01:00 typed")
    var early = ReminderSettings()
    early.dayStart = WeekdayTimes(TimeOfDay(seconds: 3600))
    #expect(try Self.read("tomorrow", at: "2026-03-04 02:00", early) == "2026-03-05 01:00")
  }

  @Test func daysBeginWhenTheirWeekdaySays() throws {
    var settings = ReminderSettings()
    settings.dayStart[weekday: 6] = TimeOfDay(seconds: 10 * 3600 + 1800)
    #expect(try Self.read("sat", settings) == "2026-03-07 10:30")
    #expect(try Self.read("fri", settings) == "2026-03-06 09:00")
  }

  @Test func hoursAreElapsedTimeAlsoOverAStepOfTheClock() throws {
    let berlin = try Zone.fixture("Europe/Berlin")
    #expect(try Self.read("3h", at: "2026-03-29 01:00", in: berlin) == "2026-03-29 05:00")
    #expect(try Self.read("02:30", at: "2026-03-29 01:00", in: berlin) == "2026-03-29 03:30 typed")
    #expect(try Self.read("1d", at: "2026-03-28 10:00", in: berlin) == "2026-03-29 09:00")
  }

  @Test func aDaySaysHowManyWordsItHas() throws {
    let today = try #require(CivilDate(year: 2026, month: 3, day: 4))
    let found = DateWords.day(in: ["5", "dec", "2027", "call"], today: today)
    #expect(found?.day.description == "2027-12-05" && found?.count == 3)
    #expect(DateWords.day(in: ["5", "dec", "9am"], today: today)?.count == 2)
    #expect(DateWords.day(in: ["next", "thing"], today: today) == nil)
    #expect(DateWords.month("augu") == 8 && DateWords.month("au") == nil && DateWords.month("augusta") == nil)
  }
}
