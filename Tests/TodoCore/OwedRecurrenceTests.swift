import Testing
import TodoCore
import TodoTxt

/// What others' completions and reopenings of recurring tasks are owed.
struct OwedRecurrenceTests {
  static func day(_ text: String) throws -> CivilDate { try #require(CivilDate(parsing: text.utf8)) }

  static func list(_ lines: [String]) -> TaskList {
    var ids = IDPool()
    var uuids = UUIDSource(seed: 1)
    let rows = lines.map { Row.task(Task(id: ids.takeLowest(), uuid: TaskUUID(using: &uuids), line: Line($0))) }
    return TaskList(rows: rows, frame: TaskList.empty.frame, ids: ids)
  }

  static func settled(_ owed: OwedRecurrence, _ list: TaskList, _ doneLines: [Line]) -> OwedRecurrence.Settled {
    owed.settled(in: list, SeriesIndex(of: [owed.line], in: list, doneFile: doneLines), isAwaited: false)
  }

  struct Example: Sendable, CustomTestStringConvertible {
    let done: String
    let others: [String]
    let archive: [String]
    let next: String?
    let remark: String
    var testDescription: String { remark }

    init(_ done: String, others: [String] = [], archive: [String] = [], _ next: String?, _ remark: String) {
      self.done = done
      self.others = others
      self.archive = archive
      self.next = next
      self.remark = remark
    }
  }

  static let tea = "x 2026-03-01 tea due:2026-03-01 rec:1w"

  @Test(arguments: [
    Example(tea, "tea due:2026-03-08 rec:1w", "nobody made it"),
    Example("x tea due:2026-03-01 rec:1w", "tea due:2026-03-08 rec:1w", "without a date the day it was seen counts"),
    Example(
      "x 2026-03-01 pills due:2026-02-27 at:0800 rec:+1d", "pills due:2026-03-01 at:0800 rec:+1d",
      "a strict one goes by the day alone"),
    Example(tea, others: ["tea due:2026-03-20 rec:1w"], nil, "an open one of any date"),
    Example(
      tea, others: ["(A) 2026-03-01 tea rec:1w due:2026-03-08 day:31"], nil,
      "with other header, dates and order of dates"),
    Example(tea, others: ["tea rec:2w due:2026-03-08"], "tea due:2026-03-08 rec:1w", "another rule is another series"),
    Example(tea, others: ["x 2026-03-01 tea due:2026-03-08 rec:1w"], nil, "a done one, done the same day"),
    Example(tea, archive: ["x 2026-03-02 tea due:2026-03-08 rec:1w"], nil, "a done one in the done file"),
    Example(
      tea, archive: ["x 2026-02-22 tea due:2026-02-22 rec:1w", tea], "tea due:2026-03-08 rec:1w",
      "the one before is none, nor is the line itself"),
    Example(
      tea, archive: ["x 2026-03-01 tea due:2026-02-22 rec:1w"], "tea due:2026-03-08 rec:1w",
      "one before that was late"),
    Example(tea, archive: ["tea due:2026-03-08 rec:1w"], "tea due:2026-03-08 rec:1w", "an open line in the done file"),
    Example(
      "x 2026-03-01 tea due:2026-03-20 rec:1w", archive: ["x 2026-03-01 tea due:2026-03-08 rec:1w"], nil,
      "done before its day: the next one is earlier"),
    Example("x 2026-03-01 tea rec:1w", archive: ["x 2026-02-22 tea rec:1w"], "tea rec:1w due:2026-03-08", "no dates"),
    Example("x 2026-03-01 tea rec:1w", archive: ["x 2026-03-01 tea rec:1w due:2026-03-08"], nil, "no dates, followed"),
    Example(
      "x 2026-03-01 tea t:2026-03-01 rec:1w", archive: ["x tea t:2026-03-08 rec:1w"], nil, "by threshold, undated"),
  ])
  func aNextLineIsMadeUnlessItIsThere(row: Example) throws {
    let owed = OwedRecurrence(.successor, ItemID(1), Line(row.done), seen: try Self.day("2026-03-01"))
    let list = Self.list([row.done] + row.others)
    let settled = Self.settled(owed, list, row.archive.map { Line($0) })
    #expect(settled == (row.next.map { .line(Line($0)) } ?? .nothing))
    // The same from the done file.
    var archived = owed
    archived.isArchived = true
    let rest = Self.list(["other"] + row.others)
    let gone = TaskList(rows: Array(rest.rows.dropFirst()), frame: rest.frame, ids: rest.ids)
    let lines = row.archive.map { Line($0) } + [Line(row.done)]
    #expect(Self.settled(archived, gone, lines) == settled)
  }

  @Test func twoMachinesWriteTheSameBytes() throws {
    let before = Self.list(["(A) 2026-01-31 rent due:2026-01-31 rec:+1m", "tea rec:1w"])
    let elsewhere = Self.list(["x 2026-03-01 2026-01-31 rent due:2026-01-31 rec:+1m pri:A", "x 2026-03-01 tea rec:1w"])
    func bytes(seenOn today: String, seed: UInt64, ids: [Int32]) throws -> [UInt8] {
      var owed = OwedRecurrences()
      let changes = zip(before.tasks, elsewhere.tasks).enumerated().map { index, pair in
        let id = ItemID(ids[index])
        let old = Task(id: id, uuid: pair.0.uuid, line: pair.0.line)
        return TaskChange(old: old, new: Task(id: id, uuid: pair.1.uuid, line: pair.1.line))
      }
      _ = owed.note(Outcome(changes: changes), isForeign: true, on: try Self.day(today))
      var list = TaskList(
        rows: changes.compactMap { $0.new.map(Row.task) }, frame: TaskList.empty.frame, ids: IDPool())
      let now = Instant(seconds: Int64(try Self.day(today).daysSinceEpoch) * 86_400 + 80_000)
      var context = ChangeContext(now: now, zone: .utc, uuids: UUIDSource(seed: seed))
      for one in owed.inOrder {
        guard case .line(let line) = Self.settled(one, list, []) else { continue }
        _ = list.addSuccessor(line, in: &context)
      }
      return list.bytes
    }
    let one = try bytes(seenOn: "2026-03-01", seed: 1, ids: [1, 2])
    #expect(try bytes(seenOn: "2026-03-02", seed: 2, ids: [9, 4]) == one)
    let text = String(decoding: one, as: UTF8.self)
    #expect(
      text.hasSuffix("\n(A) 2026-03-01 rent due:2026-03-31 rec:+1m\ntea rec:1w due:2026-03-08\n"), "\(text)")
  }

  /// Seen on the day before: by a phone in a zone where the next day has begun.
  @Test(arguments: [
    ("2026-03-01", true), ("2026-03-02", true), ("2026-03-03", false), ("2026-02-28", true), ("2026-02-27", false),
  ])
  func onlyWhatWasDoneADayAwayAtMostIsOwed(today: String, isOwed: Bool) throws {
    let open = Self.list(["tea due:2026-03-01 rec:1w"])
    let done = Self.list([Self.tea])
    let change = TaskChange(old: open[ItemID(1)], new: done[ItemID(1)])
    var owed = OwedRecurrences()
    _ = owed.note(Outcome(changes: [change]), isForeign: true, on: try Self.day(today))
    #expect(owed.isEmpty != isOwed)
    // Open again: nothing is owed, and of what was never done by others there is nothing to take back.
    _ = owed.note(
      Outcome(changes: [TaskChange(old: change.new, new: change.old)]), isForeign: false, on: try Self.day(today))
    #expect(owed.isEmpty)
  }

  @Test(arguments: [
    ("tea due:2026-03-01 rec:1w", "2026-03-01", "tea due:2026-03-08 rec:1w", true),
    ("tea due:2026-03-01 rec:1w", "2026-03-02", "tea due:2026-03-08 rec:1w", false),
    ("tea due:2026-03-01 rec:1w", "2026-03-01", "(A) tea due:2026-03-08 rec:1w", false),
    ("tea due:2026-03-01 rec:1w", "2026-03-01", "tea due:2026-03-08 rec:1w @home", false),
    ("pills due:2026-02-27 at:0800 rec:+1d", "2026-03-01", "pills due:2026-03-01 at:0800 rec:+1d", true),
    ("pills due:2026-02-27 at:0800 rec:+1d", "2026-03-01", "pills due:2026-03-02 at:0800 rec:+1d", true),
    ("pills due:2026-02-27 at:0800 rec:+1d", "2026-03-01", "pills due:2026-03-03 at:0800 rec:+1d", false),
    ("call due:2026-02-27T08:00Z rec:+1d", "2026-03-01", "call due:2026-03-02T08:00Z rec:+1d", true),
    ("2026-01-01 tea rec:1w", "2026-03-01", "2026-03-01 tea rec:1w due:2026-03-08", true),
  ])
  func onlyAnUntouchedSuccessorGoes(line: String, day: String, next: String, goes: Bool) throws {
    let day = try Self.day(day)
    let list = Self.list([line, next])
    let done = Line(line).completed(on: day)
    #expect(
      SeriesIndex(of: [done], in: list).untouchedSuccessor(of: done, ItemID(1), on: try Self.day("2026-03-20"))
        == (goes ? ItemID(2) : nil))
    let undated = Line("x \(line)")
    if goes, Meaning(of: Line(line)).creation == nil {
      #expect(SeriesIndex(of: [undated], in: list).untouchedSuccessor(of: undated, ItemID(1), on: day) == ItemID(2))
    }
  }

  /// Quadratic work would take minutes here.
  @Test(.timeLimit(.minutes(1))) func thousandsDoneAtOnceAreOwedInOnePass() throws {
    let day = try Self.day("2026-03-01")
    let count = 1500
    let lines = (0..<count).map { "x 2026-03-01 task \($0) of a list due:2026-03-01 rec:1w" }
    let list = Self.list(lines)
    let all = list.tasks.map { OwedRecurrence(.successor, $0.id, $0.line, seen: day) }
    let series = SeriesIndex(of: all.map(\.line), in: list, doneFile: lines.map { Line($0) })
    let made = all.count { owed in
      guard case .line = owed.settled(in: list, series, isAwaited: false) else { return false }
      return true
    }
    #expect(made == count)
  }
}
