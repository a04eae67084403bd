import Foundation
import Linux
import Support
import Testing
import TodoCore
import TodoTxt

@testable import TodoDaemon

/// Conflict copies where they lie: found by name, read whole, moved into the trash.
struct ConflictCopiesTests {
  private let scratch: TestDirectory
  private let copies: ConflictCopies
  private static let name = "todo.sync-conflict-20260301-090000-ABCDEF2.txt"
  private static let now = CivilTime(CivilDate(daysSinceEpoch: 20_513), .midnight)

  init() throws {
    scratch = try TestDirectory()
    for name in ["sync", "state", "else"] { try Directory.make(scratch.file(name)) }
    copies = ConflictCopies(
      todo: scratch.file("sync/todo.txt"), done: scratch.file("else/done.txt"), stateDirectory: scratch.file("state"))
  }

  private func write(_ name: String, _ text: String = "one\n") throws {
    try scratch.write(text, to: name)
  }

  private func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  private func copy(_ name: String, of original: ConflictCopy.Original = .todo) -> ConflictCopy {
    ConflictCopy(of: original, path: scratch.file(name))
  }

  @Test func findsThoseOfBothFilesWhereTheyLie() throws {
    for name in ["sync/\(Self.name)", "sync/todo.txt", "sync/notes.txt", "else/\(Self.name)"] { try write(name) }
    try write("else/done (conflicted copy 2026-03-01 090000).txt")
    try write("sync/done (conflicted copy 2026-03-01 090000).txt")
    #expect(
      copies.all() == [
        copy("else/done (conflicted copy 2026-03-01 090000).txt", of: .done), copy("sync/\(Self.name)"),
      ])
  }

  @Test func looksWhereALinkLeads() throws {
    try write("else/list.txt")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("sync/todo.txt"), withDestinationPath: scratch.file("else/list.txt"))
    try write("sync/\(Self.name)")
    try write("else/list.sync-conflict-20260301-090000-ABCDEF2.txt")
    #expect(copies.all().map(\.path) == [scratch.file("else/list.sync-conflict-20260301-090000-ABCDEF2.txt")])
  }

  @Test func aDirectoryThatIsGoneHasNone() {
    let none = ConflictCopies(
      todo: scratch.file("gone/todo.txt"), done: scratch.file("gone/done.txt"), stateDirectory: scratch.file("state"))
    #expect(none.all().isEmpty)
  }

  @Test func whatWasReadGoesIntoTheTrash() throws {
    try write("sync/\(Self.name)", "one\ntwo\n")
    let copy = copy("sync/\(Self.name)")
    #expect(try copies.read(copy) == Array("one\ntwo\n".utf8))
    let target = try copies.discard(copy, at: Self.now)
    #expect(target == scratch.file("state/trash/2026-03-01 \(Self.name)"))
    #expect(target.map(text) == "one\ntwo\n" && text(copy.path) == nil)
    // The same name again takes another place there.
    try write("sync/\(Self.name)", "three\n")
    #expect(try copies.read(copy) != nil)
    #expect(try copies.discard(copy, at: Self.now).map(text) == "three\n" && target.map(text) == "one\ntwo\n")
    #expect(try copies.read(copy) == nil)
  }

  @Test func whatChangedSinceStays() throws {
    try write("sync/\(Self.name)", "one\n")
    let copy = copy("sync/\(Self.name)")
    #expect(throws: FileFault.busy(path: copy.path)) { try copies.discard(copy, at: Self.now) }
    _ = try copies.read(copy)
    try write("sync/\(Self.name)", "one\ntwo\n")
    #expect(throws: FileFault.busy(path: copy.path)) { try copies.discard(copy, at: Self.now) }
    #expect(text(copy.path) == "one\ntwo\n")
  }

  @Test func whatAnotherMachineTookAwayIsGone() throws {
    try write("sync/\(Self.name)")
    let copy = copy("sync/\(Self.name)")
    _ = try copies.read(copy)
    try Directory.unlink(copy.path)
    #expect(try copies.discard(copy, at: Self.now) == nil)
  }

  @Test func whatCannotMoveStays() throws {
    try write("sync/\(Self.name)")
    let copy = copy("sync/\(Self.name)")
    _ = try copies.read(copy)
    // Something else has the trash's name.
    try write("state/trash")
    #expect(throws: FileFault.self) { try copies.discard(copy, at: Self.now) }
    #expect(text(copy.path) == "one\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/shm")))
  func itGoesToAnotherMountAsWell() throws {
    let state = "/dev/shm/todod-test-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: state) }
    let copies = ConflictCopies(
      todo: scratch.file("sync/todo.txt"), done: scratch.file("else/done.txt"), stateDirectory: state)
    try write("sync/\(Self.name)")
    let copy = copy("sync/\(Self.name)")
    _ = try copies.read(copy)
    #expect(try copies.discard(copy, at: Self.now).map(text) == "one\n" && text(copy.path) == nil)
  }

  @Test func aNameThatIsNoUTF8IsSaidToBeNone() throws {
    let name = scratch.file("sync/todo (Ren") + "\u{1}'s conflicted copy 2026-03-01).txt"
    var bytes = Array(name.utf8.map { $0 == 1 ? CChar(bitPattern: 0xE9) : CChar(bitPattern: $0) })
    bytes.append(0)
    let file = open(bytes, O_CREAT | O_WRONLY, 0o600)
    #expect(file >= 0)
    close(file)
    let found = copies.all()
    #expect(found.count == 1)
    for copy in found {
      #expect(throws: FileFault.system(.notUTF8(copy.name), path: copy.path)) { try copies.read(copy) }
    }
  }

  @Test func aWriterIsWaitedFor() throws {
    try write("sync/\(Self.name)")
    let copy = copy("sync/\(Self.name)")
    do {
      let writer = try FileDescriptor.open(copy.path, .writing)
      #expect(throws: FileFault.busy(path: copy.path)) { try copies.read(copy) }
      _ = consume writer
    }
    try waitUntilNobodyWrites(to: copy.path)
    #expect(try copies.read(copy) == Array("one\n".utf8))
  }

  @Test func whatIsNoFileIsSaidToBeNone() throws {
    try Directory.make(scratch.file("sync/\(Self.name)"))
    let copy = copy("sync/\(Self.name)")
    #expect(throws: FileFault.notAFile(path: copy.path)) { try copies.read(copy) }
  }

  @Test func theTrashLetsTheOldestGoForOneThatComes() throws {
    try Directory.make(scratch.file("state/trash"))
    for name in ["2025-11-29 oldest.txt", "2025-11-30 old.txt", "2025-12-01 kept.txt", "mine.txt"] {
      try write("state/trash/\(name)")
    }
    try write("sync/\(Self.name)")
    _ = try copies.read(copy("sync/\(Self.name)"))
    _ = try copies.discard(copy("sync/\(Self.name)"), at: Self.now)
    #expect(
      try Directory.names(in: scratch.file("state/trash")) == [
        "2025-11-30 old.txt", "2025-12-01 kept.txt", "2026-03-01 \(Self.name)", "mine.txt",
      ])
  }
}
