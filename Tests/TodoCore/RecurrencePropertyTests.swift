import Support
import Testing
import TodoCore
import TodoTxt

struct RecurrencePropertyTests {
  private func randomRule(_ random: inout Seeded, strict: Bool) -> RecurrenceRule {
    let unit = random.pick([RecurrenceRule.Unit.day, .week, .month, .year, .businessDay])
    return RecurrenceRule(isStrict: strict, count: Int32.random(in: 1...40, using: &random), unit: unit)
  }

  private func randomDay(_ random: inout Seeded) -> CivilDate {
    CivilDate(daysSinceEpoch: Int32.random(in: 0...30_000, using: &random))
  }

  private func text(_ rule: RecurrenceRule) -> String {
    let letter =
      switch rule.unit {
      case .day: "d"
      case .week: "w"
      case .month: "m"
      case .year: "y"
      case .businessDay: "b"
      }
    return "rec:\(rule.isStrict ? "+" : "")\(rule.count)\(letter)"
  }

  private func next(_ line: Line, _ day: CivilDate) throws -> (line: Line, due: CivilDate) {
    guard case .line(let next) = Successor(of: line, completedOn: day) else {
      throw Missing(line: line)
    }
    return (next, try #require(Meaning(of: next).due))
  }

  private struct Missing: Error { let line: Line }

  /// Walks the calendar day by day, as slowly and as plainly as can be.
  private func businessDays(_ count: Int, after date: CivilDate) -> CivilDate {
    var date = date
    var left = count
    while left > 0 {
      date = date.adding(days: 1)
      if date.weekday <= 5 { left -= 1 }
    }
    return date
  }

  @Test func businessDaysAreMondayToFriday() throws {
    var random = Seeded()
    for _ in 0..<500 {
      let count = Int32.random(in: 1...30, using: &random)
      let date = randomDay(&random)
      let rule = RecurrenceRule(isStrict: true, count: count, unit: .businessDay)
      #expect(rule.date(after: date) == businessDays(Int(count), after: date), "seed \(random.seed)")
    }
  }

  @Test func aStrictSeriesIsTheSameHoweverLateItIsDone() throws {
    var random = Seeded()
    for _ in 0..<300 {
      let rule = randomRule(&random, strict: true)
      let start = randomDay(&random)
      let day = start.adding(days: Int.random(in: -100...3000, using: &random))
      let line = Line("Water due:\(start) \(text(rule))")
      let late = try next(line, day)
      // One done in time after another arrives at the same line, byte for byte.
      var (walked, due) = try next(line, start)
      while due < day { (walked, due) = try next(walked, due) }
      if rule.unit == .month || rule.unit == .year {
        // The key's place may differ, it was there and went again.
        #expect(due == late.due && Meaning(of: walked) == Meaning(of: late.line), "seed \(random.seed) \(line) \(day)")
      } else {
        #expect(walked == late.line, "seed \(random.seed) \(line) \(day)")
      }
      #expect(late.due >= day && late.due > start, "seed \(random.seed) \(line) \(day)")
    }
  }

  @Test func aMonthlySeriesNeverLosesItsDay() throws {
    var random = Seeded()
    for _ in 0..<100 {
      let start = randomDay(&random)
      let count = Int.random(in: 1...5, using: &random)
      var (line, due) = (Line("Pay due:\(start) rec:+\(count)m"), start)
      for _ in 0..<40 {
        (line, due) = try next(line, due)
        let length = CivilDate.daysIn(month: due.month, ofYear: due.year)
        #expect(due.day == min(start.day, length), "seed \(random.seed) \(line)")
      }
    }
  }

  @Test func withoutPlusTheCompletionAloneCounts() throws {
    var random = Seeded()
    for _ in 0..<300 {
      let rule = randomRule(&random, strict: false)
      let (day, due) = (randomDay(&random), randomDay(&random))
      let gap = Int.random(in: 0...50, using: &random)
      let line = Line("Cut hair due:\(due) t:\(due.adding(days: -gap)) \(text(rule))")
      let after = try next(line, day)
      #expect(after.due == rule.date(after: day), "seed \(random.seed) \(line) \(day)")
      let threshold = try #require(Meaning(of: after.line).threshold)
      #expect(after.due.daysSinceEpoch - threshold.daysSinceEpoch == gap, "seed \(random.seed) \(line) \(day)")
    }
  }
}
