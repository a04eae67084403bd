import Testing

@testable import TodoTxt

struct MeaningTests {
  static func day(_ text: String) -> CivilDate? { CivilDate(parsing: text.utf8) }
  static func time(_ hour: Int, _ minute: Int, _ second: Int = 0) -> TimeOfDay? {
    TimeOfDay(hour: hour, minute: minute, second: second)
  }

  @Test func itIsSmallForThereAreManyOfThem() { #expect(MemoryLayout<Meaning>.stride <= 120) }

  @Test func aPlainLineMeansNothingMore() {
    let meaning = Meaning(of: Line("(B) 2026-01-02 Call mum +family @phone https://example.org 12:30 DUE:2026-01-01"))
    #expect(meaning.priority == Priority(66))
    #expect(meaning.creation == Self.day("2026-01-02"))
    #expect(meaning.due == nil && meaning.time == nil && meaning.recurrence == nil && meaning.problems.isEmpty)
    #expect(meaning.reminders == .configured)
    #expect(meaning.dueAsWritten.isEmpty)
  }

  @Test(arguments: [
    ("9", 9, 0), ("09", 9, 0), ("0", 0, 0), ("900", 9, 0), ("0900", 9, 0), ("2359", 23, 59), ("09:00", 9, 0),
    ("9:05", 9, 5), ("9am", 9, 0), ("9AM", 9, 0), ("12am", 0, 0), ("12pm", 12, 0), ("9:30pm", 21, 30),
    ("930pm", 21, 30),
    ("0930pm", 21, 30), ("23", 23, 0),
  ])
  func aTimeIsReadInEachForm(value: String, hour: Int, minute: Int) {
    let meaning = Meaning(of: Line("a due:2026-03-01 at:\(value)"))
    #expect(meaning.time == Self.time(hour, minute))
    #expect(meaning.problems.isEmpty)
    #expect(meaning.dueAsWritten == "2026-03-01 \(value)")
  }

  @Test(arguments: [
    "24", "2400", "0960", "9:5", "9:", ":9", "13pm", "0am", "9xm", "12345", "9:00:00", "1-2",
    "9_pm",
  ])
  func aBadTimeLeavesADayTask(value: String) {
    let meaning = Meaning(of: Line("a due:2026-03-01 at:\(value)"))
    #expect(meaning.due == Self.day("2026-03-01"))
    #expect(meaning.time == nil)
    #expect(meaning.problems == [KeyProblem(key: .at, value: value, kind: .notATime)])
    #expect(meaning.dueAsWritten == "2026-03-01")
  }

  @Test(
    arguments: [
      ("2026-03-01T09:00", 9, 0, 0, nil), ("2026-03-01T0900", 9, 0, 0, nil), ("2026-03-01T09:00:30", 9, 0, 30, nil),
      ("2026-03-01T090030", 9, 0, 30, nil), ("2026-03-01T09:00Z", 9, 0, 0, 0), ("2026-03-01T0900Z", 9, 0, 0, 0),
      ("2026-03-01T09:00+02:00", 9, 0, 0, 7200), ("2026-03-01T0900-0330", 9, 0, 0, -12_600),
      ("2026-03-01T09:00:00+02", 9, 0, 0, 7200),
    ] as [(String, Int, Int, Int, Int32?)])
  func aDueMayCarryItsTime(value: String, hour: Int, minute: Int, second: Int, offset: Int32?) {
    let meaning = Meaning(of: Line("a due:\(value)"))
    #expect(meaning.due == Self.day("2026-03-01"))
    #expect(meaning.time == Self.time(hour, minute, second))
    #expect(meaning.dueOffset == offset)
    // 2026-03-01T00:00:00Z is 1 772 323 200.
    let seconds = 1_772_323_200 + Int64(hour * 3600 + minute * 60 + second)
    #expect(meaning.dueInstant == offset.map { (seconds - Int64($0)) * 1_000_000 })
    #expect(meaning.dueAsWritten == value)
    #expect(meaning.problems.isEmpty)
  }

  @Test(
    arguments: [
      ("due:friday", .due, .notADate), ("due:2026-02-30", .due, .noSuchDay), ("due:2026-3-1", .due, .notADate),
      ("due:2026-03-01T", .due, .notATime), ("due:2026-03-01T9", .due, .notATime),
      ("due:2026-03-01T25:00", .due, .notATime),
      ("due:2026-03-01T09:00z", .due, .notATime), ("due:2026-03-01T09:00+2", .due, .notATime),
      ("due:2026-03-01T09:0000", .due, .notATime), ("due:2026-03-01x", .due, .notADate),
      ("due:0000-01-01", .due, .noSuchDay),
      ("t:2026-13-01", .t, .noSuchDay), ("t:2026-03-01T09:00", .t, .notADate), ("until:ever", .until, .notADate),
      ("rem:soon", .rem, .notAReminder), ("rem:1d,", .rem, .notAReminder), ("rem:5", .rem, .notAReminder),
      ("rem:1d,x", .rem, .notAReminder), ("rem:2026-03-01", .rem, .notAReminder),
      ("rem:2026-02-30T0900", .rem, .noSuchDay),
      ("rem:2026-03-01T0900Z", .rem, .notAReminder), ("rem:123456d", .rem, .notAReminder),
      ("rem:none,1d", .rem, .notAReminder),
      ("rec:5", .rec, .notARecurrence), ("rec:0d", .rec, .notARecurrence), ("rec:-1d", .rec, .notARecurrence),
      ("rec:1g", .rec, .notARecurrence), ("rec:mon", .rec, .notARecurrence), ("rec:+", .rec, .notARecurrence),
      ("rec:100000d", .rec, .notARecurrence), ("rec:++1d", .rec, .notARecurrence), ("day:0", .day, .notADayOfMonth),
      ("day:32", .day, .notADayOfMonth), ("day:last", .day, .notADayOfMonth), ("pri:a", .pri, .notAPriority),
      ("pri:AB", .pri, .notAPriority), ("at:0900", .at, .timeWithoutDate),
    ] as [(String, KnownKey, KeyProblem.Kind)])
  func aBadValueIsReportedAndAddsNothing(word: String, key: KnownKey, kind: KeyProblem.Kind) {
    let meaning = Meaning(of: Line("x 2026-01-01 a \(word) h:1"))
    let value = String(word.drop { $0 != ":" }.dropFirst())
    #expect(meaning.problems == [KeyProblem(key: key, value: value, kind: kind)])
    // The other keys of the line count; this one says nothing.
    var expected = Meaning(of: Line("x 2026-01-01 a h:1"))
    #expect(expected.isHidden)
    expected.problems = meaning.problems
    #expect(meaning == expected)
  }

  @Test(arguments: ["at:office", "h:0", "h:yes", "id:TICKET-7", "p:high", "due:", "Due:2026-01-01", "due"])
  func whatIsNoValueIsText(word: String) {
    #expect(Meaning(of: Line("a \(word)")) == Meaning(of: Line("a")))
  }

  @Test(
    arguments: [
      ("1d,2h", .leads([.days(1), .seconds(7200)])), ("15min", .leads([.seconds(900)])),
      ("15m", .leads([.seconds(900)])),
      ("1w,7d", .leads([.days(7)])), ("0", .leads([])), ("0,1h", .leads([.seconds(3600)])), ("0d", .leads([])),
      ("none", .silent),
    ] as [(String, Meaning.Reminders)])
  func remindersAreLeadsOrNone(value: String, reminders: Meaning.Reminders) {
    let meaning = Meaning(of: Line("a rem:\(value)"))
    #expect(meaning.reminders == reminders)
    #expect(meaning.problems.isEmpty)
  }

  @Test(arguments: ["2026-03-01T0900", "2026-03-01T09:00"])
  func aReminderMayBeOneMoment(value: String) throws {
    let moment = Meaning.Reminders.moment(try #require(Self.day("2026-03-01")), try #require(Self.time(9, 0)))
    #expect(Meaning(of: Line("a rem:\(value)")).reminders == moment)
  }

  @Test(
    arguments: [
      ("d", false, 1, .day), ("+w", true, 1, .week), ("3m", false, 3, .month), ("+10Y", true, 10, .year),
      ("2B", false, 2, .businessDay), ("99999d", false, 99_999, .day), ("007d", false, 7, .day),
    ] as [(String, Bool, Int32, RecurrenceRule.Unit)])
  func aRecurrenceIsANumberAndAUnit(value: String, strict: Bool, count: Int32, unit: RecurrenceRule.Unit) {
    let rule = Meaning(of: Line("a rec:\(value)")).recurrence
    #expect(rule == RecurrenceRule(isStrict: strict, count: count, unit: unit))
  }

  @Test func allOtherKeysAreRead() {
    let meaning = Meaning(of: Line("x 2026-01-01 a t:2026-03-01 at:9 day:31 until:2027-01-01 pri:C h:1 id:7 p:3\r"))
    #expect(meaning.threshold == Self.day("2026-03-01"))
    #expect(meaning.time == Self.time(9, 0))
    #expect(meaning.dueAsWritten == "2026-03-01 9")
    #expect(meaning.dayOfMonth == 31)
    #expect(meaning.until == Self.day("2027-01-01"))
    #expect(meaning.priority == Priority(67))
    #expect(meaning.isHidden)
    #expect(meaning.number == 7)
    #expect(meaning.parent == 3)
    #expect(meaning.problems.isEmpty)
  }

  @Test func thePriorityOfTheHeaderGoesBeforeThatOfAKey() {
    #expect(Meaning(of: Line("x (A) 2026-01-01 a pri:C")).priority == Priority(65))
    #expect(Meaning(of: Line("a pri:C")).priority == nil)
  }

  @Test func ofARepeatedKeyTheFirstValueThatMakesSenseCounts() {
    let meaning = Meaning(of: Line("a due:friday due:2026-03-01 due:2026-03-02 due:x rec:no rec:d rec:w"))
    #expect(meaning.due == Self.day("2026-03-01"))
    #expect(meaning.recurrence == RecurrenceRule(isStrict: false, count: 1, unit: .day))
    #expect(meaning.problems.map(\.value) == ["friday", "2026-03-02", "x", "no", "w"])
    #expect(
      meaning.problems.map(\.kind) == [.notADate, .repeated, .notADate, .notARecurrence, .repeated])
  }

  @Test func aTimeBelongsToTheDueWhereThereIsOne() {
    let both = Meaning(of: Line("a at:0900 t:2026-02-01 due:2026-03-01"))
    #expect(both.time == Self.time(9, 0))
    #expect(both.dueAsWritten == "2026-03-01 0900")
    let twice = Meaning(of: Line("a due:2026-03-01T08:00 at:0900"))
    #expect(twice.time == Self.time(8, 0))
    #expect(twice.dueAsWritten == "2026-03-01T08:00")
    #expect(twice.problems == [KeyProblem(key: .at, value: "0900", kind: .contradictsDue)])
    #expect(Meaning(of: Line("a due:2026-03-01T09:00 at:0900")).problems.isEmpty)
    // One mistake is told once.
    #expect(Meaning(of: Line("a due:friday at:0900")).problems.map(\.key) == [.due])
  }

  @Test func bytesThatAreNotUTF8DoNotHideAKey() {
    let line = Line(bytes: [0xFF, 0xFE] + Array(" due:2026-03-01 due:".utf8) + [0xC3])
    let meaning = Meaning(of: line)
    #expect(meaning.due == Self.day("2026-03-01"))
    #expect(meaning.problems.map(\.value) == ["\u{FFFD}"])
  }
}
