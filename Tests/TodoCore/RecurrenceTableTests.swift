import Support
import Testing
import TodoCore
import TodoTxt

/// One row of `recurrence-cases.jsonl`: a line, the day of its completion, and the dates of what follows.
struct RecurrenceCase: Decodable, Sendable, CustomTestStringConvertible {
  enum Expected: Decodable, Sendable {
    struct Dates: Decodable, Sendable {
      let due: String?
      let t: String?
    }

    case nothing
    case dates(Dates)

    init(from decoder: any Decoder) throws {
      if let word = try? decoder.singleValueContainer().decode(String.self) {
        try #require(word == "no-new-task")
        self = .nothing
      } else {
        self = .dates(try Dates(from: decoder))
      }
    }
  }

  let line: String
  let completedOn: String
  let expect: Expected

  enum CodingKeys: String, CodingKey {
    case line, expect
    case completedOn = "completed_on"
  }

  var testDescription: String { "\(line), done \(completedOn)" }

  static let all: [RecurrenceCase] = (try? Fixture.rows("recurrence-cases.jsonl")) ?? []
}

struct RecurrenceTableTests {
  @Test func theTableIsThere() { #expect(RecurrenceCase.all.count == 68) }

  @Test(arguments: RecurrenceCase.all)
  func theNextLineHasTheDatesOfTheTable(row: RecurrenceCase) throws {
    let day = try #require(CivilDate(parsing: row.completedOn.utf8))
    let line = Line(row.line)
    try check(Successor(of: line, completedOn: day), row)
    // What another program has done gives the same, from the done line alone.
    #expect(Successor(of: line.completed(on: day), completedOn: day) == Successor(of: line, completedOn: day))
  }

  private func check(_ successor: Successor, _ row: RecurrenceCase) throws {
    switch (row.expect, successor) {
    case (.nothing, .none): return
    case (.dates(let dates), .line(let next)):
      let meaning = Meaning(of: next)
      #expect(meaning.due?.description == dates.due)
      #expect(meaning.threshold?.description == dates.t)
      #expect(!meaning.isDone)
      #expect(meaning.priority == Meaning(of: Line(row.line)).priority)
      #expect(next.seriesWords == Line(row.line).seriesWords)
    case (.nothing, .line), (.dates, .none): Issue.record("got \(successor)")
    }
  }
}
