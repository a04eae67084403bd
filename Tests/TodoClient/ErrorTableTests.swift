import Foundation
import Linux
import Support
import Testing
import TodoClient
import TodoProtocol

/// Every error of todoctl, provoked, with its exact words; `TODOD_ERRORS=FILE` writes the table as it went.
struct ErrorTableTests {
  @Test func everyErrorOfTheClientSaysWhatHappenedAndWhatToDo() throws {
    let table = try ErrorTable()
    var said: [String: String] = [:]
    for row in table.rows where row["run"] != nil {
      let words = try Self.said(row)
      said[row.name] = words
      #expect(row.faults(saying: words).isEmpty, "\(row.faults(saying: words))")
    }
    try table.record(said)
  }

  /// What is in quotes after `.usage(` and `Problem(` in the sources is somewhere in the table.
  @Test func noSentenceIsMissing() throws {
    let said = try ErrorTable().rows.compactMap { $0["says"] ?? $0["said"] }
    #expect(said.count > 100)
    let sentence = try Regex(Self.sentence, as: (Substring, Substring).self)
    var count = 0
    for source in try ErrorTable.sources(of: "TodoClient") {
      for match in try ErrorTable.source(source).matches(of: sentence) {
        let fixed = match.1.split(separator: /\\\(.*?(?:\)+|$)/).max { $0.count < $1.count } ?? ""
        let words = fixed.replacing("\\\\", with: "\\")
        guard words.count > 3 else { continue }
        count += 1
        #expect(said.contains { $0.contains(words) }, "Tests/Fixtures/errors.txt lacks '\(match.1)' of \(source)")
      }
    }
    #expect(count > 50)
  }

  private static let sentence =
    #"(?:\.usage\(\s*|Problem\(\s*\.[a-zA-Z]+,\s*)(?:[^",]*)"((?:[^"\\]|\\.)*)""#

  private static func said(_ row: ErrorTable.Row) throws -> String {
    let world = World()
    world.isTerminal = row["terminal"] == "yes"
    world.isRunning = row["running"] != "no"
    world.input = (row["input"] ?? "").replacingOccurrences(of: "\\n", with: "\n")
    world.columns = 80
    if let setting = row["set"]?.components(separatedBy: "="), setting.count == 2 {
      world.environment[setting[0]] = setting[1]
    }
    let directory = try TestDirectory()
    if row["set"]?.hasPrefix("XDG") != true { world.environment["XDG_RUNTIME_DIR"] = directory.path }
    if let status = row["editor"].flatMap({ Int32($0) }) {
      world.editor = { path in
        if let text = row["writes"] { try? Data((text + "\n").utf8).write(to: URL(fileURLWithPath: path)) }
        return status < 0 ? .signalled(-status) : .exited(status)
      }
    }
    if let server = row["server"] { world.server = server + "\n" }
    world.script = answers(row["answers"])
    let arguments = (row["run"] ?? "").split(separator: " ").map {
      $0.replacingOccurrences(of: "%long", with: String(repeating: "x", count: 9000))
        .replacingOccurrences(of: "%20", with: " ").replacingOccurrences(of: "\\n", with: "\n")
    }
    let code = world.run(arguments)
    let words = world.complaints.trimmingCharacters(in: .newlines)
      .replacingOccurrences(of: directory.path, with: "/run/user/1")
      .replacingOccurrences(of: "/run/user/\(CurrentProcess.user) ", with: "/run/user/1 ")
      .replacing(/todoctl-[0-9a-z]+\.todo/, with: "todoctl-1.todo").replacingOccurrences(of: "\n", with: " / ")
    return "\(code)  \(words)"
  }

  /// Answers are parted by `|`, their lines by `;;`.
  private static func answers(_ text: String?) -> [String] {
    guard let text else { return [] }
    if text == "@twelve" {
      let all = (1...12).map { "- \($0) if=00000000\tTask \($0)" }.joined(separator: "\n") + "\nOK"
      return [all]
    }
    return text.components(separatedBy: " | ").map {
      $0.replacingOccurrences(of: " ;; ", with: "\n").replacingOccurrences(of: "<TAB>", with: "\t")
    }
  }
}
