import Foundation
import Support
import Testing
import TodoClient
import TodoCore
import TodoProtocol

@testable import Linux
@testable import TodoDaemon

/// Every error of the daemon, provoked, with its exact words; `TODOD_ERRORS=FILE` writes the table as it went.
struct ErrorTableTests {
  @Test func everyErrorOfTheDaemonSaysWhatHappenedAndWhatToDo() throws {
    let table = try ErrorTable()
    var said: [String: String] = [:]
    for row in table.rows where row["ask"] != nil || row["value"] != nil {
      let words = try Self.said(row)
      said[row.name] = words
      #expect(row.faults(saying: words).isEmpty, "\(row.faults(saying: words))")
    }
    try table.record(said)
  }

  @Test(arguments: [
    ("Refusal", "Sources/TodoCore/Refusal.swift"), ("QueryError", "Sources/TodoCore/QueryError.swift"),
    ("Problem", "Sources/TodoCore/DateWords.swift"), ("Fact", "Sources/TodoProtocol/BadRequest.swift"),
    ("FileFault", "Sources/TodoDaemon/FileFault.swift"), ("StateError", "Sources/TodoDaemon/StateError.swift"),
    ("Kind", "Sources/TodoCore/ConfigurationProblem.swift"),
  ])
  func noCaseIsMissing(name: String, source: String) throws {
    let cases = try ErrorTable.cases(of: name, in: source)
    let listed = Set(try ErrorTable().rows.map(\.enumCase))
    #expect(cases.count > 3)
    #expect(cases.subtracting(listed).isEmpty, "Tests/Fixtures/errors.txt lacks \(cases.subtracting(listed).sorted())")
    let gone = listed.filter { $0.hasPrefix("\(name).") }.subtracting(cases)
    #expect(gone.isEmpty, "\(gone) are no cases any more")
  }

  /// `4  todoctl: no task 99: ...`: what todoctl prints, and its exit code.
  private static func said(_ row: ErrorTable.Row) throws -> String {
    if let value = row["value"] {
      let failure = try #require(values[value], "no value \(value)")
      return words(of: failure)
    }
    let given = (row["given"] ?? "= file \"\"").components(separatedBy: "; ")
    let setting = given.filter { $0.hasPrefix("= ") }
    var story = setting.map { $0.hasPrefix("= ") ? $0 : "= \($0)" } + ["= start"]
    story += given.filter { !$0.hasPrefix("= ") }
    // An empty line between two requests is nothing said: each is a turn of its own.
    story = story.flatMap { $0.hasPrefix("> ") ? ["", $0] : [$0] } + ["", "# ask", "> \(row["ask"] ?? "")"]
    if let time = row["wait"] { story.append("@ \(time)") }
    let went = try Transcript.run(story.joined(separator: "\n")).components(separatedBy: "\n")
    let after = went[(try #require(went.firstIndex(of: "# ask")) + 1)...]
    #expect(!after.contains { $0.hasPrefix("! file") }, "\(row.name): the file was written")
    guard let line = after.first(where: { $0.hasPrefix("< ERR") }) else { return "went well: \(after)" }
    guard case .failed(_, let failure) = try Response(parsing: Array(line.dropFirst(2).utf8)) else { return line }
    return words(of: failure)
  }

  private static func words(of failure: Failure) -> String { "\(failure.code)  \(Problem(failure).words)" }

  /// What no story can provoke.
  private static let values: [String: Failure] = [
    "Refusal.notOneItem": Refusal.notOneItem(2).failure,
    "Refusal.textHasLineBreak": Refusal.textHasLineBreak.failure,
    "Refusal.stateFault": Refusal.stateFault("disk I/O error").failure,
    "Fact.tooLong": BadRequest(tag: nil, fact: .tooLong(limit: 8192)).failure,
    "FileFault.system denied": FileFault.system(SystemError(13, "open"), path: "/home/u/todo.txt").failure,
    "FileFault.system": FileFault.system(SystemError(5, "write"), path: "/home/u/todo.txt").failure,
    "FileFault.tooLarge": FileFault.tooLarge(path: "/home/u/todo.txt", bytes: 20_000_000).failure,
    "StateError.sqlite": StateError.sqlite(SQLiteError(code: 10, message: "disk I/O error")).failure,
    "StateError.newer": StateError.newer(version: 9).failure,
    "StateError.notMigrated":
      StateError.notMigrated(version: 1, SQLiteError(code: 10, message: "disk I/O error")).failure,
    "StateError.system": StateError.system(SystemError(13, "open /home/u/.local/state/todod/state.db")).failure,
    "StateError.damaged": StateError.damaged("a step without a number").failure,
    "Kind.notText": configuration("[Reminders]\n\nX=\u{0}\n"),
    "Kind.notAnAssignment": configuration("[Reminders]\n\nDayStart\n"),
    "Kind.outsideSections": configuration("DayStart=9\n"),
    "Kind.unknownSection": configuration("[Reminder]\n"),
    "Kind.unknownKey": configuration("[Reminders]\nDayStrat=9\n"),
    "Kind.badValue": configuration("[Reminders]\nDayStart=soon\n"),
  ]

  /// What `reload` answers to such a file.
  private static func configuration(_ text: String) -> Failure {
    do {
      _ = try Configuration(parsing: Array(text.utf8), home: "/home/u")
      return Failure(.internal, "nothing is wrong")
    } catch {
      return Failure(.badRequest, "todod.conf:\(error.problems.map(\.description).joined(separator: "\n"))")
    }
  }
}
