import Foundation
import Testing

@testable import TodoProtocol

/// The manual's table of verbs is the program's.
struct ManualTests {
  @Test func tododProtocol7ListsEveryVerbAsTheProgramHasIt() throws {
    let manual = try String(contentsOf: Self.page, encoding: .utf8)
    let parts = manual.components(separatedBy: Self.marker)
    try #require(parts.count == 2)
    let listed = parts[1].prefix(upTo: try #require(parts[1].range(of: ".El\n")).lowerBound)
    let table = VerbTable.rows.map(Self.entry).joined()
    #expect(String(listed) == table, "config/man/todod-protocol.7 should say:\n\(table)")
  }

  private static let marker = ".\\\" Verbs: compared with the program by a test.\n"

  private static let page = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("config/man/todod-protocol.7")

  /// One verb in mdoc(7): its words, its sentence, and one line for what it answers.
  private static func entry(_ verb: Verb) -> String {
    var facts: [String] = []
    if verb.rows != .none { facts.append("Answers \(verb.rows.rawValue).") }
    if verb.makesStep { facts.append("Makes a step.") }
    if !verb.errors.isEmpty { facts.append("Errors: \(verb.errors.map(\.rawValue).joined(separator: ", ")).") }
    let lines = [".It Ic \(verb.usage)", verb.summary] + facts
    return lines.map { $0.replacingOccurrences(of: "....", with: "...") + "\n" }.joined()
  }
}
