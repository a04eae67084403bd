import Foundation
import TodoCore
import TodoTxt

@testable import TodoDaemon

/// A directory of its own for one test, gone with it.
final class ScratchDirectory {
  let path: String
  /// Live as long as this one.
  private var copies: [ScratchDirectory] = []

  init(in parent: String = NSTemporaryDirectory()) throws {
    path = (parent as NSString).appendingPathComponent("todod-state-\(UUID().uuidString)")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var database: String { path + "/state.db" }

  /// What a crash would leave: the database and its log as they are now, in a directory of its own.
  func crashed() throws -> ScratchDirectory {
    let copy = try ScratchDirectory()
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      try FileManager.default.copyItem(atPath: "\(path)/\(name)", toPath: "\(copy.path)/\(name)")
    }
    copies.append(copy)
    return copy
  }

  func size(of suffix: String = "") -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: database + suffix)
    return (attributes?[.size] as? Int) ?? 0
  }
}

/// A list that lives through changes, and the store that is told of each.
struct StoredList {
  let store: StateStore
  var version = StoredVersion.empty
  var nextStep: Int64 = 1
  var nextID: Int32 = 1
  private(set) var versions: [StoredVersion] = [.empty]
  var generator = SystemRandomNumberGenerator()

  init(_ store: StateStore) { self.store = store }

  mutating func line(_ text: String) -> StoredLine {
    defer { nextID += 1 }
    return StoredLine(id: ItemID(nextID), uuid: TaskUUID(using: &generator), line: Line(text))
  }

  /// One step that puts lines in the place of others; it is not committed.
  mutating func step(
    _ range: Range<Int>, _ inserted: [StoredLine], author: Step.Author = .client,
    at time: Instant = Instant(seconds: 0),
    undoes: Int64? = nil
  ) -> Step {
    let hunk = Delta.Hunk(start: range.lowerBound, removed: Array(version.lines[range]), inserted: inserted)
    version.lines.replaceSubrange(range, with: inserted)
    version.revision += 1
    versions.append(version)
    defer { nextStep += 1 }
    return Step(
      number: nextStep, revision: version.revision, time: time, author: author, title: "test",
      delta: Delta(hunks: [hunk], frameBefore: version.frame, frameAfter: version.frame), undoes: undoes)
  }

  mutating func commit(_ range: Range<Int>, _ inserted: [StoredLine], at time: Instant = Instant(seconds: 0)) throws {
    let step = step(range, inserted, at: time)
    try store.commit(Transaction(revision: version.revision, steps: [step]))
  }

  mutating func append(_ text: String, at time: Instant = Instant(seconds: 0)) throws {
    let end = version.lines.count
    try commit(end..<end, [line(text)], at: time)
  }

  func intent(_ steps: [Step], after: String) -> Intent {
    Intent(
      revision: version.revision, todoBefore: Fingerprint(of: Array("before".utf8)),
      todoAfter: Fingerprint(of: Array(after.utf8)),
      steps: steps.first.map { $0.number...($0.number + Int64(steps.count) - 1) })
  }
}
