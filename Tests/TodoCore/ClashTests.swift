import Support
import Testing
import TodoCore
import TodoProtocol
import TodoTxt

/// Lines that are forms of one task: which rings, what ends it, and what becomes of them.
struct ClashTests {
  /// 2026-03-01 at midnight.
  private static let now = Zone.utc.instant(of: CivilTime(CivilDate(daysSinceEpoch: 20_513), .midnight))

  private static func task(_ id: Int32, _ line: String) -> Task {
    Task(id: ItemID(id), uuid: TaskUUID(high: 1, low: UInt64(id)), line: Line(line))
  }

  /// Reminders of which these lines are one clash, made by step 5.
  private static func clashing(_ lines: [String]) -> (Reminders, tasks: [ItemID: Task]) {
    let tasks = lines.enumerated().map { task(Int32($0.offset + 1), $0.element) }
    let byID = Dictionary(tasks.map { ($0.id, $0) }) { $1 }
    var reminders = Reminders(state: ReminderState(), settings: ReminderSettings(), zone: .utc)
    _ = reminders.replan(tasks: [Task](), cause: .start, at: now)
    _ = reminders.follow(ClashOrder(step: 5, made: [tasks.map(\.id)]), of: { byID[$0] }, at: now)
    _ = reminders.changed(tasks.map { TaskChange(old: nil, new: $0) }, cause: .file, at: now)
    _ = reminders.armTurned(of: { byID[$0] })
    return (reminders, byID)
  }

  static let ringing: [(remark: String, lines: [String], rings: Int32?)] = [
    ("the earlier due", ["a due:2026-03-05", "a due:2026-03-04"], 2),
    ("the earlier time", ["a due:2026-03-05 at:1000", "a due:2026-03-05 at:0900"], 2),
    ("a lead counts", ["a due:2026-03-05 at:1000", "b due:2026-03-05 at:1000 rem:1d"], 2),
    ("the first of equals", ["a due:2026-03-05", "b due:2026-03-05"], 1),
    ("the one that has a due at all", ["call dad", "call mum due:2026-03-05"], 2),
    ("its threshold", ["a due:2026-03-05", "a t:2026-03-02"], 2),
    ("not the one that is done", ["x 2026-03-01 a due:2026-03-02", "a due:2026-03-05"], 2),
    ("not the one that never rings", ["a due:2026-03-02 rem:none", "a due:2026-03-05"], 2),
    ("of three", ["a due:2026-03-07", "a due:2026-03-06", "a due:2026-03-05"], 3),
    ("none where all are done", ["x 2026-03-01 a due:2026-03-02", "x 2026-03-01 b due:2026-03-02"], nil),
  ]

  @Test(arguments: ringing)
  func oneRings(remark: String, lines: [String], rings: Int32?) {
    let (reminders, tasks) = Self.clashing(lines)
    let ringing = tasks.keys.sorted().filter { reminders.next(for: $0) != nil }
    #expect(ringing == rings.map { [ItemID($0)] } ?? [], "\(remark)")
    #expect(tasks.keys.allSatisfy { reminders.isClashing($0) && reminders.twins(of: $0).count == lines.count - 1 })
  }

  static let ends: [(remark: String, lines: [String?], left: [Int32])] = [
    ("a line is gone", ["a 1", nil], []),
    ("all are gone", [nil, nil], []),
    ("they are equal", ["a 2", "a 2"], []),
    ("equal but for how the lines end", ["a 2", "a 2\r"], []),
    ("one of three is gone", ["a 1", nil, "a 3"], [1, 3]),
    ("two of three are gone", [nil, nil, "a 3"], []),
    ("two of three are equal", ["a 1", "a 3", "a 3"], [1, 2, 3]),
    ("one is done", ["x 2026-03-01 a 1", "a 2"], [1, 2]),
  ]

  @Test(arguments: ends)
  func itLastsWhileLinesDiffer(remark: String, lines: [String?], left: [Int32]) {
    var (reminders, tasks) = Self.clashing(lines.indices.map { "a \($0 + 1)" })
    let before = tasks
    for (place, line) in lines.enumerated() {
      let id = Int32(place + 1)
      tasks[ItemID(id)] = line.map { Self.task(id, $0) }
    }
    let recorded = reminders.follow(ClashOrder(step: 6), of: { tasks[$0] }, at: Self.now)
    #expect(reminders.openClashes.flatMap(\.items) == left.map { ItemID($0) }, "\(remark)")
    // What a step did is taken back with it.
    _ = reminders.follow(ClashOrder(step: 7, undoing: recorded.facts), of: { before[$0] }, at: Self.now)
    #expect(reminders.openClashes == [Clash(Clash.Name(step: 5, first: ItemID(1)), items: before.keys.sorted())])
  }

  @Test func aThirdFormMakesOneClashOfAll() {
    var (reminders, tasks) = Self.clashing(["a 1", "a 2"])
    tasks[ItemID(9)] = Self.task(9, "a 9")
    let joined = reminders.follow(
      ClashOrder(step: 8, made: [[ItemID(2), ItemID(9)]]), of: { tasks[$0] }, at: Self.now)
    #expect(
      reminders.openClashes == [Clash(Clash.Name(step: 8, first: ItemID(1)), items: [1, 2, 9].map { ItemID($0) })])
    _ = reminders.follow(ClashOrder(step: 9, undoing: joined.facts), of: { tasks[$0] }, at: Self.now)
    #expect(reminders.openClashes == [Clash(Clash.Name(step: 5, first: ItemID(1)), items: [1, 2].map { ItemID($0) })])
  }

  @Test func theLineWhosePopupIsOpenGoesOnRinging() {
    var stage = Stage(["a due:2026-03-01 at:0900"], at: "2026-03-01 08:59")
    stage.wait(until: "2026-03-01 09:00")
    let tasks = [1: Self.task(1, "a due:2026-03-01 at:0900"), 2: Self.task(2, "a due:2026-02-01")]
    _ = stage.reminders.follow(
      ClashOrder(step: 5, made: [[ItemID(1), ItemID(2)]]), of: { tasks[Int($0.number)] }, at: stage.now)
    #expect(stage.reminders.twins == [ItemID(2)])
  }

  // MARK: Settling

  private static let clashes = [[1, 2], [3, 4, 5]].enumerated().map { place, items in
    Clash(Clash.Name(step: Int64(place), first: ItemID(Int32(items[0]))), items: items.map { ItemID(Int32($0)) })
  }

  static let settled: [(items: [Int32], choice: Command.Choice, kept: [Int32], removed: [Int32])] = [
    ([1], .keep, [1], [2]), ([1], .drop, [2], [1]), ([2], .both, [1, 2], []),
    ([1, 4], .keep, [1, 4], [2, 3, 5]), ([4], .drop, [3, 5], [4]), ([5, 3], .drop, [4], [3, 5]),
    ([1, 2], .both, [1, 2], []), ([3, 1, 5], .both, [3, 4, 5, 1, 2], []),
  ]

  @Test(arguments: settled)
  func whatStaysAndWhatGoes(items: [Int32], choice: Command.Choice, kept: [Int32], removed: [Int32]) throws {
    let settlement = try Settlement(of: items.map { ItemID($0) }, choice, among: Self.clashes)
    #expect(settlement.kept.map(\.number) == kept && settlement.removed.map(\.number) == removed)
    #expect(settlement.isParting == (choice == .both))
  }

  static let refused: [(items: [Int32], choice: Command.Choice, words: String)] = [
    ([17], .keep, "17 is not one of two lines that clash: `todoctl list mark:clash` lists those"),
    ([1, 17], .both, "17 is not one of two lines that clash: `todoctl list mark:clash` lists those"),
    ([1, 2], .keep, "1 and 2 clash with each other: name the one to keep, or say both"),
    ([3, 5], .keep, "3 and 5 clash with each other: name the one to keep, or say both"),
    ([1, 2], .drop, "1 and 2 clash with each other: name those to drop, one has to stay"),
    ([5, 4, 3], .drop, "3, 4 and 5 clash with each other: name those to drop, one has to stay"),
  ]

  @Test(arguments: refused)
  func whatCannotBeSettledNamesTheLines(items: [Int32], choice: Command.Choice, words: String) {
    let refusal = #expect(throws: Refusal.self) {
      try Settlement(of: items.map { ItemID($0) }, choice, among: Self.clashes)
    }
    #expect(refusal?.words == words && refusal?.name == .conflict)
  }

  // MARK: The popup

  @Test func aPopupHasBothTextsAndAButtonForEach() {
    let forms = [
      Self.task(17, "(A) Call <mum> & dad due:2026-03-06"), Self.task(22, "Call mum\u{202E} due:2026-03-07"),
    ]
    let popup = Popup(clashing: [forms], slot: 1, configuration: Configuration(home: "/home/u"))
    #expect(popup.summary == "A task was changed in two places")
    #expect(
      popup.bodyArgument(isMarkup: true) == """
        17: (A) Call &lt;mum&gt; &amp; dad due:2026-03-06
        22: Call mum  due:2026-03-07
        `todoctl resolve ID keep|drop|both` settles it.
        """)
    #expect(popup.actions.map(\.label) == ["Keep 17", "Keep 22", "Keep both"])
    #expect(popup.actions.map { PopupAnswer(name: $0.name) } == [.keep(ItemID(17)), .keep(ItemID(22)), .keepAll])
    #expect(popup.stays && popup.items == [ItemID(17), ItemID(22)])
  }

  @Test func aLockScreenShowsNoMoreThanItShould() throws {
    let forms = [Self.task(17, "Call mum due:2026-03-06"), Self.task(22, "Call dad due:2026-03-07")]
    let title = Popup(clashing: [forms], slot: 1, configuration: try configuration("title"))
    #expect(title.body.hasPrefix("17: Call mum\n22: Call dad\n"))
    let none = Popup(clashing: [forms, forms], slot: 1, configuration: try configuration("none"))
    #expect(none.body.hasPrefix("tasks 17, 22\ntasks 17, 22\n"))
  }

  @Test func manyAreToldInOne() {
    let forms = (1...7).map { [Self.task($0, "a \($0)"), Self.task($0 + 10, "b \($0)")] }
    let popup = Popup(clashing: forms, slot: 1, configuration: Configuration(home: "/home/u"))
    #expect(popup.summary == "7 tasks were changed in two places")
    #expect(popup.body.hasPrefix("1, 11: a 1\n2, 12: a 2\n"))
    #expect(popup.body.hasSuffix("5, 15: a 5\nand 2 more\n`todoctl resolve ID keep|drop|both` settles one."))
    #expect(popup.actions.map { PopupAnswer(name: $0.name) } == [.oneByOne])
  }

  @Test func ofMoreThanThreeFormsTheButtonsWouldNotFit() {
    let forms = (1...4).map { Self.task($0, "a \($0)") }
    let popup = Popup(clashing: [forms], slot: 1, configuration: Configuration(home: "/home/u"))
    #expect(popup.actions.map(\.label) == ["Keep all"])
  }

  private func configuration(_ text: String) throws -> Configuration {
    try Configuration(parsing: Array("[Popups]\nText=\(text)\n".utf8), home: "/home/u")
  }

  // MARK: Where they come from

  @Test func aMergeNamesTheLinesThatAreFormsOfOneTask() {
    func text(_ lines: String...) -> TodoText { TodoText(parsing: Array(lines.map { $0 + "\n" }.joined().utf8)) }
    let merged = merge(
      base: text("one", "call mum from home", "two", "read a book"),
      x: text("one", "call mum from work", "two", "read b book"),
      y: text("one", "call mum from school", "two", "read c book"))
    #expect(merged.clashes.map { [$0.0, $0.1] } == [[1, 2], [4, 5]])
    for (first, second) in merged.clashes {
      #expect((merged.lines[first].x == nil) != (merged.lines[second].x == nil))
    }
  }
}
