import Testing
import TodoCore
import TodoTxt

/// The words of popups. Now is Friday, 6 March 2026, 12:00, in a zone an hour east of UTC.
struct PopupTests {
  private static let zone = Zone(name: "UTC+1") { _ in 3600 }
  private static let now = instant("2026-03-06", 12, 0)

  private static func instant(_ day: String, _ hour: Int, _ minute: Int) -> Instant {
    guard let date = CivilDate(parsing: day.utf8), let time = TimeOfDay(hour: hour, minute: minute) else {
      preconditionFailure("a day and a time")
    }
    return zone.instant(of: CivilTime(date, time))
  }

  private static func task(_ bytes: [UInt8], id: Int32 = 12) -> Task {
    Task(id: ItemID(id), uuid: TaskUUID(high: 1, low: UInt64(id)), line: Line(bytes: bytes))
  }

  /// An item as the reminders make it of a line.
  private static func item(
    _ line: String, _ name: MomentName = .due, moment: Instant = PopupTests.now, id: Int32 = 12
  ) -> Ring.Item {
    let task = task(Array(line.utf8), id: id)
    let meaning = task.meaning
    let due = meaning.due.map { date in
      meaning.time.map { zone.instant(of: CivilTime(date, $0)) } ?? zone.start(of: date)
    }
    let isOverdue = meaning.due.map { date in
      meaning.time == nil ? date < zone.date(of: now) : due.map { $0 <= now } ?? false
    }
    return Ring.Item(
      task: task, name: name, moment: moment, due: due, isOverdue: isOverdue ?? false,
      isTimed: meaning.time != nil)
  }

  private static func popup(
    _ ring: Ring, _ configuration: (inout Configuration) -> Void = { _ in }, offering: PopupOffers = .all
  ) -> Popup {
    var settings = Configuration(home: "/home/me")
    configuration(&settings)
    return Popup(for: ring, configuration: settings, offering: offering, zone: zone, now: now)
  }

  private static func single(_ item: Ring.Item) -> Ring { Ring(slot: 3, kind: .single, items: [item], at: now) }

  /// A line, its moment, the summary and the body's line that says when.
  private static let whens: [(line: String, name: MomentName, summary: String, when: String)] = [
    ("(A) 2026-03-01 Call mum due:2026-03-06 at:1200", .due, "Call mum", "due 12:00"),
    ("Call mum due:2026-03-06 at:1000", .due, "Call mum", "due 10:00, 2 hours ago"),
    ("Call mum due:2026-03-06 at:1215", .lead(.seconds(900)), "Call mum", "due 12:15, in 15 minutes"),
    ("Call mum due:2026-03-06 at:1330", .lead(.seconds(5400)), "Call mum", "due 13:30, in 1 hour 30 minutes"),
    ("Call mum due:2026-03-07 at:1200", .lead(.days(1)), "Call mum", "due tomorrow 12:00, in 24 hours"),
    ("Call mum due:2026-03-05 at:2330", .due, "Call mum", "due yesterday 23:30, 12 hours ago"),
    ("Call mum due:2026-03-10 at:1200", .lead(.days(4)), "Call mum", "due Tue 12:00, in 4 days"),
    ("Call mum due:2027-03-06 at:1200", .lead(.days(365)), "Call mum", "due Sat 6 March 2027 12:00, in 365 days"),
    ("Rent due:2026-03-06", .day(0), "Rent", "due today"),
    ("Rent due:2026-03-05", .day(1), "Rent", "due yesterday"),
    ("Rent due:2026-03-02", .day(4), "Rent", "due Mon 2 March, 4 days ago"),
    ("Rent due:2026-03-13", .lead(.days(7)), "Rent", "due Fri 13 March, in 7 days"),
    ("Garden t:2026-03-06", .threshold, "Garden", "starts today"),
    ("Garden t:2026-03-06 at:12", .threshold, "Garden", "starts 12:00"),
    (
      "Garden rem:2026-03-06T1200", .absolute(CivilTime(CivilDate(daysSinceEpoch: 0), .midnight)), "Garden",
      "reminder for 12:00"
    ),
    (
      "xy due:2026-03-06 meet at:office http://a/b 10:30 note:x", .day(0),
      "xy meet at:office http://a/b 10:30 note:x",
      "due today"
    ),
    ("due:2026-03-06 rec:1w", .day(0), "Task 12", "due today"),
  ]

  @Test func aPopupSaysWhatAndWhen() {
    for (line, name, summary, when) in PopupTests.whens {
      let popup = PopupTests.popup(PopupTests.single(PopupTests.item(line, name)))
      #expect(popup.summary == summary, "\(line)")
      #expect(popup.body == "\(when)\nitem 12", "\(line)")
    }
  }

  @Test func tagsAtTheEndStandInTheBodyAndTagsInTheSentenceStay() {
    let item = PopupTests.item("Write to @alice about +budget @desk due:2026-03-06 +work +work")
    let popup = PopupTests.popup(PopupTests.single(item))
    #expect(popup.summary == "Write to @alice about")
    #expect(popup.body == "due today\n+budget @desk +work · item 12")
  }

  @Test func aDuePopupStaysAndALeadDoesNot() {
    let due = PopupTests.popup(PopupTests.single(PopupTests.item("(A) a due:2026-03-06 at:12")))
    let lead = PopupTests.popup(PopupTests.single(PopupTests.item("(A) a due:2026-03-06 at:13", .lead(.seconds(3600)))))
    #expect(due.stays && due.urgency == .normal && due.category == "x-todod.due" && due.slot == 3)
    #expect(!lead.stays && lead.urgency == .low && lead.category == "x-todod.lead")
  }

  @Test func onlyADuePopupOfACriticalPriorityIsCritical() {
    let critical: (inout Configuration) -> Void = { $0.critical = Set("A".utf8.compactMap(Priority.init)) }
    let lines = ["(A) a due:2026-03-06", "(B) a due:2026-03-06", "a due:2026-03-06"]
    let urgencies = lines.map { PopupTests.popup(PopupTests.single(PopupTests.item($0)), critical).urgency }
    #expect(urgencies == [.critical, .normal, .normal])
    let lead = PopupTests.item("(A) a due:2026-03-07", .lead(.days(1)))
    #expect(PopupTests.popup(PopupTests.single(lead), critical).urgency == .low)
  }

  @Test func whatIsUnusualIsSaidFirst() {
    var ring = PopupTests.single(
      PopupTests.item("a due:2026-03-06 at:0900", moment: PopupTests.instant("2026-03-06", 9, 0)))
    ring.isLate = true
    ring.isPerhapsShownBefore = true
    ring.isStillOpen = true
    let lines = PopupTests.popup(ring).body.split(separator: "\n")
    #expect(lines.prefix(3) == ["Still open", "Perhaps shown before", "Late: it should have rung 09:00"])
  }

  @Test func aDigestHasFiveLinesAndCountsTheRest() {
    var ring = Ring(slot: 1, kind: .digest, items: [], older: 297, at: PopupTests.now)
    ring.items = [
      PopupTests.item("Call due:2026-03-06 at:1130 @phone"), PopupTests.item("Meet due:2026-03-06 at:15"),
      PopupTests.item("Rent due:2026-03-05"), PopupTests.item("Tax due:2026-02-24"),
      PopupTests.item("Milk due:2026-03-06"),
      PopupTests.item("Trip due:2026-03-13", .lead(.days(7))), PopupTests.item("Bins t:2026-03-06", .threshold),
    ]
    let popup = PopupTests.popup(ring)
    #expect(popup.summary == "Today: 3 due, 300 overdue, 1 coming")
    #expect(
      popup.body == "Call · 11:30\nMeet · 15:00\nRent · yesterday\nTax · 10 days ago\nMilk\nand 2 more, 297 older")
    #expect(popup.actions.map(\.label) == ["One by one", "All tomorrow", "Open"])
    #expect(popup.stays)
    ring.items = []
    #expect(PopupTests.popup(ring).body == "297 older")
    ring.isLate = true
    #expect(PopupTests.popup(ring).summary == "Late: 297 overdue")
  }

  @Test func aLockScreenLearnsNoMoreThanItMay() {
    let item = PopupTests.item("Secret due:2026-03-06 +plan")
    let digest = Ring(slot: 1, kind: .digest, items: [item], older: 2, at: PopupTests.now)
    let title = PopupTests.popup(PopupTests.single(item)) { $0.popupText = .title }
    let none = PopupTests.popup(PopupTests.single(item)) { $0.popupText = .none }
    #expect([title.summary, title.body] == ["Secret", ""])
    #expect([none.summary, none.body] == ["A task is due", ""])
    #expect(PopupTests.popup(digest) { $0.popupText = .title }.body == "Secret\nand 2 older")
    #expect(PopupTests.popup(digest) { $0.popupText = .none }.body == "2 older")
    #expect(PopupTests.popup(digest) { $0.popupText = .none }.summary == "Today: 1 due, 2 overdue")
  }

  @Test func theWelcomeNamesTheFileAndWhatRingsNext() {
    let next = (
      task: PopupTests.task(Array("Call mum due:2026-03-07".utf8)), moment: PopupTests.instant("2026-03-07", 9, 0)
    )
    let counts = ReminderCounts(open: 120, today: 3, overdue: 4)
    func popup(_ next: (task: Task, moment: Instant)?) -> Popup {
      PopupTests.popup(
        Ring(slot: 1, kind: .welcome(Ring.Welcome(counts: counts, next: next)), items: [], at: PopupTests.now))
    }
    #expect(
      popup(next).body == "/home/me/todo.txt\n120 tasks, 3 due today, 4 overdue\nnext: tomorrow 09:00 · Call mum")
    #expect(popup(nil).body.hasSuffix("\nnothing rings next"))
    #expect(!popup(nil).stays)
  }

  @Test func buttonsNameWhatTheyDoAndOnlyWhatIsOfferedIsThere() throws {
    let ring = PopupTests.single(PopupTests.item("a due:2026-03-06"))
    let popup = PopupTests.popup(ring) { $0.reminders.dayStart[weekday: 6] = TimeOfDay(seconds: 37_800) }
    #expect(popup.actions.map(\.label) == ["Done", "Snooze", "Remind Sat 10:30", "Open"])
    let morning = PopupTests.instant("2026-03-07", 10, 30)
    #expect(popup.actions.compactMap { PopupAnswer(name: $0.name) } == [.done, .snooze, .remind(at: morning), .open])
    #expect(popup.actions.last?.name == "default")
    #expect(PopupTests.popup(ring, offering: [.done]).actions.map(\.name) == ["done"])
    #expect(PopupAnswer(name: "remind-x") == nil && PopupAnswer(name: "") == nil)
  }

  @Test func beforeFourTheNextMorningIsTheComingOne() {
    let night = PopupTests.instant("2026-03-07", 3, 59)
    let ring = PopupTests.single(PopupTests.item("a due:2026-03-06"))
    let popup = Popup(for: ring, configuration: Configuration(home: "/"), zone: PopupTests.zone, now: night)
    #expect(popup.actions.map(\.label).contains("Remind Sat 9:00"))
  }

  /// Bytes of a task and the summary they make.
  private static let dirty: [(bytes: [UInt8], summary: String)] = [
    (Array("a & b <i>c</i> \\n".utf8), "a & b <i>c</i> \\n"),
    (Array("-u critical".utf8), "-u critical"),
    (Array("a\u{1B}[31mb\u{7}c\u{0}d\u{9F}e".utf8), "a [31mb c d e"),
    (Array("a\u{202E}b\u{2028}c".utf8), "a b c"),
    ([0x61, 0xFF, 0xC3, 0x62], "a\u{FFFD}\u{FFFD}b"),
    (Array("\u{1}".utf8), "Task 12"),
    (Array("due:2026-03-06".utf8), "Task 12"),
  ]

  @Test func noTextCanBreakAPopup() {
    for (bytes, summary) in PopupTests.dirty {
      var item = PopupTests.item("a")
      item.task = PopupTests.task(bytes)
      #expect(PopupTests.popup(PopupTests.single(item)).summary == summary)
    }
  }

  @Test func textsOfAMegabyteAreCut() {
    let texts = [
      Array(repeating: UInt8(ascii: "a"), count: 1 << 20),
      Array("e".utf8) + Array(String(repeating: "\u{301}", count: 500_000).utf8),
      Array(String(repeating: "+tag ", count: 50_000).utf8),
      Array("a ".utf8) + Array(String(repeating: "+t@ß ", count: 50_000).utf8),
      Array(repeating: 0xFF, count: 1 << 20),
    ]
    for bytes in texts {
      var item = PopupTests.item("a")
      item.task = PopupTests.task(bytes)
      let single = PopupTests.popup(PopupTests.single(item))
      #expect(single.summary.unicodeScalars.count <= 201 && !single.summary.isEmpty)
      #expect(single.body.unicodeScalars.count <= 300)
      let digest = PopupTests.popup(
        Ring(slot: 1, kind: .digest, items: Array(repeating: item, count: 9), at: PopupTests.now))
      #expect(digest.body.unicodeScalars.count <= 6 * 100)
    }
  }

  @Test func theBodyIsEscapedForWhoReadsItAsMarkup() {
    var popup = Popup(slot: 1, summary: "s", body: "a & b <c>\\n\nd", category: "x", stays: true)
    #expect(popup.bodyArgument(isMarkup: true) == "a &amp; b &lt;c&gt;\\\\n\nd")
    #expect(popup.bodyArgument(isMarkup: false) == "a & b <c>\\\\n\nd")
    popup.body = ""
    #expect(popup.bodyArgument(isMarkup: true).isEmpty)
  }

  @Test func anAnswerIsConfirmedForSixSecondsWithUndo() {
    let configuration = Configuration(home: "/")
    func popup(_ deed: Popup.Deed, _ lines: [Line], _ configuration: Configuration) -> Popup {
      Popup(
        after: deed, of: lines, slot: 9, configuration: configuration, zone: PopupTests.zone, now: PopupTests.now)
    }
    let line = Line("(A) Call mum due:2026-03-06")
    let done = popup(.done, [line], configuration)
    #expect(done.summary == "Done: Call mum" && done.lifetime == 6000 && done.actions.map(\.name) == ["undo"])
    let today = Popup.Deed.snoozed(until: PopupTests.instant("2026-03-06", 17, 40), dueBefore: 0)
    #expect(popup(today, [line], configuration).summary == "Snoozed until 17:40: Call mum")
    var silent = configuration
    silent.popupText = .none
    #expect(popup(today, [line], silent).summary == "Snoozed until 17:40")
    let all = Popup.Deed.snoozed(until: PopupTests.instant("2026-03-07", 9, 0), dueBefore: 1)
    let many = popup(all, [line, line, line], configuration)
    #expect(many.summary == "Snoozed until tomorrow 09:00: 3 tasks")
    #expect(many.body == "1 due before that, and told then")
  }

  @Test func whatASaveTookBackIsToldWithRestore() {
    var configuration = Configuration(home: "/")
    let found = [
      TakenBack(id: ItemID(3), ours: Line("Buy milk @shop"), theirs: nil),
      TakenBack(id: ItemID(1), ours: Line("x 2026-03-06 Call mum"), theirs: Line("(A) Call mum due:2026-03-06")),
      TakenBack(id: ItemID(2), ours: nil, theirs: Line("old")),
    ]
    func popup(_ found: [TakenBack]) -> Popup { Popup(takenBack: found, slot: 9, configuration: configuration) }
    #expect(popup(found).summary == "A save took back what todod wrote" && popup(found).stays)
    #expect(popup(found).body == "gone: Buy milk\nas before: Call mum\nback: old")
    #expect(popup(found).actions.map(\.name) == ["restore"] && popup(found).items == [3, 1, 2].map { ItemID($0) })
    #expect(
      popup(found + found + found).body.hasSuffix(
        "\nback: old\nand 4 more".replacing("back: old", with: "as before: Call mum")))
    configuration.popupText = .none
    #expect(popup(found).body == "gone: task 3\nas before: task 1\nback: task 2")
  }

  @Test func aLeadOffersNoMorningBehindItsDue() {
    func labels(_ line: String, _ name: MomentName) -> [String] {
      PopupTests.popup(PopupTests.single(PopupTests.item(line, name))).actions.map(\.label)
    }
    #expect(labels("a due:2026-03-06 at:1215", .lead(.seconds(900))) == ["Done", "Snooze", "Open"])
    #expect(labels("a due:2026-03-07 at:0900", .lead(.days(1))) == ["Done", "Snooze", "Open"])
    #expect(labels("a due:2026-03-07 at:0901", .lead(.days(1))).contains("Remind Sat 9:00"))
    #expect(labels("a due:2026-03-06 at:1159", .due).contains("Remind Sat 9:00"))
    #expect(labels("a due:2026-03-09", .lead(.days(3))).contains("Remind Sat 9:00"))
  }

  @Test func aNoticeIsCleanedLineByLine() {
    let notice = Popup(notice: "a\nb", body: "c\u{7}\n\nd", slot: 2)
    #expect(notice.summary == "a b" && notice.body == "c\nd" && notice.slot == 2)
    #expect(Popup(notice: "", body: "", slot: 2).summary == "todod")
  }
}
