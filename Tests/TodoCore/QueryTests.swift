import Support
import Testing
import TodoTxt

@testable import TodoCore

/// 2026-03-04 is a Wednesday; the clock says 12:00 UTC.
private let now = Zone.utc.instant(of: CivilTime(CivilDate(daysSinceEpoch: 20_516), TimeOfDay(seconds: 43_200)))

private func task(_ line: String, id: Int32 = 1) -> Task {
  Task(id: ItemID(id), uuid: TaskUUID(high: 0, low: UInt64(id)), line: Line(line))
}

private func context(blocked: Set<ItemID> = [], snoozed: Set<ItemID> = [], zone: Zone = .utc) -> QueryContext {
  QueryContext(today: zone.date(of: now), now: now, zone: zone, blocked: blocked, snoozed: snoozed)
}

private let views = [
  View(name: "home", query: "@home or +house"), View(name: "old", query: "done"),
  View(name: "both", query: "call view:any"),
  View(name: "any", query: "view:home or view:old"), View(name: "soon", query: "due:..+7d sort:due"),
  View(name: "round", query: "view:about"), View(name: "about", query: "a view:round"),
  View(name: "bad", query: "due:x"),
  View(name: "empty", query: "a or"),
]

struct QueryRow: Sendable, CustomTestStringConvertible {
  let query: String
  let fits: [String]
  let fitsNot: [String]
  let remark: String

  init(_ query: String, fits: [String] = [], not fitsNot: [String] = [], _ remark: String) {
    self.query = query
    self.fits = fits
    self.fitsNot = fitsNot
    self.remark = remark
  }

  var testDescription: String { "\(query): \(remark)" }
}

struct QueryTests {
  static let rows: [QueryRow] = [
    QueryRow("", fits: ["a", "a t:2026-03-04"], not: ["x a", "a h:1", "a t:2026-03-05"], "what stays out by itself"),
    QueryRow("mum", fits: ["call mum", "Mummy", "MUM"], not: ["call dad"], "anywhere, whatever the case"),
    QueryRow("MUM", fits: ["call mum"], "a question in capitals"),
    QueryRow("müsli", fits: ["buy MÜSLI", "buy Müsli"], not: ["buy musli"], "beyond ASCII"),
    QueryRow("buy", fits: ["Buy MÜSLI"], "an ASCII question of a line that is not"),
    QueryRow("call mum", fits: ["mum, call her"], not: ["call", "mum"], "all words must fit"),
    QueryRow("2026", fits: ["pay 2026"], not: ["2026-01-01 pay"], "words are looked for in the text alone"),
    QueryRow("ab", fits: ["aab", "a ab", "ab"], not: ["a", "a b", ""], "the first letter twice, at the very end"),
    QueryRow("rec:1w", fits: ["a rec:1w"], not: ["a rec:2w"], "an unknown key stands for itself"),
    QueryRow("http://x.y", fits: ["see http://x.y/z"], not: ["see"], "a colon makes no key of an address"),
    QueryRow("mark:baddate", fits: ["a due:friday"], not: ["a due:2026-03-04", "mark:baddate"], "as rows are marked"),
    QueryRow("mark:x", fits: ["a mark:x"], not: ["a"], "no mark, and so text"),
    QueryRow("+p", fits: ["a +p", "+P a"], not: ["a +pq", "a+p", "a @p"], "a whole project"),
    QueryRow("@home", fits: ["a\t@home b"], not: ["a @homework"], "a whole context"),
    QueryRow("+größe", fits: ["a +GRÖSSE +GRÖßE"], not: ["a +große"], "a project beyond ASCII"),
    QueryRow("+a.b", fits: ["x2 +a.b"], not: ["x2 +a"], "a dot is part of the name"),
    QueryRow("project:p", fits: ["a +p"], not: ["a @p"], "as Taskwarrior says it"),
    QueryRow("tag:p", fits: ["a +p", "a @p"], not: ["a p"], "either kind of tag"),
    QueryRow("-mum", fits: ["call dad"], not: ["call mum", "x call dad"], "not that word, and no done ones either"),
    QueryRow("not:+p", fits: ["a"], not: ["a +p"], "the same in words"),
    QueryRow("-due:..", fits: ["a"], not: ["a due:2026-03-04"], "without a due"),
    QueryRow("--a", fits: ["a"], not: ["b"], "twice no is yes"),
    QueryRow("pri:A", fits: ["(A) a"], not: ["(B) a", "a", "a (A) b"], "one priority"),
    QueryRow("pri:b", fits: ["(B) a"], not: ["(A) a"], "typed small"),
    QueryRow("pri:A..C", fits: ["(A) a", "(C) a"], not: ["(D) a", "a"], "a range"),
    QueryRow("pri:..B", fits: ["(A) a"], not: ["(C) a", "a"], "down to B"),
    QueryRow("pri:B..", fits: ["(B) a", "(Z) a"], not: ["(A) a", "a"], "from B on"),
    QueryRow("-pri:..", fits: ["a"], not: ["(Z) a"], "without a priority"),
    QueryRow("done pri:A", fits: ["x 2026-03-01 a pri:A"], not: ["(A) a"], "the priority a done task had"),
    QueryRow("due:today", fits: ["a due:2026-03-04"], not: ["a due:2026-03-05", "a"], "a word for a day"),
    QueryRow("due:2026-03-05", fits: ["a due:2026-03-05T10:00"], not: ["a due:2026-03-04"], "a day as ISO"),
    QueryRow("due:fri", fits: ["a due:2026-03-06"], not: ["a due:2026-03-05"], "the next Friday"),
    QueryRow(
      "due:..+7d", fits: ["a due:2020-01-01", "a due:2026-03-11"], not: ["a due:2026-03-12", "a"], "up to a day"),
    QueryRow(
      "due:tomorrow..+1w", fits: ["a due:2026-03-05", "a due:2026-03-11"],
      not: ["a due:2026-03-04", "a due:2026-03-12"], "both ends count"),
    QueryRow("due:fri..", fits: ["a due:2026-03-06"], not: ["a due:2026-03-05"], "from a day on"),
    QueryRow("before:fri", fits: ["a due:2026-03-05"], not: ["a due:2026-03-06", "a"], "before is before"),
    QueryRow("after:fri", fits: ["a due:2026-03-07"], not: ["a due:2026-03-06", "a"], "after is after"),
    QueryRow(
      "after:next friday", fits: ["a due:2026-03-14"], not: ["a due:2026-03-13", "a friday"], "two words are one date"),
    QueryRow("-due:..next friday a", fits: ["a due:2026-03-14"], not: ["a due:2026-03-13"], "at the end of a range"),
    QueryRow(
      "before:\"next friday\" mum", fits: ["mum due:2026-03-12"], not: ["dad due:2026-03-12", "mum due:2026-03-13"],
      "in quotes"),
    QueryRow("due:fri friday", fits: ["friday due:2026-03-06"], not: ["a due:2026-03-06"], "a date takes no more"),
    QueryRow("due.before:fri", fits: ["a due:2026-03-05"], not: ["a due:2026-03-06"], "as Taskwarrior says it"),
    QueryRow("due.after:fri", fits: ["a due:2026-03-07"], not: ["a due:2026-03-06"], "as Taskwarrior says it"),
    QueryRow(
      "overdue", fits: ["a due:2026-03-03", "a due:2026-03-04 at:1159", "a due:2026-03-04T12:30+01:00"],
      not: [
        "a due:2026-03-04", "a due:2026-03-04 at:1201", "x a due:2026-03-03", "a", "a due:2026-03-04T11:30-01:00",
      ], "days end at midnight, times at once"),
    QueryRow("+OVERDUE", fits: ["a due:2026-03-03"], not: ["a +OVERDUE"], "as Taskwarrior says it"),
    QueryRow("done", fits: ["x a", "x a h:1", "x a t:2026-03-05"], not: ["a"], "done ones only, and all of them"),
    QueryRow("-done", fits: ["a"], not: ["x a"], "no other than the open ones"),
    QueryRow("all", fits: ["x a", "a", "a h:1", "a t:2026-03-05"], "everything"),
    QueryRow("all mum", fits: ["x mum"], not: ["x dad"], "everything with that word"),
    QueryRow("hidden", fits: ["a h:1", "a h:1 t:2026-03-05"], not: ["a", "x a h:1"], "open hidden ones"),
    QueryRow("mum or dad", fits: ["mum", "dad"], not: ["x dad", "son"], "alternatives"),
    QueryRow(
      "call mum or +p pri:A", fits: ["call mum", "(A) b +p"], not: ["call", "b +p", "(A) mum"], "or binds weaker"),
    QueryRow("+p or done", fits: ["a +p", "x a"], not: ["a", "a +p h:1"], "each side has its own leaving out"),
    QueryRow("orange", fits: ["an orange"], "no or in a word"),
    QueryRow("  a \t b ", fits: ["ab"], "any blanks between"),
    QueryRow("sort:due a", fits: ["a"], not: ["b"], "an order is no condition"),
    QueryRow("due:none", fits: ["a"], not: ["a due:2026-03-04"], "without a due, in a word"),
    QueryRow("due:any", fits: ["a due:2026-03-04"], not: ["a"], "with one"),
    QueryRow("pri:none", fits: ["a"], not: ["(Z) a"], "without a priority, in a word"),
    QueryRow("priority:H", fits: ["(A) a"], not: ["(H) a", "a"], "Taskwarrior's high is A"),
    QueryRow("priority:C", fits: ["(C) a"], not: ["(A) a"], "and a letter is a letter"),
    QueryRow("pro:p tags:x", fits: ["a +p @x"], not: ["a +p", "a @x"], "Taskwarrior's short keys"),
    QueryRow("description:mum", fits: ["call mum"], not: ["call dad"], "as Taskwarrior says it"),
    QueryRow("status:pending", fits: ["a"], not: ["x a"], "as Taskwarrior says it"),
    QueryRow("status:completed", fits: ["x a"], not: ["a"], "as Taskwarrior says it"),
    QueryRow(
      "status:waiting", fits: ["a t:2026-03-05"], not: ["a", "a t:2026-03-04", "x a t:2026-03-05"], "not begun"),
    QueryRow("+WAITING", fits: ["a t:2026-03-05"], not: ["a"], "the same as a tag"),
    QueryRow(
      "+READY", fits: ["a", "a t:2026-03-04"], not: ["x a", "a t:2026-03-05", "+READY t:2026-03-05"], "can be done"),
    QueryRow("+TODAY", fits: ["a due:2026-03-04"], not: ["a due:2026-03-05", "a +TODAY"], "due that day"),
    QueryRow("+TOMORROW", fits: ["a due:2026-03-05"], not: ["a due:2026-03-04"], "due that day"),
    QueryRow("+YESTERDAY", fits: ["a due:2026-03-03"], not: ["a due:2026-03-04"], "due that day"),
    QueryRow(
      "+WEEK", fits: ["a due:2026-03-02", "a due:2026-03-08"], not: ["a due:2026-03-01", "a due:2026-03-09"],
      "from Monday to Sunday"),
    QueryRow(
      "+MONTH", fits: ["a due:2026-03-01", "a due:2026-03-31"], not: ["a due:2026-02-28", "a due:2026-04-01"],
      "this month"),
    QueryRow("+DUE", fits: ["a due:2026-03-11", "a due:2026-01-01"], not: ["a due:2026-03-12"], "within a week"),
    QueryRow("+PROJECT -+TAGGED", fits: ["a +p"], not: ["a +p @x", "a"], "with a project, without a context"),
    QueryRow(
      "view:home", fits: ["a @home", "b +house"], not: ["a", "x a @home", "a @home h:1"], "what it stands for"),
    QueryRow("view:home mum", fits: ["mum @home"], not: ["mum", "dad +house"], "among other words"),
    QueryRow("view:home done", fits: ["x a @home"], not: ["a @home", "x a"], "asked for with done ones"),
    QueryRow("all view:home", fits: ["x a @home", "a +house h:1"], not: ["x a"], "and with all"),
    QueryRow("-view:home", fits: ["a"], not: ["a @home", "x a"], "all but those"),
    QueryRow("view:old", fits: ["x a"], not: ["a"], "a view that asks for done ones"),
    QueryRow("view:both", fits: ["call @home", "x call"], not: ["call", "x dad"], "a view of views"),
    QueryRow("view:home or view:old", fits: ["a @home", "x a"], not: ["a"], "alternatives"),
    QueryRow("view:soon", fits: ["a due:2026-03-05"], not: ["a due:2026-03-12"], "its days are those of today"),
  ]

  @Test(arguments: rows) func fits(row: QueryRow) throws {
    let query = try Query(parsing: row.query, views: views, now: now, zone: .utc)
    for line in row.fits { #expect(query.matches(task(line), in: context()), "should fit: \(line)") }
    for line in row.fitsNot { #expect(!query.matches(task(line), in: context()), "should not fit: \(line)") }
  }

  static let errors: [(String, QueryError)] = [
    ("a due:frii", .badDate(word: "due:frii", value: "frii")),
    ("due:..2026-02-30", .badDate(word: "due:..2026-02-30", value: "2026-02-30")),
    ("after:next fryday x", .badDate(word: "after:next-fryday", value: "next-fryday")),
    ("before:now", .badDate(word: "before:now", value: "now")),
    ("-due:x", .badDate(word: "due:x", value: "x")),
    ("due:+7d..today", .emptyRange(word: "due:+7d..today")),
    ("pri:1", .badPriority(word: "pri:1")),
    ("pri:AB", .badPriority(word: "pri:AB")),
    ("pri:A..1", .badPriority(word: "pri:A..1")),
    ("pri:C..A", .emptyRange(word: "pri:C..A")),
    ("or a", .danglingOr),
    ("a or", .danglingOr),
    ("a or or b", .danglingOr),
    ("a -", .emptyWord(word: "-")),
    ("not:", .emptyWord(word: "not:")),
    ("+", .emptyWord(word: "+")),
    ("@", .emptyWord(word: "@")),
    ("due:", .emptyWord(word: "due:")),
    ("project:", .emptyWord(word: "project:")),
    ("sort:size", .badSortKey(word: "size")),
    ("sort:due,,pri", .badSortKey(word: "")),
    ("view:", .emptyWord(word: "view:")),
    ("view:hom", .noView(word: "view:hom", known: views.map(\.name))),
    ("-view:hom", .noView(word: "view:hom", known: views.map(\.name))),
    ("view:bad", .inView(name: "bad", .badDate(word: "due:x", value: "x"))),
    ("view:empty", .inView(name: "empty", .danglingOr)),
    (
      "view:round",
      .inView(
        name: "round",
        .inView(
          name: "about", .noView(word: "view:round", known: views.map(\.name).filter { $0 != "round" && $0 != "about" })
        ))
    ),
  ]

  @Test func aViewBringsItsOrderUnlessTheQueryHasOne() throws {
    func order(_ text: String) throws -> [SortKey] {
      try Query(parsing: text, views: views, now: now, zone: .utc).order
    }
    #expect(try order("view:soon") == [SortKey(.due)])
    #expect(try order("view:soon sort:pri") == [SortKey(.pri)] && order("sort:pri view:soon") == [SortKey(.pri)])
  }

  @Test(arguments: errors) func namesTheWordThatMakesNoSense(query: String, error: QueryError) {
    #expect(throws: error) { try Query(parsing: query, views: views, now: now, zone: .utc) }
  }

  @Test func blockedAndSnoozedAreWhatTheContextSays() throws {
    let blocked = try Query(parsing: "blocked", now: now, zone: .utc)
    let held = try Query(parsing: "held", now: now, zone: .utc)
    var waiting = context()
    waiting.held = [ItemID(1)]
    #expect(held.matches(task("a", id: 1), in: waiting) && !held.matches(task("a", id: 2), in: waiting))
    let overdue = try Query(parsing: "overdue", now: now, zone: .utc)
    let late = task("a due:2020-01-01", id: 2)
    #expect(overdue.matches(late, in: context()) && !overdue.matches(late, in: context(snoozed: [ItemID(2)])))
    let shown = try Query(parsing: "+a", now: now, zone: .utc)
    let hidden = task("x 2026-01-01 a +a h:1", id: 3)
    #expect(!shown.matches(hidden, in: context()) && shown.fits(hidden, in: context()))
    let snoozed = try Query(parsing: "-snoozed", now: now, zone: .utc)
    let context = context(blocked: [ItemID(1)], snoozed: [ItemID(2)])
    #expect(blocked.matches(task("a", id: 1), in: context) && !blocked.matches(task("a", id: 2), in: context))
    #expect(snoozed.matches(task("a", id: 1), in: context) && !snoozed.matches(task("a", id: 2), in: context))
  }

  @Test func aDueWithAnOffsetBelongsToTheDayInTheZoneThatHolds() throws {
    let east = Zone(name: "UTC+14") { _ in 14 * 3600 }
    let today = try Query(parsing: "due:2026-03-05", now: now, zone: east)
    #expect(today.matches(task("a due:2026-03-04T12:00Z"), in: context(zone: east)))
    #expect(!today.matches(task("a due:2026-03-04T12:00Z"), in: context()))
  }

  @Test func bytesThatAreNotUTF8AreSearchedToo() throws {
    let broken = Task(
      id: ItemID(1), uuid: TaskUUID(high: 0, low: 0), line: Line(bytes: [0xFF, 0x41, 0xC3, 0x20, 0x62]))
    for (text, fits) in [("a", true), ("b", true), ("ü", false), ("c", false)] {
      #expect(try Query(parsing: text, now: now, zone: .utc).matches(broken, in: context()) == fits, "\(text)")
    }
  }

  /// A slow search by Foundation-free means says the same as the fast one.
  @Test func wordsAreFoundWhereASimpleSearchFindsThem() throws {
    var random = Seeded()
    let letters = Array("abAB").map(String.init)
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in random.pick(letters) }.joined()
      let word = (0..<Int.random(in: 1...3, using: &random)).map { _ in random.pick(letters) }.joined()
      let lower = Array(text.lowercased())
      let needle = Array(word.lowercased())
      let isThere = lower.indices.contains { lower[$0...].starts(with: needle) }
      let query = try Query(parsing: word, now: now, zone: .utc)
      #expect(query.matches(task(text), in: context()) == isThere, "seed \(random.seed): \(word) in \(text)")
    }
  }
}
