import Testing
import TodoCore
import TodoTxt

struct SuccessorTests {
  static func day(_ text: String) throws -> CivilDate { try #require(CivilDate(parsing: text.utf8)) }

  struct Row: Sendable, CustomTestStringConvertible {
    let line: String
    let done: String
    let next: String
    let remark: String
    var testDescription: String { remark }

    init(_ line: String, _ done: String, _ next: String, _ remark: String) {
      self.line = line
      self.done = done
      self.next = next
      self.remark = remark
    }
  }

  @Test(arguments: [
    Row(
      "(A) 2026-01-02 Paint due:2026-01-31 rec:+1m", "2026-01-31",
      "(A) 2026-01-31 Paint due:2026-02-28 rec:+1m day:31", "a clamped strict month notes its day"),
    Row("Paint due:2026-02-28 rec:+1m day:31", "2026-02-28", "Paint due:2026-03-31 rec:+1m", "March has the day again"),
    Row(
      "Paint due:2026-01-31 rec:1m", "2026-01-31", "Paint due:2026-02-28 rec:1m", "not strict: nothing is wanted back"),
    Row("Leap due:2024-02-29 rec:+y", "2024-02-29", "Leap due:2025-02-28 rec:+y day:29", "years clamp too"),
    Row("Leap due:2025-02-28 rec:+y day:29", "2027-12-01", "Leap due:2028-02-29 rec:+y", "four years later it is back"),
    Row(
      "Rent t:2026-01-31 rec:+1m", "2026-02-01", "Rent t:2026-02-28 rec:+1m day:31", "a threshold alone keeps its day"),
    Row(
      "Rent due:2026-01-31 t:2026-01-30 rec:+1m", "2026-01-31", "Rent due:2026-02-28 t:2026-02-28 rec:+1m day:31",
      "both clamp"),
    Row(
      "Tea  due:2026-03-01T09:30 rec:2d +x", "2026-03-01", "Tea  due:2026-03-03T09:30 rec:2d +x",
      "a time in the due stays, and every blank"),
    Row("Tea due:2026-03-01T0930Z rec:+d", "2026-03-01", "Tea due:2026-03-02T0930Z rec:+d", "an offset stays"),
    Row("Tea due:2026-03-01 at:9am rec:d", "2026-03-05", "Tea due:2026-03-06 at:9am rec:d", "so does at:"),
    Row("Tea due:2026-03-01 rec:d\r", "2026-03-05", "Tea due:2026-03-06 rec:d\r", "the line ending stays"),
    Row("Tea rec:d\r", "2026-03-05", "Tea rec:d due:2026-03-06\r", "a due is added before the line ending"),
    Row(
      "Tea due:soon due:2026-03-01 rec:+d", "2026-03-01", "Tea due:soon due:2026-03-02 rec:+d",
      "the value that counts moves"),
    Row(
      "Tea due:2026-03-01 rec:never rec:+d", "2026-03-01", "Tea due:2026-03-02 rec:never rec:+d",
      "the rule that makes sense"),
    Row(
      "Tea due:2026-03-01 rec:+d day:31", "2026-03-01", "Tea due:2026-03-02 rec:+d day:31", "days do not look at day:"),
    Row(
      "2020-01-01 Tea rec:d", "2026-03-01", "2026-03-01 Tea rec:d due:2026-03-02",
      "a creation date becomes the completion day"),
    Row(
      "x 2026-03-01 2020-01-01 Tea rec:d pri:C", "2026-03-01", "(C) 2026-03-01 Tea rec:d due:2026-03-02",
      "done elsewhere"),
    Row("x (C) 2026-03-01 Tea rec:d", "2026-03-01", "(C) Tea rec:d due:2026-03-02", "with its priority in front"),
    Row("x Tea rec:d", "2026-03-01", "Tea rec:d due:2026-03-02", "done without a date"),
    Row(
      "Tea due:2026-06-01 rec:1m until:2026-07-01", "2026-06-01", "Tea due:2026-07-01 rec:1m until:2026-07-01",
      "until is the last day"),
    Row(
      "Tea due:2026-06-01 rec:1m until:soon", "2026-06-01", "Tea due:2026-07-01 rec:1m until:soon",
      "an until that is no date ends nothing"),
    Row("Old due:0001-01-01 rec:+b", "2026-06-03", "Old due:2026-06-03 rec:+b", "a series two thousand years behind"),
  ])
  func theNextLineIsWrittenSo(row: Row) throws {
    let day = try Self.day(row.done)
    #expect(Successor(of: Line(row.line), completedOn: day) == .line(Line(row.next)))
  }

  @Test func withoutANextLineTheReasonIsTold() throws {
    let day = try Self.day("2026-06-01")
    #expect(Successor(of: Line("Tea"), completedOn: day) == .none(.notRecurring))
    #expect(Successor(of: Line("Tea rec:5"), completedOn: day) == .none(.nonsense("5")))
    let until = try Self.day("2026-06-30")
    #expect(Successor(of: Line("Tea rec:1m until:2026-06-30"), completedOn: day) == .none(.ended(until)))
    #expect(Successor(of: Line("Tea rec:8000y"), completedOn: day) == .none(.beyondCalendar))
    #expect(Successor(of: Line("Tea due:9999-12-31 rec:+1d"), completedOn: day) == .none(.beyondCalendar))
    #expect(Successor(of: Line("Tea due:9999-12-31 t:0001-01-01 rec:d"), completedOn: day) == .none(.beyondCalendar))
  }

  @Test func aTimedTaskDoneBeforeItsTimeMayRingTheSameDay() throws {
    let day = try Self.day("2026-03-05")
    let line = Line("Pills due:2026-03-01 at:0900 rec:+1d")
    func next(_ hour: Int) -> Successor {
      Successor(of: line, completedOn: day) { moment in
        guard case .civil(let date, let time) = moment else { return false }
        return (date, time.hour) < (day, hour)
      }
    }
    #expect(next(8) == .line(Line("Pills due:2026-03-05 at:0900 rec:+1d")))
    #expect(next(9) == .line(Line("Pills due:2026-03-05 at:0900 rec:+1d")))
    #expect(next(10) == .line(Line("Pills due:2026-03-06 at:0900 rec:+1d")))
    #expect(Successor(of: line, completedOn: day) == .line(Line("Pills due:2026-03-05 at:0900 rec:+1d")))
  }

  @Test func aDueWithAnOffsetIsAskedForAsAnInstant() throws {
    let day = try Self.day("2026-03-05")
    let now = Instant(seconds: Int64(day.daysSinceEpoch) * 86_400 + 6 * 3600)
    let line = Line("Call due:2026-03-01T08:00+02:00 rec:+1d")
    let next = Successor(of: line, completedOn: day) { moment in
      guard case .instant(let instant) = moment else {
        Issue.record("asked for \(moment)")
        return false
      }
      // 08:00+02:00 is 06:00 UTC, just now: not before.
      return instant < now
    }
    #expect(next == .line(Line("Call due:2026-03-05T08:00+02:00 rec:+1d")))
  }

  @Test func skippingMovesTheDatesAndNothingElse() throws {
    let day = try Self.day("2026-03-05")
    let line = Line("(A) 2026-01-01 Rent due:2026-03-01 t:2026-02-20 rec:+1m +home")
    let next = Line("(A) 2026-01-01 Rent due:2026-04-01 t:2026-03-20 rec:+1m +home")
    #expect(Successor(skipping: line, on: day) == .line(next))
    #expect(Successor(skipping: Line("Rent due:2026-03-01"), on: day) == .none(.notRecurring))
  }

  @Test func seriesWordsLeaveOutHeaderDatesAndPriority() {
    let old = Line("x 2026-01-01 2025-01-01 Rent  due:2026-01-01 +home at:9 pri:A rec:m")
    let new = Line("(A) 2026-01-01 Rent +home at:9 rec:m due:2026-02-01 day:31\r")
    #expect(old.seriesWords == new.seriesWords)
    #expect(Line("Rent +home at:10 rec:m").seriesWords != new.seriesWords)
  }
}
