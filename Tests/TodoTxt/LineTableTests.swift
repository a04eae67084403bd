import Foundation
import Support
import Testing

@testable import TodoTxt

/// One row of `todotxt-cases.jsonl`: a line, and what it means.
struct LineCase: Decodable, Sendable, CustomTestStringConvertible {
  struct Expected: Decodable, Sendable {
    let completed: Bool
    let priority: String?
    let completionDate: String?
    let creationDate: String?
    let projects: [String]
    let contexts: [String]
    let keys: [String: [String]]
    let text: String

    enum CodingKeys: String, CodingKey {
      case completed, priority, projects, contexts, keys, text
      case completionDate = "completion_date"
      case creationDate = "creation_date"
    }
  }

  let line: String
  let lineHex: String?
  let expect: Expected

  enum CodingKeys: String, CodingKey {
    case line, expect
    case lineHex = "line_hex"
  }

  var testDescription: String { line }

  /// The line, byte for byte where it is not UTF-8.
  var bytes: [UInt8] {
    guard let lineHex else { return Array(line.utf8) }
    let digits = Array(lineHex)
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
  }

  static let all: [LineCase] = (try? Fixture.rows("todotxt-cases.jsonl")) ?? []
}

struct LineTableTests {
  @Test func theTableIsThere() { #expect(LineCase.all.count == 121) }

  @Test(arguments: LineCase.all)
  func aLineMeansWhatTheTableSays(row: LineCase) {
    let line = Line(bytes: row.bytes)
    let header = line.header
    #expect(header.isDone == row.expect.completed)
    #expect(header.priority?.description == row.expect.priority)
    #expect(header.completion?.description == row.expect.completionDate)
    #expect(header.creation?.description == row.expect.creationDate)
    #expect(line.projects.map(string) == row.expect.projects)
    #expect(line.contexts.map(string) == row.expect.contexts)
    var keys: [String: [String]] = [:]
    for key in line.keys { keys[string(key.name), default: []].append(string(key.value)) }
    #expect(keys == row.expect.keys)
    #expect(string(line.text) == row.expect.text)
  }

  @Test(arguments: LineCase.all)
  func theMeaningAgreesWithTheHeader(row: LineCase) {
    let line = Line(bytes: row.bytes)
    let meaning = Meaning(of: line)
    #expect(meaning.isDone == line.header.isDone)
    #expect(meaning.completion == line.header.completion)
    #expect(meaning.creation == line.header.creation)
    #expect(meaning.isBlank == line.isBlank)
  }

  @Test(arguments: LineCase.all)
  func keysAreFoundByName(row: LineCase) {
    let line = Line(bytes: row.bytes)
    for (key, values) in row.expect.keys { #expect(line.values(of: key).map(string) == values) }
    #expect(line.values(of: "no-such-key").isEmpty)
  }
}

func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
