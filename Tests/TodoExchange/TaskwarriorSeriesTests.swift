import Testing
import TodoCore
import TodoExchange

/// A parent and its children are one line.
struct TaskwarriorSeriesTests {
  static let rules: [(recur: String, rec: String?)] = [
    ("daily", "+1d"), ("day", "+1d"), ("3d", "+3d"), ("10 days", "+10d"), ("P3D", "+3d"), ("weekdays", "+1b"),
    ("weekly", "+1w"), ("2w", "+2w"), ("3 weeks", "+3w"), ("biweekly", "+2w"), ("fortnight", "+2w"), ("P1W", "+1w"),
    ("monthly", "+1m"), ("2mo", "+2m"), ("6m", "+6m"), ("P1M", "+1m"), ("bimonthly", "+2m"), ("quarterly", "+3m"),
    ("2q", "+6m"), ("semiannual", "+6m"), ("annual", "+1y"), ("Yearly", "+1y"), ("2yrs", "+2y"), ("biannual", "+2y"),
    ("P1Y", "+1y"), ("1h", nil), ("PT36H", nil), ("P1M2D", nil), ("0d", nil), ("99999999999d", nil), ("often", nil),
    ("99999q", nil), ("", nil),
  ]

  @Test(arguments: rules) func aPeriodIsARule(_ row: (recur: String, rec: String?)) {
    let list = ForeignList(exported(#""due":"20260301T000000Z","recur":"\#(row.recur)""#, status: "recurring"))
    #expect(list.lines == ["Call mum due:2026-03-01" + (row.rec.map { " rec:\($0)" } ?? "")])
    #expect(list.remarks == (row.rec == nil ? ["recur=\(row.recur) is nothing that 'rec:' can say"] : []))
  }

  private static let parent = "11111111-1111-4111-8111-111111111111"

  private func task(_ number: Int, _ status: String, due: String, isParent: Bool = false) -> String {
    let own = isParent ? #""uuid":"\#(Self.parent)""# : #""parent":"\#(Self.parent)","imask":\#(number)"#
    return #"{"description":"Water","status":"\#(status)","due":"\#(due)T000000Z","recur":"weekly",\#(own)}"#
  }

  private func list(_ tasks: String...) -> ForeignList { ForeignList("[\(tasks.joined(separator: ","))]") }

  @Test func aSeriesStandsAtItsFirstOpenOccurrence() {
    let list = list(
      task(0, "recurring", due: "20260105", isParent: true), task(2, "pending", due: "20260119"),
      task(1, "pending", due: "20260112"))
    #expect(list.lines == ["Water due:2026-01-12 rec:+1w"])
    #expect(list.leftOut.map(\.place) == ["entry 2 'Water'", "entry 3 'Water'"])
    #expect(
      list.leftOut.map(\.reason) == [
        "one more occurrence of entry 1 'Water'", "one more occurrence of entry 1 'Water'",
      ])
  }

  @Test func aSeriesWithoutAnOpenOccurrenceGoesOnAfterTheLast() {
    let list = list(
      task(0, "recurring", due: "20260105", isParent: true), task(1, "deleted", due: "20260112"),
      task(0, "completed", due: "20260105"))
    #expect(list.lines == ["Water due:2026-01-19 rec:+1w", "x Water due:2026-01-05"])
  }

  @Test func withoutTheParentTheFirstOccurrenceStandsForIt() {
    let list = list(task(2, "pending", due: "20260119"), task(1, "waiting", due: "20260112"))
    #expect(list.lines == ["Water due:2026-01-12 rec:+1w"])
    #expect(list.leftOut.map(\.place) == ["entry 1 'Water'"])
  }

  @Test func whatIsLeftOfADeletedSeriesDoesNotRecur() {
    let list = list(task(0, "deleted", due: "20260105", isParent: true), task(1, "pending", due: "20260112"))
    #expect(list.lines == ["Water due:2026-01-12"])
  }

  @Test func untilEndsASeries() {
    let list = ForeignList(
      exported(#""due":"20260301T000000Z","recur":"daily","until":"20260401T000000Z""#, status: "recurring"))
    #expect(list.lines == ["Call mum due:2026-03-01 rec:+1d until:2026-04-01"])
  }
}
