import Foundation
import Support
import Testing

@testable import TodoProtocol

/// What todod and its clients say is what todod-protocol(7) says that they say.
struct GrammarTests {
  private static let page: String = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("config/man/todod-protocol.7")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  private func grammar() throws -> Grammar {
    let parts = Self.page.components(separatedBy: ".\\\" Grammar: what both sides say is compared with it by a test.\n")
    try #require(parts.count == 2)
    return try Grammar(parsing: parts[1].prefix(upTo: try #require(parts[1].range(of: ".Ed\n")).lowerBound))
  }

  /// Lines of all stories behind a sign: `< ` what todod said, `> ` what it was asked.
  private static func said(_ sign: Character) throws -> [String] {
    var said: [String] = []
    for name in try Fixture.names(in: "transcripts") {
      let story = String(decoding: try Fixture.bytes("transcripts/\(name)"), as: UTF8.self)
      for line in story.split(separator: "\n").map({ $0.drop(while: \.isWholeNumber) }) where line.first == sign {
        // Stories have no blanks at the end of a line.
        said.append(line == "< = line" ? "= line " : String(line.dropFirst(2)))
      }
    }
    return said.filter { $0 != "(hangs up)" }
  }

  @Test func everyResponseIsInTheGrammarAndTheGrammarHasNoOther() throws {
    let grammar = try grammar()
    var met: Set<String> = ["request"]
    for line in try ResponseTests.lines.map(\.1) + Self.said("<") {
      let names = grammar.names(of: line).filter { $0 != "request" }
      #expect(names.count == 1, "\(names): \(line)")
      met.formUnion(names)
    }
    #expect(met == Set(grammar.productions.map(\.name)))
  }

  @Test func whatReadsBackIsInTheGrammarAndNothingElse() throws {
    let grammar = try grammar()
    let none = [
      "", "- 17", "- x\ty", "! ", "! 0x", "=", "= ", "OKAY", "ERR", "ERR x y z", "OK todod one", "hello", "- -1\ta",
    ]
    for line in none {
      let names = grammar.names(of: line).filter { $0 != "request" }
      #expect(names.isEmpty, "\(names): \(line)")
      #expect((try? Response(parsing: Array(line.utf8))) == nil, "\(line)")
    }
  }

  @Test func everyRequestIsInTheGrammar() throws {
    let grammar = try grammar()
    let requests = try Self.said(">").map { $0.replacing("<TAB>", with: "\t") }
    #expect(requests.count > 500)
    for line in requests {
      #expect(grammar.names(of: line).contains("request"), "\(line)")
    }
  }

  /// Keys that stand in lines which todod said, with the page's word for each.
  @Test func everyKeyAndEventIsOnThePage() throws {
    var missing: Set<String> = []
    var explained: Set<String> = []
    for line in try Self.said("<") {
      switch try Response(parsing: Array(line.utf8)) {
      case .row:
        let head = line.prefix { $0 != "\t" }.split(separator: " ").dropFirst(2)
        for key in head.compactMap({ $0.split(separator: "=").first.map(String.init) }) where !Self.listed.contains(key)
        {
          missing.insert("row \(key)")
        }
      case .ok(_, let attributes):
        for key in Set(attributes.map(\.key)).subtracting(explained).subtracting(Self.listed) {
          if Self.page.contains(" \(key)=") { explained.insert(key) } else { missing.insert("ok \(key)") }
        }
      case .event(let name, _, _):
        if !Self.page.contains("\n.It Ql * \(name)") { missing.insert("event \(name)") }
      case .gone(_, isDone: true):
        if !Self.page.contains("\n.Ql \\&! 17 done=1\n") { missing.insert("gone done") }
      case .gone, .greeting, .data, .failed: break
      }
    }
    #expect(missing.isEmpty)
  }

  /// What the page's lists explain, alone or with others: `.It Ic held`, `.It Ic step , was=1 , kept=1`.
  private static let listed = Set(
    page.split(separator: "\n").filter { $0.hasPrefix(".It Ic ") }.flatMap { line in
      line.dropFirst(7).split(separator: " , ").map { key in String(key.prefix { $0 != "=" }) }
    })
}
