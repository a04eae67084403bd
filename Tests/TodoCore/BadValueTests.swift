import Testing
import TodoTxt

@testable import TodoCore

/// Values that make no sense. Today is Tuesday, 3 March 2026.
struct BadValueTests {
  private static let today = CivilDate(daysSinceEpoch: 20_515)

  private static func task(_ line: String) -> Task {
    Task(id: ItemID(7), uuid: TaskUUID(high: 1, low: 7), line: Line(line))
  }

  /// A value and the day that is guessed, if one is.
  private static let guesses: [(value: String, day: String?)] = [
    ("friday", "2026-03-06"), ("Fri", "2026-03-06"), ("tomorrow", "2026-03-04"), ("+2w", "2026-03-17"),
    ("2026-02-30", "2026-02-28"), ("2026-04-31", "2026-04-30"), ("2026-3-6", "2026-03-06"),
    ("2026/03/06", "2026-03-06"), ("20260306", "2026-03-06"), ("2026-13-01", nil), ("2026-02-32", nil),
    ("06.03.2026", nil), ("6/3/2026", nil), ("soonish", nil), ("2026-03", nil), ("2026-03--6", nil),
    ("0000-01-01", nil),
    ("99999999999999999999", nil), ("", nil),
  ]

  @Test func onlyWhatIsClearIsGuessed() {
    #expect(BadValueTests.today.description == "2026-03-03")
    for (value, day) in BadValueTests.guesses {
      #expect(BadValue.day(value, today: BadValueTests.today)?.description == day, "\(value)")
    }
  }

  @Test func whatAKeyIgnoresIsBadAndWhatIsSaidTwiceIsNot() {
    func words(_ line: String) -> [String] {
      BadValue.all(of: BadValueTests.task(line), today: BadValueTests.today).map(\.word)
    }
    #expect(words("a due:friday at:25h t:x") == ["due:friday", "at:25h", "t:x"])
    #expect(words("a due:2026-03-06 due:2026-03-07 at:office h:x id:y") == [])
    #expect(words("x 2026-03-01 a due:friday") == [])
    #expect(words("a due:\u{1}\u{202E}x") == ["due:  x"])
  }

  @Test func mendingChangesJustThatWord() {
    let line = Line("  (A) a  due:2026-02-28   due:friday  rec:1m\r")
    let task = BadValueTests.task("  (A) a  due:2026-02-28   due:friday  rec:1m\r")
    let bad = BadValue.all(of: task, today: BadValueTests.today)
    #expect(bad.count == 1)
    let mended = bad.reduce(line) { $1.mended($0) }
    #expect(mended == Line("  (A) a  due:2026-02-28   due:2026-03-06  rec:1m\r"))
    #expect(bad.first?.mended(Line("a due:2026-03-09")) == Line("a due:2026-03-09"))
  }

  @Test func theButtonNamesTheDayAndALockScreenHidesTheTask() {
    func popup(_ line: String, _ text: Configuration.PopupText = .full) -> Popup {
      var configuration = Configuration(home: "/")
      configuration.popupText = text
      let task = BadValueTests.task(line)
      return Popup(
        bad: BadValue.all(of: task, today: BadValueTests.today), line: { _ in task.line }, slot: 1,
        configuration: configuration, zone: .utc, now: Zone.utc.start(of: BadValueTests.today))
    }
    #expect(popup("pay rent due:friday").actions.map(\.label) == ["Make it Fri 6 Mar", "Leave"])
    #expect(popup("pay rent due:friday").body == "due:friday · pay rent")
    #expect(popup("pay rent due:friday", .none).body == "due:friday")
    #expect(popup("pay rent due:soon").actions.map(\.label) == ["Leave"])
    #expect(popup("a due:friday t:2026-2-1").actions.map(\.label) == ["Make them so", "Leave"])
    #expect(popup("a due:friday t:soon").actions.map(\.label) == ["Make 1 so", "Leave"])
    #expect(popup("a due:friday t:soon").body == "due:friday, perhaps Fri 6 Mar · a\nt:soon · a")
  }
}
