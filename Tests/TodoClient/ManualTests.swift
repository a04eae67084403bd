import Foundation
import Testing
import TodoClient

/// The manual's commands and options are the program's.
struct ManualTests {
  @Test func todoctl1HasEveryCommandAsTheProgramHasIt() throws {
    let table = CommandTable.rows.map(Self.entry).joined()
    #expect(try listed("Commands") == table, "config/man/todoctl.1 should say:\n\(table)")
  }

  @Test func todoctl1HasEveryOptionAsTheProgramHasIt() throws {
    let table = Flag.allCases.map(Self.entry).joined()
    #expect(try listed("Options") == table, "config/man/todoctl.1 should say:\n\(table)")
  }

  private func listed(_ name: String) throws -> String {
    let manual = try String(contentsOf: Self.page, encoding: .utf8)
    let parts = manual.components(separatedBy: ".\\\" \(name): compared with the program by a test.\n")
    try #require(parts.count == 2)
    return String(parts[1].prefix(upTo: try #require(parts[1].range(of: ".El\n")).lowerBound))
  }

  private static let page = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("config/man/todoctl.1")

  private static func entry(_ row: CommandRow) -> String {
    var lines = [".It Ic \(row.name)" + (row.arguments.isEmpty ? "" : " \(escaped(row.arguments))"), escaped(row.help)]
    let aliases = row.aliases.filter(\.words.isEmpty).map(\.name)
    if !aliases.isEmpty { lines.append("Also: \(aliases.joined(separator: ", ")).") }
    for alias in row.aliases where !alias.words.isEmpty {
      lines.append(".Ql \(alias.name)\nis\n.Ql \(row.name) \(alias.words.joined(separator: " ")) .")
    }
    if !row.flags.isEmpty {
      let names = row.flags.map { ".Fl -\($0.rawValue)" }
      lines.append("Takes\n" + names.joined(separator: " ,\n") + " .")
    }
    lines.append("Example:\n.Dl \(escaped(row.example))")
    return lines.map { $0 + "\n" }.joined()
  }

  private static func entry(_ flag: Flag) -> String {
    let letter = flag == .priority ? "Fl p , " : flag == .help ? "Fl h , " : ""
    let value = flag.value.map { " Ar \(escaped($0.filter { $0 != "'" }))" } ?? ""
    return ".It \(letter)Fl -\(flag.rawValue)\(value)\n\(escaped(flag.help))\n"
  }

  /// A dash that is typed, and a quote, are themselves and not typography.
  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "\\", with: "\\e").replacingOccurrences(of: "-", with: "\\-").replacingOccurrences(
      of: "'", with: "\\(aq")
  }
}
