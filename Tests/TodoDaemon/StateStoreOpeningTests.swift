import CSQLite
import Foundation
import Linux
import Testing
import TodoCore

@testable import TodoDaemon

struct StateStoreOpeningTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  @Test func aNewStateIsEmptyPrivateAndOpenedTheNextTime() throws {
    let store = try StateStore(opening: scratch.database, list: "/todo.txt")
    #expect(store.opening == .created)
    let state = try store.load()
    #expect(state.revision == 0 && state.nextStep == 1 && state.version == .empty && state.openIntent == nil)
    try store.commit(Transaction(revision: 7, records: [.note("seen", [1, 2])]))
    #expect(try FileStatus.of(scratch.database).mode == 0o600)
    #expect(try FileStatus.of(scratch.database + "-wal").mode == 0o600)
    store.close()
    let again = try StateStore(opening: scratch.database, list: "/todo.txt")
    #expect(again.opening == .opened)
    let kept = try again.load()
    #expect(kept.revision == 7 && kept.note("seen") == [1, 2])
  }

  @Test func eachTodoFileHasAStateOfItsOwn() throws {
    let work = try StateStore(opening: scratch.database, list: "/work.txt")
    try work.commit(Transaction(revision: 3, records: [.note("a", [1])]))
    work.close()
    let home = try StateStore(opening: scratch.database, list: "/home.txt")
    #expect(try home.load().revision == 0)
    #expect(try home.load().records.isEmpty)
    try home.commit(Transaction(revision: 1))
    home.close()
    #expect(try StateStore(opening: scratch.database, list: "/work.txt").load().revision == 3)
  }

  @Test func nobodyElseOpensAnOpenState() throws {
    let store = try StateStore(opening: scratch.database, list: "/todo.txt")
    try store.commit(Transaction(revision: 1))
    #expect { try StateStore(opening: scratch.database, list: "/todo.txt") } throws: { error in
      guard case .sqlite(let cause)? = error as? StateError else { return false }
      return cause.primaryCode == SQLITE_BUSY
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).count == 2)
    store.close()
  }

  @Test func whatWasCommittedIsThereAfterACrash() throws {
    let store = try StateStore(opening: scratch.database, list: "/todo.txt")
    for revision in Int64(1)...20 {
      try store.commit(Transaction(revision: revision, records: [.note("n\(revision)", [UInt8(revision)])]))
    }
    let copy = try scratch.crashed()
    store.close()
    let state = try StateStore(opening: copy.database, list: "/todo.txt").load()
    #expect(state.revision == 20)
    #expect(state.records[.note]?.count == 20)
  }

  @Test func aNewerStateIsRefusedAndLeftAlone() throws {
    let newer = StateSchema(version: 9, creation: StateSchema.current.creation, migrations: [:])
    try StateStore(opening: scratch.database, list: "/todo.txt", schema: newer).close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.database))
    #expect(throws: StateError.newer(version: 9)) { try StateStore(opening: scratch.database, list: "/todo.txt") }
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.database)) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["state.db"])
  }

  @Test func anOlderStateIsCopiedThenMigrated() throws {
    let store = try StateStore(opening: scratch.database, list: "/todo.txt")
    try store.commit(Transaction(revision: 5))
    store.close()
    let now = StateSchema.current.version
    let next = StateSchema(
      version: now + 2, creation: "",
      migrations: [now: "ALTER TABLE list ADD COLUMN colour TEXT", now + 1: "UPDATE list SET colour = 'blue'"])
    let migrated = try StateStore(opening: scratch.database, list: "/todo.txt", schema: next)
    guard case .migrated(from: now, let copy) = migrated.opening else {
      Issue.record("\(migrated.opening)")
      return
    }
    #expect(try migrated.load().revision == 5)
    #expect(try migrated.database.integer("SELECT count(*) FROM list WHERE colour = 'blue'") == 1)
    migrated.close()
    #expect(throws: StateError.newer(version: now + 2)) { try StateStore(opening: scratch.database, list: "/todo.txt") }
    #expect(try StateStore(opening: copy, list: "/todo.txt").load().revision == 5)
    #expect(try FileStatus.of(copy).mode == 0o600)
  }

  @Test mutating func whatTheFirstLayoutKeptOfArchivedLinesIsRead() throws {
    let columns = Self.withoutFacts.replacing("  beside TEXT,\n", with: "")
    let first = StateSchema(version: 1, creation: columns, migrations: [:])
    let store = try StateStore(opening: scratch.database, list: "/todo.txt", schema: first)
    var list = StoredList(store)
    let step = list.step(0..<0, [list.line("one")])
    let archived = [list.line("x archived")]
    try store.database.run(
      "INSERT INTO step(id, revision, time, author, title, delta, archived) VALUES (?, 1, 0, 'client', 'archive', ?, ?)",
      store.rowID(of: 1), .blob(step.delta.encoded()),
      .blob(Checkpoint(lines: archived, frame: list.version.frame).encoded()))
    store.close()
    let migrated = try StateStore(opening: scratch.database, list: "/todo.txt")
    guard case .migrated(from: 1, _) = migrated.opening else {
      Issue.record("\(migrated.opening)")
      return
    }
    #expect(try migrated.step(1)?.moved == Moved(file: .done, lines: archived))
  }

  /// The layout before steps had facts.
  private static let withoutFacts = StateSchema.current.creation.replacing(
    ",\n  -- What it did to snoozes, dismissals and pauses; see StoredFacts.\n  facts BLOB", with: "")

  @Test func theLayoutWithoutFactsGetsRoomForThem() throws {
    let second = StateSchema(version: 2, creation: Self.withoutFacts, migrations: [:])
    try StateStore(opening: scratch.database, list: "/todo.txt", schema: second).close()
    let store = try StateStore(opening: scratch.database, list: "/todo.txt")
    guard case .migrated(from: 2, _) = store.opening else {
      Issue.record("\(store.opening)")
      return
    }
    let frame = StoredVersion.empty.frame
    let fact = FactChange(before: nil, after: .dismissal(Dismissal(item: ItemID(1), due: "")))
    let step = Step(
      number: 1, revision: 1, time: Instant(seconds: 0), author: .client, title: "dismiss",
      delta: Delta(hunks: [], frameBefore: frame, frameAfter: frame), facts: [fact])
    try store.commit(Transaction(revision: 1, steps: [step]))
    #expect(try store.step(1)?.facts == [fact])
    try store.commit(Transaction(revision: 1))
  }

  @Test func ofUndosOfUndosEveryOtherOneBecomesARedo() throws {
    let third = StateSchema(version: 3, creation: StateSchema.current.creation, migrations: [:])
    let old = try StateStore(opening: scratch.database, list: "/todo.txt", schema: third)
    // 1 client, 2 undoes 1, 3 undoes 2, 4 undoes 3; 5 undoes a step that is forgotten, 6 undoes 5.
    var list = StoredList(old)
    for (number, undoes) in [(1, nil), (2, 1), (3, 2), (4, 3), (5, 900), (6, 5)] as [(Int64, Int64?)] {
      let step = list.step(0..<0, [list.line("x")], author: undoes == nil ? .client : .undo, undoes: undoes)
      try old.commit(Transaction(revision: number, steps: [step]))
    }
    old.close()
    let store = try StateStore(opening: scratch.database, list: "/todo.txt")
    guard case .migrated(from: 3, _) = store.opening else {
      Issue.record("\(store.opening)")
      return
    }
    #expect(try store.steps(newest: 9).map(\.author) == [.redo, .undo, .undo, .redo, .undo, .client])
  }

  @Test(arguments: ["INSERT INTO list(id, path) VALUES (1, NULL)", "UPDATE nothing SET colour = 'blue'", "nonsense"])
  func aMigrationThatFailsLeavesTheOldLayout(migration: String) throws {
    let old = try StateStore(opening: scratch.database, list: "/todo.txt")
    try old.commit(Transaction(revision: 5))
    old.close()
    let current = StateSchema.current.version
    let failing = StateSchema(
      version: current + 1, creation: "", migrations: [current: "DROP TABLE record; \(migration)"])
    #expect {
      try StateStore(opening: scratch.database, list: "/todo.txt", schema: failing)
    } throws: { error in
      guard case .notMigrated(version: current, _)? = error as? StateError else { return false }
      return true
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["state.db"])
    let store = try StateStore(opening: scratch.database, list: "/todo.txt")
    #expect(store.opening == .opened)
    #expect(try store.load().revision == 5)
    #expect(try store.load().records.isEmpty)
  }

  @Test(arguments: ["garbage", "foreign"]) func whatIsNoStateOfOursIsSetAside(kind: String) throws {
    switch kind {
    case "garbage": try Data(repeating: 0x41, count: 9000).write(to: URL(fileURLWithPath: scratch.database))
    default:
      let other = try SQLiteDatabase(path: scratch.database)
      try other.execute("CREATE TABLE theirs(x)")
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.database))
    let store = try StateStore(opening: scratch.database, list: "/todo.txt")
    guard case .setAside(let path, let reason) = store.opening else {
      Issue.record("\(store.opening)")
      return
    }
    #expect(path == scratch.database + ".broken-1" && !reason.isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    try store.commit(Transaction(revision: 1))
    #expect(try store.load().revision == 1)
  }

  @Test func damageFoundWhileLoadingIsSetAsideToo() throws {
    let store = try StateStore(opening: scratch.database, list: "/todo.txt")
    let value = [UInt8](repeating: 7, count: 3000)
    try store.commit(Transaction(revision: 1, records: (0..<200).map { .note("n\($0)", value) }))
    store.close()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: scratch.database))
    // The first two pages hold the schema and the lists.
    try file.seek(toOffset: 12 * 4096)
    try file.write(contentsOf: Data(repeating: 0xFF, count: 100 * 4096))
    try file.close()
    let damaged = try StateStore(opening: scratch.database, list: "/todo.txt")
    let state = try damaged.load()
    guard case .setAside(scratch.database + ".broken-1", _) = damaged.opening else {
      Issue.record("\(damaged.opening)")
      return
    }
    #expect(state.revision == 0 && state.records.isEmpty)
    try damaged.commit(Transaction(revision: 2))
    damaged.close()
    #expect(try StateStore(opening: scratch.database, list: "/todo.txt").load().revision == 2)
  }

  @Test func aMissingDirectoryIsAnErrorAndNothingIsMade() throws {
    #expect(throws: StateError.self) {
      try StateStore(opening: scratch.path + "/none/state.db", list: "/todo.txt")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
  }
}
