import Support
import Testing
import TodoCore
import TodoTxt

@Suite struct DateWordsTests {
  /// A Wednesday, 10:30.
  let now = Zone.utc.instant(of: CivilTime("2026-03-04 10:30")!)
  let today = CivilDate(year: 2026, month: 3, day: 4)!

  @Test(arguments: [
    ("2026-12-24", "2026-12-24"), ("today", "2026-03-04"), ("Tomorrow", "2026-03-05"), ("thu", "2026-03-05"),
    ("friday", "2026-03-06"), ("SUN", "2026-03-08"), ("mon", "2026-03-09"), ("tues", "2026-03-10"),
    ("wed", "2026-03-11"), ("weekend", "2026-03-07"), ("eom", "2026-03-31"), ("+1mo", "2026-04-04"),
    ("wednesday", "2026-03-11"), ("+0d", "2026-03-04"), ("+3d", "2026-03-07"),
    ("+2w", "2026-03-18"), ("+1m", "2026-04-04"), ("+1y", "2027-03-04"), ("+10M", "2027-01-04"),
  ])
  func aWordForADayIsThatDay(word: String, expected: String) throws {
    #expect(try DateWords.date(word, today: today).description == expected)
  }

  @Test(arguments: [
    "", "2026-02-30", "2026-3-4", "mo", "fridays", "someday", "+d", "+3", "3d", "+-3d", "++3d", "+3h", "+9999y",
    "+99999999999999999999d", "+３d", "today ", "nextfriday",
  ])
  func anyOtherWordIsNamedInTheError(word: String) {
    #expect(throws: DateWords.Problem.noDate(key: nil, word: word)) { try DateWords.date(word, today: today) }
  }

  @Test func monthsClampToTheirLastDay() throws {
    let end = try #require(CivilDate(year: 2026, month: 1, day: 31))
    #expect(try DateWords.date("+1m", today: end).description == "2026-02-28")
    let leap = try #require(CivilDate(year: 2028, month: 2, day: 29))
    #expect(try DateWords.date("+1y", today: leap).description == "2029-02-28")
  }

  @Test(arguments: [
    ("call mum due:fri +family", "call mum due:2026-03-06 +family", "a word becomes a date, the rest stays"),
    ("a t:+3d due:tomorrow", "a t:2026-03-07 due:2026-03-05", "each key"),
    ("a due:fri at:9am", "a due:2026-03-06 at:0900", "times lose their colon"),
    ("a due:2026-03-01 at:09:00", "a due:2026-03-01 at:0900", "also those the file may say"),
    ("a due:2026-03-01T17:30", "a due:2026-03-01T17:30", "a date with a time stays"),
    ("a due:2026-03-01T17:30Z", "a due:2026-03-01T17:30Z", "and an instant"),
    ("a at:1100", "a at:1100 due:2026-03-04", "a time alone is today"),
    ("a at:10:30", "a at:1030 due:2026-03-05", "or tomorrow when past"),
    ("a t:fri at:9", "a t:2026-03-06 at:0900", "the time of a threshold needs no due"),
    ("meet at:office due:mon", "meet at:office due:2026-03-09", "a place is no time"),
    ("x 2026-03-01 a at:0900", "x 2026-03-01 a at:0900", "a done task is not given a due"),
    ("see https://due:fri.org DUE:fri today +3d", "see https://due:fri.org DUE:fri today +3d", "text is text"),
    ("a due:fri\r", "a due:2026-03-06\r", "the CR stays"),
  ])
  func wordsInATaskBecomeDates(text: String, expected: String, remark: String) throws {
    #expect(try DateWords.resolve(Line(text), at: now, in: .utc) == Line(expected), "\(remark)")
  }

  @Test func aPartOfALineIsGivenNoDue() throws {
    #expect(try DateWords.resolve(Line("at:9am"), addingDue: false, at: now, in: .utc) == Line("at:0900"))
  }

  @Test func aBadWordInATaskIsNamedWithItsKey() {
    #expect(throws: DateWords.Problem.noDate(key: "due", word: "someday")) {
      try DateWords.resolve(Line("a due:someday"), at: now, in: .utc)
    }
    #expect(throws: DateWords.Problem.noDate(key: "t", word: "2026-02-30")) {
      try DateWords.resolve(Line("a t:2026-02-30"), at: now, in: .utc)
    }
    #expect(throws: DateWords.Problem.noTime(key: "at", word: "25:00")) {
      try DateWords.resolve(Line("a at:25:00"), at: now, in: .utc)
    }
  }

  @Test func theEndOfADayNeedsThatDay() {
    #expect(throws: DateWords.Problem.noDayToEnd(word: "at:24:00")) {
      try DateWords.resolve(Line("at:24:00"), addingDue: false, at: now, in: .utc)
    }
  }

  @Test func wordsOfATextAreCutAtDashesButForISODates() {
    #expect(DateWords.words(of: "next-friday 9am") == ["next", "friday", "9am"])
    #expect(DateWords.words(of: "2026-12-05-17:30") == ["2026-12-05", "17:30"])
    #expect(DateWords.words(of: "2026-12-05T17:30-05:00 x") == ["2026-12-05T17:30-05:00", "x"])
    #expect(DateWords.words(of: "2026-3-4") == ["2026", "3", "4"])
    #expect(DateWords.words(of: "+-3d -") == ["+", "3d", "", ""])
  }

  /// 02:30 does not exist on that night; today's time is then 03:30.
  @Test func aTimeInAGapIsStillToComeUntilTheClockIsPastIt() throws {
    let berlin = try Zone.fixture("Europe/Berlin")
    let before = try #require(CivilTime("2026-03-29 03:29"))
    let line = try DateWords.resolve(Line("a at:0230"), at: berlin.instant(of: before), in: berlin)
    #expect(line == Line("a at:0230 due:2026-03-29"))
  }
}
