import Foundation
import Glibc
import Linux
import Support
import Testing
import TodoCore
import TodoTxt

@testable import TodoDaemon

/// Full disks, forbidden directories, and how much room the state takes.
struct StateStoreLimitsTests {
  static let isRoot = geteuid() == 0

  /// A filesystem of so many bytes, unmounted at the end.
  private func withTinyDisk(_ bytes: Int, _ body: (String) throws -> Void) throws {
    let scratch = try ScratchDirectory()
    try #require(mount("tmpfs", scratch.path, "tmpfs", 0, "size=\(bytes),mode=700") == 0, "mount: errno \(errno)")
    defer { umount2(scratch.path, Int32(MNT_DETACH)) }
    try body(scratch.path)
  }

  @Test(.enabled(if: isRoot, "only root can mount a tiny disk"))
  func aFullDiskRefusesTheTransactionWholeAndKeepsTheRest() throws {
    try withTinyDisk(512 * 1024) { directory in
      let store = try StateStore(opening: directory + "/state.db", list: "/todo.txt")
      try store.commit(Transaction(revision: 1, records: [.note("kept", [1])]))
      let big = [UInt8](repeating: 7, count: 600_000)
      let intent = Intent(
        revision: 2, todoBefore: Fingerprint(of: []), todoAfter: Fingerprint(of: big))
      #expect {
        try store.commit(Transaction(revision: 2, intent: intent, records: [.note("big", big), .note("kept", nil)]))
      } throws: { ($0 as? StateError)?.isDiskFull == true }
      let state = try store.load()
      #expect(state.revision == 1 && state.note("kept") == [1] && state.note("big") == nil)
      #expect(state.openIntent == nil)
      // Room for a small change is still there.
      try store.commit(Transaction(revision: 2, records: [.note("small", [2])]))
      store.close()
      #expect(try StateStore(opening: directory + "/state.db", list: "/todo.txt").load().note("small") == [2])
    }
  }

  @Test(.enabled(if: isRoot, "only root can mount a tiny disk"))
  func aDiskWithoutRoomForTheCopyBeforeAMigrationIsLeftAsItWas() throws {
    try withTinyDisk(512 * 1024) { directory in
      let path = directory + "/state.db"
      let store = try StateStore(opening: path, list: "/todo.txt")
      try store.commit(Transaction(revision: 1, records: [.note("big", [UInt8](repeating: 7, count: 100_000))]))
      try store.database.moveLog(truncating: true)
      store.close()
      // What a crash in the middle of an earlier try left.
      let version = StateSchema.current.version
      let unfinished = "\(path).version-\(version)-unfinished"
      try Data(repeating: 1, count: 10_000).write(to: URL(fileURLWithPath: unfinished))
      let filler = directory + "/filler"
      try Data(repeating: 1, count: 300_000).write(to: URL(fileURLWithPath: filler))
      let next = StateSchema(
        version: version + 1, creation: "", migrations: [version: "ALTER TABLE list ADD COLUMN colour TEXT"])
      #expect {
        try StateStore(opening: path, list: "/todo.txt", schema: next)
      } throws: {
        ($0 as? StateError)?.isDiskFull == true
      }
      try FileManager.default.removeItem(atPath: filler)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["state.db"])
      #expect(try StateStore(opening: path, list: "/todo.txt").load().note("big")?.count == 100_000)
    }
  }

  @Test(.enabled(if: isRoot, "only root can mount a read-only disk"))
  func aReadOnlyDirectoryIsAnErrorThatSetsNothingAside() throws {
    try withTinyDisk(512 * 1024) { directory in
      try StateStore(opening: directory + "/state.db", list: "/todo.txt").close()
      let flags = UInt(MS_REMOUNT) | UInt(MS_RDONLY)
      try #require(mount("tmpfs", directory, "tmpfs", flags, nil) == 0, "remount: errno \(errno)")
      #expect { try StateStore(opening: directory + "/state.db", list: "/todo.txt") } throws: {
        guard case .system(let error)? = $0 as? StateError else { return false }
        return error.isReadOnly
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["state.db"])
    }
  }

  /// A line as long as those of people.
  private func text(_ number: Int) -> String {
    "(B) 2026-01-15 Call the plumber about number \(number) @phone +house due:2026-03-01"
  }

  @Test func tenThousandTasksTakeAtMost200BytesEach() throws {
    let scratch = try ScratchDirectory()
    var list = StoredList(try StateStore(opening: scratch.database, list: "/todo.txt"))
    let lines = (0..<10_000).map { list.line(text($0)) }
    list.version = StoredVersion(revision: 1, lines: lines, frame: list.version.frame)
    try list.store.adopt(list.version)
    list.store.close()
    #expect(scratch.size() < 10_000 * 200, "\(scratch.size()) bytes")
  }

  @Test func aStepTakesAtMost300Bytes() throws {
    let scratch = try ScratchDirectory()
    var list = StoredList(try StateStore(opening: scratch.database, list: "/todo.txt"))
    for number in 0..<100 { try list.append(text(number)) }
    list.store.deltaSteps = 5000
    try list.store.checkpointIfNeeded(list.version.revision) { list.version }
    try list.store.database.moveLog(truncating: true)
    let before = scratch.size()
    for number in 0..<2000 {
      var line = list.version.lines[number % 100]
      let day = number % 28 + 1
      line.line = Line(text(number % 100).replacingOccurrences(of: "03-01", with: "04-\(day < 10 ? "0" : "")\(day)"))
      let step = list.step(number % 100..<number % 100 + 1, [line])
      try list.store.commit(
        Transaction(revision: list.version.revision, intent: list.intent([step], after: "\(number)"), steps: [step]))
    }
    list.store.close()
    let size = (scratch.size() - before) / 2000
    #expect(size <= 300, "\(size) bytes a step")
  }

  @Test func replacingTheCheckpointDoesNotDoubleTheFile() throws {
    let scratch = try ScratchDirectory()
    var list = StoredList(try StateStore(opening: scratch.database, list: "/todo.txt"))
    let lines = (0..<5000).map { list.line(text($0)) }
    try list.commit(0..<0, lines)
    try list.store.checkpointIfNeeded(list.version.revision) { list.version }
    try list.store.database.moveLog(truncating: true)
    let before = scratch.size()
    try list.append("one more")
    list.version.lines[0].line = Line("changed")
    for _ in 0..<5 {
      list.store.deltaSteps = 5000
      try list.store.checkpointIfNeeded(list.version.revision) { list.version }
      try list.store.database.moveLog(truncating: true)
      list.version.lines[0].line = Line(list.version.lines[0].line.bytes == Array("a".utf8) ? "bbbb" : "a")
    }
    #expect(scratch.size() < before + 100_000, "\(before) became \(scratch.size())")
  }

  @Test func theLogIsMovedBetweenRequestsAndDoesNotGrowForEver() throws {
    let scratch = try ScratchDirectory()
    let store = try StateStore(opening: scratch.database, list: "/todo.txt")
    let value = [UInt8](repeating: 1, count: 2000)
    for round in Int64(1)...3000 {
      try store.commit(Transaction(revision: round, records: [.note("n\(round % 50)", value)]))
      try store.checkpointIfNeeded(0) { .empty }
    }
    #expect(scratch.size(of: "-wal") < 8 * 1024 * 1024, "\(scratch.size(of: "-wal"))")
    #expect(store.database.logPages <= 520)
  }
}
