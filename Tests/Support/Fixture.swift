package import Foundation

/// A file of `Tests/Fixtures`, found beside this source.
package enum Fixture {
  package static func bytes(_ name: String) throws -> Data { try Data(contentsOf: file(name)) }

  /// Those in a directory, sorted.
  package static func names(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(directory).path).sorted()
  }

  private static func file(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/\(name)")
  }

  /// Decodes one row from each line of a `.jsonl` file.
  package static func rows<Row: Decodable>(_ name: String, as type: Row.Type = Row.self) throws -> [Row] {
    let lines = try bytes(name).split(separator: UInt8(ascii: "\n"))
    return try lines.map { try JSONDecoder().decode(Row.self, from: $0) }
  }
}
