import Foundation
import Linux

/// A directory of one test's own, under the real path of the temporary directory; it goes with the value.
package final class TestDirectory: Sendable {
  package let path: String

  package init() throws {
    let made = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("todod-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    path = made.path
    Signal.io.ignore()
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file in one system call, without a temporary one; nobody has it open for writing afterwards.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    try waitUntilNobodyWrites(to: file(name))
    return file(name)
  }

  package func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
  }

  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

/// Waits for children that other tests have just forked: until their exec they hold what this process had open for
/// writing.
package func waitUntilNobodyWrites(to path: String) throws {
  let file = try FileDescriptor.open(path, .reading)
  _ = eventually { ReadLease.ask(file) != .writerPresent }
}
