import Foundation

/// `Tests/Fixtures/errors.txt`: every error, with what happened before it, what people read, what was kept and what to do.
package struct ErrorTable {
  /// One error: its name, and its columns by their names.
  package struct Row: CustomStringConvertible, Sendable {
    package let name: String
    package var columns: [(name: String, text: String)] = []

    package subscript(column: String) -> String? { columns.first { $0.name == column }?.text }
    package var description: String { name }

    /// What is wrong with the row where these words were said: nothing, if all that it promises is so.
    package func faults(saying words: String) -> [String] {
      var faults: [String] = []
      if words != self["says"] { faults.append("\(name): went '\(words)', told '\(self["says"] ?? "")'") }
      if !words.contains(self["do"] ?? "nothing") {
        faults.append("\(name): '\(words)' does not say '\(self["do"] ?? "")'")
      }
      if self["happens"] == nil || self["kept"] == nil {
        faults.append("\(name): what happens, or is kept, is missing")
      }
      return faults
    }

    /// `Refusal.cannotSkip ended` is a case of `Refusal`.
    package var enumCase: String { String(name.prefix { $0 != " " }) }
  }

  package let rows: [Row]
  private let text: String

  package init() throws {
    text = String(decoding: try Fixture.bytes("errors.txt"), as: UTF8.self)
    var rows: [Row] = []
    for line in text.components(separatedBy: "\n").drop(while: { !$0.hasPrefix("# ") }) {
      if line.isEmpty || line.hasPrefix("# ") { continue }
      guard line.hasPrefix("  ") else {
        rows.append(Row(name: line))
        continue
      }
      let name = line.dropFirst(2).prefix { $0 != " " }
      let text = line.dropFirst(2 + name.count).drop { $0 == " " }
      rows[rows.count - 1].columns.append((String(name), String(text)))
    }
    self.rows = rows
  }

  /// The table with what was said in its place; for whoever adds a row.
  package func recording(_ said: [String: String]) -> String {
    var output: [String] = []
    var current = ""
    for line in text.components(separatedBy: "\n") {
      if !line.isEmpty, !line.hasPrefix(" ") { current = line }
      guard let words = said[current] else {
        output.append(line)
        continue
      }
      if line.hasPrefix("  says ") { continue }
      if line.hasPrefix("  kept ") { output.append("  says     \(words)") }
      output.append(line)
    }
    return output.joined(separator: "\n")
  }

  /// Writes what was said into the table, where TODOD_ERRORS names the file to write.
  package func record(_ said: [String: String]) throws {
    guard let path = ProcessInfo.processInfo.environment["TODOD_ERRORS"] else { return }
    try Data(recording(said).utf8).write(to: URL(fileURLWithPath: path))
  }

  /// The cases that an enum has, as its source says.
  package static func cases(of name: String, in source: String) throws -> Set<String> {
    let text = try Self.source(source)
    guard let start = text.range(of: "enum \(name):") else { return [] }
    var depth = 0
    var found: Set<String> = []
    for line in text[start.lowerBound...].components(separatedBy: "\n") {
      let words = line.trimmingCharacters(in: .whitespaces)
      if depth == 1, words.hasPrefix("case ") {
        found.insert("\(name).\(words.dropFirst(5).prefix { $0.isLetter || $0.isNumber })")
      }
      depth += line.filter { $0 == "{" }.count - line.filter { $0 == "}" }.count
      if depth == 0, line.contains("}") { break }
    }
    return found
  }

  package static func source(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  package static func sources(of target: String) throws -> [String] {
    let directory = root.appendingPathComponent("Sources/\(target)")
    return try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.hasSuffix(".swift") }
      .sorted()
      .map { "Sources/\(target)/\($0)" }
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
