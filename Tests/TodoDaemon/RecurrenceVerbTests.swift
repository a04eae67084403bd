import Support
import Testing
import TodoCore
import TodoTxt

@testable import TodoDaemon

/// The rows of `recurrence-cases.jsonl` through the whole daemon: completed by its verb, and by other programs.
struct RecurrenceVerbTests {
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    let line: String
    let completedOn: String

    enum CodingKeys: String, CodingKey {
      case line
      case completedOn = "completed_on"
    }

    var testDescription: String { "\(line), done \(completedOn)" }
    var day: CivilDate { get throws { try #require(CivilDate(parsing: completedOn.utf8)) } }
    var done: Line { get throws { Line(line).completed(on: try day) } }

    /// The file once the task is done.
    var expected: String {
      get throws {
        let done = "\(String(decoding: try done.bytes, as: UTF8.self))\n"
        guard case .line(let next) = Successor(of: Line(line), completedOn: try day) else { return done }
        return "\(done)\(String(decoding: next.bytes, as: UTF8.self))\n"
      }
    }
  }

  static let rows: [Row] = (try? Fixture.rows("recurrence-cases.jsonl")) ?? []

  @Test func theTableIsThere() { #expect(Self.rows.count == 68) }

  @Test(arguments: rows)
  func doneLeavesTheNextLineOfTheTable(row: Row) throws {
    let stage = try Self.stage(row, at: "\(row.completedOn)T00:00")
    _ = stage.takeEffects()
    try stage.say("done 1", client: 1)
    stage.settle()
    #expect(Self.text(stage) == (try row.expected))
    // The client is told, and so is the journal, unless the line is there or the task was not to recur.
    let effects = stage.takeEffects()
    let isTold = effects.contains { $0.hasPrefix("< = note task 1 is done") }
    let isWritten = effects.contains { $0 == "! journal recurrence-refused" || $0 == "! journal recurred" }
    let successor = Successor(of: Line(row.line), completedOn: try row.day)
    let isRefused =
      switch successor {
      case .line, .none(.notRecurring): false
      case .none: true
      }
    #expect(isTold == isRefused)
    #expect(isWritten == isRefused)
    try stage.say("undo", client: 1)
    stage.settle()
    #expect(Self.text(stage) == row.line + "\n")
  }

  /// Two machines see the same completion, one of them a day later, and write the same bytes.
  @Test(arguments: rows)
  func doneElsewhereLeavesTheSame(row: Row) throws {
    let next = CivilDate(daysSinceEpoch: try row.day.daysSinceEpoch + 1)
    for time in ["\(row.completedOn)T23:00", "\(next)T07:00"] {
      let stage = try Self.stage(row, at: time)
      let done = try row.done.bytes + [UInt8(ascii: "\n")]
      stage.edit(done)
      stage.fileSettled()
      stage.advance(to: stage.now.adding(seconds: 4))
      #expect(stage.file == done)
      stage.advance(to: stage.now.adding(seconds: 1))
      #expect(Self.text(stage) == (try row.expected), "seen \(time)")
    }
  }

  private static func stage(_ row: Row, at time: String) throws -> Stage {
    let stage = try Stage(now: try Transcript.civil(time), zone: .utc)
    stage.file = Array((row.line + "\n").utf8)
    try stage.start()
    return stage
  }

  private static func text(_ stage: Stage) -> String { String(decoding: stage.file ?? [], as: UTF8.self) }
}
