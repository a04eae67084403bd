import Support
import Testing
import TodoCore
import TodoTxt

@Suite struct PauseOrderTests {
  /// A Wednesday, 10:30.
  static func read(_ words: String) throws(DateWords.Problem) -> String {
    let now = Zone.utc.instant(of: CivilTime("2026-03-04 10:30")!)
    let order = try PauseOrder(parsing: words, at: now, in: .utc, settings: ReminderSettings())
    let length =
      switch order.length {
      case .on: "on"
      case .toggle: "toggle"
      case .until(let end): "\(Zone.utc.civil(of: end).date) \(Zone.utc.civil(of: end).time)"
      }
    return "\(order.query ?? "everything"): \(length)"
  }

  @Test(arguments: [
    ("2h", "everything: 2026-03-04 12:30", "a span"), ("for 2 hours", "everything: 2026-03-04 12:30", "for"),
    ("in 30 min", "everything: 2026-03-04 11:00", "in"), ("on", "everything: on", "until resume"),
    ("Toggle", "everything: toggle", "capitals"), ("until 18:00", "everything: 2026-03-04 18:00", "a time"),
    ("until 20 aug", "everything: 2026-08-20 09:00", "the morning of a day"),
    ("until 2h", "everything: 2026-03-04 12:30", "a span after until"),
    ("+work until 20 aug", "+work: 2026-08-20 09:00", "a query"), ("+work  -@home on", "+work -@home: on", "two words"),
    ("+work or +club 2h", "+work or +club: 2026-03-04 12:30", "alternatives"),
    ("+work for 1h 30min", "+work: 2026-03-04 12:00", "for"), ("due:today toggle", "due:today: toggle", "a date"),
    ("until until 18:00", "until: 2026-03-04 18:00", "the last one counts"),
    ("3 days", "everything: 2026-03-07 09:00", "days"), ("30m", "everything: 2026-03-04 11:00", "m is minutes"),
    ("+work 2mo", "+work: 2026-05-04 09:00", "months"), ("in an hour", "everything: 2026-03-04 11:30", "one"),
    ("until next friday", "everything: 2026-03-13 09:00", "two words"),
    ("until midnight", "everything: 2026-03-05 00:00", "the coming one"),
  ])
  func anOrderSaysWhatAndForHowLong(words: String, expected: String, remark: String) throws {
    #expect(try Self.read(words) == expected, "\(remark)")
  }

  @Test(arguments: [
    ("+work", DateWords.Problem.noEnd(word: "+work")), ("", .noEnd(word: "")), ("18:00", .noEnd(word: "18:00")),
    ("tomorrow", .noEnd(word: "tomorrow")), ("on +work", .noEnd(word: "on +work")), ("0min", .noEnd(word: "0min")),
    ("until", .noMoment(word: "")), ("until soon", .noMoment(word: "soon")), ("until 18", .bareNumber(word: "18")),
    ("until 2026-03-04 09:00", .past(word: "2026-03-04 09:00")),
  ])
  func silenceWithoutAnEndIsNoOrder(words: String, problem: DateWords.Problem) {
    #expect(throws: problem) { try Self.read(words) }
  }
}
