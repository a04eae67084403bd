import Foundation
import Testing

@testable import TodoDaemon

/// The catalog that journalctl shows and the table in the program say the same.
struct JournalEventTests {
  @Test func theCatalogHasEveryEventWithItsIDAndNoOther() throws {
    let catalog = try Self.catalog()
    let program = Dictionary(uniqueKeysWithValues: JournalEvent.allCases.map { ($0.rawValue, $0.messageID) })
    #expect(catalog == program)
  }

  @Test func everyIDIs128BitsInLowerCaseHexAndUsedOnce() {
    let ids = JournalEvent.allCases.map(\.messageID)
    #expect(Set(ids).count == ids.count)
    for id in ids {
      #expect(id.count == 32 && id.allSatisfy { "0123456789abcdef".contains($0) }, "\(id)")
    }
  }

  @Test func everyEventHasASubjectAndAText() throws {
    let text = try String(contentsOf: Self.catalogFile, encoding: .utf8)
    for entry in text.components(separatedBy: "\n-- ").dropFirst() {
      let parts = entry.components(separatedBy: "\n\n")
      #expect(parts[0].contains("\nSubject: "), "\(parts[0])")
      #expect(parts.count > 1 && !parts[1].hasPrefix("#") && !parts[1].isEmpty, "\(parts[0])")
    }
  }

  /// `systemd/todod.catalog`, found from this file, since tests have no bundle.
  private static let catalogFile = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("systemd/todod.catalog")

  /// Event names and their ids: a line `# name` stands right above each `-- id`.
  private static func catalog() throws -> [String: String] {
    let lines = try String(contentsOf: catalogFile, encoding: .utf8).components(separatedBy: "\n")
    var found: [String: String] = [:]
    for (name, id) in zip(lines, lines.dropFirst()) where id.hasPrefix("-- ") {
      #expect(name.hasPrefix("# "), "no event name above \(id)")
      #expect(found.updateValue(String(id.dropFirst(3)), forKey: String(name.dropFirst(2))) == nil, "\(name) twice")
    }
    return found
  }
}
