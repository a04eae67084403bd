import Testing
import TodoTxt

@testable import TodoCore

struct SortKeyTests {
  private let today = CivilDate(daysSinceEpoch: 20_516)

  private func sorted(_ lines: [String], _ keys: String, blocked: Set<ItemID> = []) throws -> [String] {
    let now = Zone.utc.instant(of: CivilTime(today, .midnight))
    let tasks = lines.enumerated().map {
      Task(id: ItemID(Int32($0.offset + 1)), uuid: TaskUUID(high: 0, low: 0), line: Line($0.element))
    }
    let context = QueryContext(today: today, now: now, zone: .utc, blocked: blocked)
    return SortKey.sorted(tasks, by: try SortKey.keys(parsing: keys), in: context).map(\.line.description)
  }

  static let rows: [(keys: String, lines: [String], remark: String)] = [
    ("due", ["a due:2026-03-01T09:00", "b due:2026-03-01", "c due:2026-03-02", "d"], "times before days, none last"),
    ("-due", ["c due:2026-03-02", "a due:2026-03-01", "d"], "reversed, none last all the same"),
    ("pri", ["(A) a", "(C) b", "c"], "A first"),
    ("-pri", ["(C) b", "(A) a", "c"], "reversed"),
    ("created", ["2026-01-01 b", "2026-01-02 a", "c"], "the oldest first"),
    ("text", ["(Z) Alpha", "alphabet", "(A) Beta", "gamma"], "by text, whatever the case and header"),
    ("project", ["z +Alpha", "y +beta", "x2"], "by the first project, none last"),
    ("context", ["z @a +z", "y @b +a"], "by the first context"),
    ("-id", ["a", "b"], "newest id first"),
    ("urgency", ["(A) a", "(B) b", "c due:2026-03-15", "(C) d"], "the most urgent first"),
    ("pri,-text", ["(A) b", "(A) a", "(B) z", "(B) y"], "one key after another"),
  ]

  @Test(arguments: rows) func sortsFromAnyOrder(keys: String, lines: [String], remark: String) throws {
    // With -id the ids follow the order of the input.
    if keys == "-id" {
      #expect(try sorted(lines, keys) == lines.reversed())
      return
    }
    #expect(try sorted(lines, keys) == lines, "\(remark)")
    #expect(try sorted(lines.reversed(), keys) == lines, "\(remark)")
  }

  @Test func equalsKeepTheirOrder() throws {
    let lines = (0..<50).map { "(\($0 % 2 == 0 ? "A" : "B")) task \($0)" }
    let expected = lines.filter { $0.hasPrefix("(A)") } + lines.filter { $0.hasPrefix("(B)") }
    #expect(try sorted(lines, "pri") == expected)
  }

  @Test func theBlockedAreLessUrgent() throws {
    #expect(try sorted(["(A) a", "(B) b"], "urgency", blocked: [ItemID(1)]) == ["(B) b", "(A) a"])
  }

  static let urgencies: [(line: String, urgency: Double, remark: String)] = [
    ("a", 0, "nothing"),
    ("(A) a", 6, "A"), ("(B) a", 3.9, "B"), ("(C) a", 1.8, "C"), ("(D) a", 0, "others count nothing"),
    ("a due:2026-03-04", 12 * (0.2 + 0.8 * 14 / 21), "due today"),
    ("a due:2026-03-18", 2.4, "14 days before"),
    ("a due:2027-01-01", 2.4, "long before"),
    ("a due:2026-02-25", 12, "7 days after"),
    ("a due:2020-01-01", 12, "long after"),
    ("2026-02-22 a", 0.1, "ten days old"),
    ("2020-01-01 a", 2, "very old"),
    ("2027-01-01 a", 0, "from the future"),
    ("(A) 2026-02-22 a due:2026-02-01", 18.1, "all of it"),
  ]

  @Test(arguments: urgencies) func isAsUrgentAsTheTableSays(line: String, urgency: Double, remark: String) {
    let task = Task(id: ItemID(1), uuid: TaskUUID(high: 0, low: 0), line: Line(line))
    let found = task.urgency(today: today, zone: .utc, isBlocked: false)
    #expect(abs(found - urgency) < 1e-9, "\(remark): \(found)")
    #expect(abs(task.urgency(today: today, zone: .utc, isBlocked: true) - urgency + 5) < 1e-9)
  }
}
