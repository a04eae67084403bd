import Foundation
import Linux
import Support
import Systemd
import Testing
import TodoCore

@testable import TodoDaemon

@Suite struct FileKeeperReplacingTests {
  @Test func aReplacementIsExchangedAndLeavesNothingBehind() throws {
    let fixture = try FileKeeperFixture("one\n")
    try fixture.shell("chmod 640 \"$F\"")
    #expect(fixture.look() == .same)
    #expect(fixture.replace("one\ntwo\n", basedOn: "one\n") == .done(previousWasRead: true))
    #expect(fixture.text == "one\ntwo\n")
    #expect(try FileStatus.of(fixture.keeper.path).mode == 0o640)
    #expect(fixture.keeper.inPlaceReason == nil)
    #expect(fixture.look() == .same)
    #expect(try fixture.turn { fixture.stateNames.isEmpty })
    #expect(try fixture.scratch.names().sorted() == ["state", "tasks"])
    #expect(try Directory.names(in: Path.directory(of: fixture.keeper.path)) == ["todo.txt"])
  }

  @Test func whoOpenedAFileBeforeItWasDisplacedHasReadItWhenTheyClose() throws {
    let fixture = try FileKeeperFixture("one\n")
    _ = fixture.look()
    #expect(fixture.replace("two\n", basedOn: "one\n", revision: 1) == .done(previousWasRead: true))
    var read: [Int64] = []
    fixture.keeper.onDisplacedRead = { read.append($0) }
    let reader = try Reader(fixture.keeper.path)
    #expect(fixture.replace("three\n", basedOn: "two\n", revision: 2) == .done(previousWasRead: false))
    #expect(try fixture.turn { fixture.stateNames.isEmpty })
    #expect(read.isEmpty)
    reader.close()
    #expect(try fixture.turn { read == [2] })
    #expect(fixture.keeper.readLate.isEmpty)
    #expect(!fixture.keeper.wasReadByOthers, "nobody has seen the third")
  }

  /// Whoever reads what was saved over ours a moment before has not read ours: their next save must not take back what
  /// ours had.
  @Test(
    arguments: ["printf 'one\\ntheirs\\n' > \"$F.t\"; mv \"$F.t\" \"$F\"", "printf 'one\\ntheirs\\n' > \"$F\""],
    [false, true])
  func aReaderOfWhatWasSavedOverOursHasNotSeenOurs(save: String, closesWhileItIsKept: Bool) throws {
    let fixture = try FileKeeperFixture("one\n")
    var read: [Int64] = []
    fixture.keeper.onDisplacedRead = { read.append($0) }
    #expect(fixture.replace("one\ntwo\n", basedOn: "one\n", revision: 1) == .done(previousWasRead: true))
    var opened: Reader?
    fixture.keeper.waitsForSaves = false
    fixture.keeper.onceBeforeTheExchange {
      try fixture.shell(save)
      opened = try Reader(fixture.keeper.path)
    }
    let replacement = fixture.replace("one\ntwo\nx\n", basedOn: "one\ntwo\n", revision: 2)
    let reader = try #require(opened)
    guard case .foreign(let displaced, previousWasRead: false) = replacement else {
      Issue.record("the save was not seen")
      return
    }
    #expect(displaced.bytes == "one\ntheirs\n".bytes)
    if closesWhileItIsKept { reader.close() }
    fixture.keeper.release(displaced.name)
    #expect(try fixture.turn { fixture.stateNames.isEmpty })
    reader.close()
    try fixture.turnUntilQuiet()
    #expect(read.isEmpty && fixture.keeper.readLate.isEmpty)
  }

  private final class Reader {
    private var descriptor: FileDescriptor?

    init(_ path: String) throws { descriptor = try FileDescriptor.open(path, .reading) }

    func close() { descriptor = nil }
  }

  @Test func ourOwnExchangeWakesNobody() throws {
    let fixture = try FileKeeperFixture("one\n")
    _ = fixture.look()
    var text = "one\n"
    // A child that another test has just forked may hold, and close, the writing end of the new file.
    let isQuiet = try eventually {
      try fixture.turnUntilQuiet()
      (fixture.hints, fixture.settled) = (0, [])
      let next = text + "more\n"
      guard case .done = fixture.replace(next, basedOn: text) else { return false }
      text = next
      try fixture.turnUntilQuiet()
      return fixture.hints == 0 && fixture.settled.isEmpty
    }
    #expect(isQuiet)
  }

  /// With the length and the time of what we wrote: only the event tells.
  @Test(arguments: [false, true])
  func whatIsWrittenToOurFileWithoutANewStampIsFound(beforeItIsDisplaced: Bool) throws {
    let fixture = try FileKeeperFixture("one\n")
    #expect(fixture.replace("two\n", basedOn: "one\n", revision: 1) == .done(previousWasRead: true))
    let writer = open(fixture.keeper.path, O_WRONLY | O_CLOEXEC)
    #expect(fixture.look() == .same)
    var about = stat()
    #expect(fstat(writer, &about) == 0)
    func write() {
      #expect(pwrite(writer, "TWO\n", 4, 0) == 4)
      #expect(futimens(writer, [about.st_mtim, about.st_mtim]) == 0)
      close(writer)
    }
    if beforeItIsDisplaced {
      fixture.keeper.waitsForSaves = false
      fixture.keeper.onceBeforeTheExchange(write)
    }
    let replacement = fixture.replace("three\n", basedOn: "two\n", revision: 2)
    if beforeItIsDisplaced {
      guard case .foreign(let displaced, _) = replacement else {
        Issue.record("the edit was not seen")
        return
      }
      #expect(displaced.bytes == "TWO\n".bytes)
    } else {
      guard case .done = replacement else {
        Issue.record("nobody had written")
        return
      }
      write()
      #expect(try fixture.turn { fixture.displaced.map(\.bytes) == ["TWO\n".bytes] })
    }
  }

  @Test func aLinkStaysALink() throws {
    let fixture = try FileKeeperFixture("one\n")
    let link = fixture.scratch.file("link")
    #expect(symlink(fixture.keeper.path, link) == 0)
    let keeper = try FileKeeper(
      loop: fixture.loop, path: link, key: "todo", stateDirectory: fixture.scratch.file("state"))
    #expect(
      keeper.replace(with: "two\n".bytes, basedOn: "one\n".bytes, create: false, revision: 1)
        == .done(previousWasRead: true))
    #expect(try FileStatus.ofLink(link).kind == .link)
    #expect(fixture.text == "two\n")
  }

  /// Taken in first: displaced, it would be in no file that anybody knows until it is merged.
  @Test(
    arguments: [
      "echo theirs >> \"$F\"", "printf 'theirs\n' > \"$F\"", "echo theirs > \"$F.t\"; mv \"$F.t\" \"$F\"", "rm \"$F\"",
    ])
  func whatWasSavedSinceTheLastLookStaysInItsPlace(save: String) throws {
    let fixture = try FileKeeperFixture("one\n")
    #expect(fixture.look() == .same)
    try fixture.shell(save)
    let saved = fixture.text
    let replacement = fixture.replace("one\nours\n", basedOn: "one\n", isHeld: true)
    #expect(replacement == (saved == nil ? .gone : .busy))
    #expect(fixture.text == saved)
    #expect(fixture.displaced.isEmpty && fixture.stateNames.isEmpty)
    #expect(eventually { fixture.look() == (saved.map { .changed($0.bytes) } ?? .missing) })
  }

  @Test func whatSomebodyWroteInBetweenIsHandedOutAndKept() throws {
    let fixture = try FileKeeperFixture("one\n")
    _ = fixture.look()
    fixture.keeper.waitsForSaves = false
    fixture.keeper.onceBeforeTheExchange { try fixture.shell("echo theirs >> \"$F\"") }
    guard case .foreign(let displaced, _) = fixture.replace("one\nours\n", basedOn: "one\n", revision: 812) else {
      Issue.record("the edit was not seen")
      return
    }
    #expect(displaced.bytes == "one\ntheirs\n".bytes)
    #expect(displaced.base == "one\n".bytes)
    #expect(displaced.revision == 812)
    #expect(fixture.text == "one\nours\n")
    #expect(fixture.look() == .same)
    try fixture.turnUntilQuiet()
    #expect(fixture.stateNames.count == 1, "kept until its bytes are taken in")
    guard case .done = fixture.replace("one\ntheirs\nours\n", basedOn: "one\nours\n", revision: 813) else {
      Issue.record("nobody had written")
      return
    }
    fixture.keeper.release(displaced.name)
    #expect(try fixture.turn { fixture.stateNames.isEmpty })
  }

  /// Until then the file in place lacks it, and a program that keeps two files finds its old lines in one of them.
  @Test func whatWasWrittenToADisplacedFileIsHandedOutAsSoonAsItIsClosed() throws {
    let fixture = try FileKeeperFixture("one\n")
    let writer = try FileKeeperFixture.Writer(fixture.keeper.path)
    #expect(fixture.look() == .same)
    guard case .done = fixture.replace("one\nours\n", basedOn: "one\n") else {
      Issue.record("nobody had written")
      return
    }
    let kept = try #require(fixture.keeper.keptNames.first)
    try writer.write("theirs")
    #expect(eventually { (try? FileStatus.of(kept))?.stamp.size == 11 })
    try writer.close()
    fixture.keeper.drain()
    let planned = try #require(fixture.keeper.reviewPlanned)
    #expect(planned <= Clock.monotonic())
    #expect(try fixture.turn { fixture.displaced.map(\.bytes) == ["one\ntheirs\n".bytes] })
  }

  @Test func aFileThatIsMissingIsGoneUnlessItMayBeMade() throws {
    let fixture = try FileKeeperFixture(nil, name: "deep/er/todo.txt")
    #expect(fixture.replace("one\n", basedOn: "") == .gone)
    #expect(fixture.text == nil)
    #expect(fixture.replace("one\n", basedOn: "", create: true) == .done(previousWasRead: true))
    #expect(fixture.text == "one\n")
    #expect(fixture.look() == .same)
    #expect(try FileStatus.of(fixture.keeper.path).mode == 0o666 & ~CurrentProcess.umask)
    #expect(try Directory.names(in: Path.directory(of: fixture.keeper.path)) == ["todo.txt"])
    #expect(fixture.replace("two\n", basedOn: "one\n", create: true) == .done(previousWasRead: false))
  }

  @Test func startingMakesNoFile() throws {
    let fixture = try FileKeeperFixture(nil)
    _ = fixture.look()
    try fixture.turnUntilQuiet()
    #expect(fixture.text == nil)
  }

  @Test func aReaderIsNoticedOnceAndOurOwnLooksAreNot() throws {
    let fixture = try FileKeeperFixture("one\n")
    #expect(fixture.isRead, "what is not ours counts as read")
    #expect(fixture.replaceAlone("two\n", basedOn: "one\n"))
    #expect(!fixture.keeper.wasReadByOthers)
    // Past the 20 ms in which equal times prove nothing.
    let end = Clock.monotonic() + 30_000
    while Clock.monotonic() < end { #expect(fixture.look() == .same) }
    #expect(!fixture.keeper.wasReadByOthers)
    try fixture.shell("cat \"$F\"")
    #expect(fixture.isRead)
    #expect(fixture.replace("three\n", basedOn: "two\n") == .done(previousWasRead: true))
    #expect(!fixture.keeper.wasReadByOthers)
    #expect(fixture.replace("four\n", basedOn: "three\n") == .done(previousWasRead: false))
  }

  @Test(arguments: ["printf 'stale\\n' > \"$F\"", "printf 'stale\\n' > \"$F.t\"; mv \"$F.t\" \"$F\""])
  func aStaleSaveIsNoReadingAlsoWhenItIsReadItself(command: String) throws {
    let fixture = try FileKeeperFixture("one\n")
    _ = fixture.replace("two\n", basedOn: "one\n")
    try fixture.shell("\(command); cat \"$F\"")
    #expect(fixture.look() == .changed("stale\n".bytes))
    #expect(!fixture.keeper.wasReadByOthers, "nobody saw what we wrote")
    fixture.keeper.adopt("stale\n".bytes)
    #expect(fixture.isRead)
  }

  @Test func sedReadsBeforeItWrites() throws {
    let fixture = try FileKeeperFixture("one\n")
    #expect(fixture.replaceAlone("two\n", basedOn: "one\n"))
    try fixture.shell("sed -i s/two/three/ \"$F\"")
    #expect(fixture.look() == .changed("three\n".bytes))
    #expect(fixture.isRead)
  }

  @Test func aWriterThatOpenedBeforeAndWritesAfterIsMergedWhenItCloses() throws {
    let fixture = try FileKeeperFixture("one\n")
    let writer = try FileKeeperFixture.Writer(fixture.keeper.path)
    #expect(fixture.replace("one\nours\n", basedOn: "one\n", revision: 5) == .done(previousWasRead: true))
    try writer.write("theirs")
    try fixture.turnUntilQuiet()
    #expect(fixture.displaced.isEmpty, "not before it is closed or quiet")
    try writer.close()
    #expect(try fixture.turn { !fixture.displaced.isEmpty })
    let told = try #require(fixture.displaced.first)
    #expect(told.base == "one\n".bytes)
    #expect(told.bytes == "one\ntheirs\n".bytes)
    #expect(told.revision == 5)
    #expect(fixture.stateNames.count == 1)
    fixture.keeper.release(told.name)
    #expect(try fixture.turn { fixture.stateNames.isEmpty })
    #expect(fixture.text == "one\nours\n")
  }

  @Test func aWriterThatNeverClosesIsHeardWhenItIsQuietAndAgain() throws {
    let fixture = try FileKeeperFixture("one\n")
    let writer = try FileKeeperFixture.Writer(fixture.keeper.path)
    _ = fixture.replace("ours\n", basedOn: "one\n")
    try writer.write("first")
    try #require(try fixture.turn { fixture.displaced.count == 1 })
    let first = try #require(fixture.displaced.last)
    #expect(first.bytes == "one\nfirst\n".bytes)
    fixture.keeper.release(first.name)
    try fixture.turnUntilQuiet()
    #expect(fixture.stateNames.count == 1, "somebody can still write to it")
    try writer.write("second")
    try #require(try fixture.turn { fixture.displaced.count == 2 })
    let second = try #require(fixture.displaced.last)
    #expect(second.base == "one\nfirst\n".bytes)
    #expect(second.bytes == "one\nfirst\nsecond\n".bytes)
    fixture.keeper.release(second.name)
    try writer.close()
    #expect(try fixture.turn { fixture.stateNames.isEmpty })
    #expect(fixture.displaced.count == 2)
  }

  @Test func leftoversAreFoundAtStartAndGoWhenReleased() throws {
    let fixture = try FileKeeperFixture("one\n")
    _ = fixture.look()
    fixture.keeper.waitsForSaves = false
    fixture.keeper.onceBeforeTheExchange { try fixture.shell("echo theirs >> \"$F\"") }
    _ = fixture.replace("ours\n", basedOn: "one\n", revision: 7)
    // A new file that a crash cut short, too.
    let kept = try #require(fixture.stateNames.first)
    try fixture.scratch.write("on", to: "state/\(kept).new")
    let next = try fixture.restarted()
    let leftovers = next.leftovers()
    #expect(leftovers.map(\.bytes) == ["one\ntheirs\n".bytes])
    #expect(leftovers.map(\.revision) == [7])
    #expect(leftovers.map(\.base) == [nil])
    #expect(fixture.stateNames == [kept])
    for leftover in leftovers { next.release(leftover.name) }
    #expect(try fixture.turn { fixture.stateNames.isEmpty })
  }

  @Test func leftoversOfAnotherFileAreNotOurs() throws {
    let fixture = try FileKeeperFixture("one\n")
    _ = fixture.look()
    try fixture.shell("echo theirs >> \"$F\"")
    _ = fixture.replace("ours\n", basedOn: "one\n", revision: 7)
    let other = try FileKeeper(
      loop: fixture.loop, path: fixture.scratch.file("tasks/other.txt"), key: "todo",
      stateDirectory: fixture.keeper.stateDirectory)
    #expect(other.leftovers().isEmpty)
    withExtendedLifetime(fixture.keeper) {}
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/shm")))
  func onAnotherMountTheFileIsExchangedBesideAndHidden() throws {
    let fixture = try FileKeeperFixture("one\n")
    let state = "/dev/shm/todod-test-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: state) }
    let keeper = try FileKeeper(loop: fixture.loop, path: fixture.keeper.path, key: "todo", stateDirectory: state)
    let writer = try FileKeeperFixture.Writer(keeper.path)
    #expect(
      keeper.replace(with: "two\n".bytes, basedOn: "one\n".bytes, create: false, revision: 9)
        == .done(previousWasRead: true))
    let directory = Path.directory(of: keeper.path)
    let names = try Directory.names(in: directory)
    #expect(names.count == 2)
    #expect(names.first?.hasPrefix(".todo.txt.todod-") == true && names.first?.hasSuffix("-9") == true)
    try writer.close()
    #expect(try fixture.turn { try Directory.names(in: directory) == ["todo.txt"] })
    #expect(keeper.inPlaceReason == nil)
    withExtendedLifetime(keeper) {}
  }
}
