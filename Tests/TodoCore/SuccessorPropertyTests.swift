import Support
import Testing
import TodoCore
import TodoTxt

struct SuccessorPropertyTests {
  private static let words = [
    "x", "(A)", "2026-01-02", "pay", "due:2026-01-31", "due:9999-12-30", "due:0001-01-01", "due:soon",
    "due:2024-02-29T09:00Z",
    "t:2026-01-30", "t:9999-12-31", "t:0001-01-01", "t:", "at:9", "at:x9", "day:31", "day:30", "day:99",
    "until:2026-12-31",
    "until:0001-01-01", "pri:B", "rec:1", "rec:+d", "rec:3w", "rec:+m", "rec:2m", "rec:+y", "rec:b", "rec:+2b",
    "rec:99999y",
    "rec:+99999d", "rec:+99999m",
  ]

  @Test func anyLineHasANextLineOrAReasonNotTo() throws {
    var random = Seeded()
    for _ in 0..<2000 {
      let words = (0..<Int.random(in: 1...8, using: &random)).map { _ in random.pick(Self.words) }
      let line = Line(words.joined(separator: " "))
      let day = CivilDate(daysSinceEpoch: Int32.random(in: 15_000...25_000, using: &random))
      let open = Meaning(of: line.reopened())
      guard case .line(let next) = Successor(of: line, completedOn: day) else { continue }
      let meaning = Meaning(of: next)
      let date = try #require(meaning.due ?? meaning.threshold, "seed \(random.seed) \(line)")
      #expect(!meaning.isDone && meaning.priority == open.priority, "seed \(random.seed) \(line)")
      #expect(meaning.creation == open.creation.map { _ in day }, "seed \(random.seed) \(line)")
      #expect(meaning.recurrence == open.recurrence, "seed \(random.seed) \(line)")
      // An `at:` that stood alone gets a date to belong to.
      let wasDated = open.due != nil || open.threshold != nil
      #expect(!wasDated || meaning.time == open.time, "seed \(random.seed) \(line)")
      #expect(date >= day, "seed \(random.seed) \(line) \(day) \(next)")
      #expect(open.until.map { date <= $0 } ?? true, "seed \(random.seed) \(line) \(day)")
      #expect(next.seriesWords == line.reopened().seriesWords, "seed \(random.seed) \(line) \(next)")
    }
  }
}
