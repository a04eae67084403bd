import Foundation
import Linux
import Support
import Systemd
import Testing
import TodoCore

@testable import TodoDaemon

@Suite struct FileKeeperLookingTests {
  @Test func aFileThatNobodyTouchedIsTheSame() throws {
    let fixture = try FileKeeperFixture("one\n")
    #expect(fixture.look() == .same)
    #expect(fixture.look() == .same)
  }

  @Test func aFileNeverAdoptedIsAChange() throws {
    let fixture = try FileKeeperFixture("one\n")
    let fresh = try fixture.restarted()
    #expect(fresh.look(at: Instant(microseconds: Clock.realtime())) == .changed("one\n".bytes))
  }

  @Test(arguments: [
    ("echo two >> \"$F\"", "one\ntwo\n"),
    ("sed -i 's/one/two/' \"$F\"", "two\n"),
    ("printf 'two\\n' > \"$F\"", "two\n"),
    ("printf 'two\\n' > \"$F.tmp\" && mv \"$F.tmp\" \"$F\"", "two\n"),
    ("rm \"$F\"; printf 'two\\n' > \"$F\"", "two\n"),
    ("cp -p \"$F\" \"$F.old\"; printf 'ONE\\n' > \"$F\"; touch -r \"$F.old\" \"$F\"", "ONE\n"),
  ])
  func whatAnotherProgramWroteIsSeenAtOnce(command: String, text: String) throws {
    let fixture = try FileKeeperFixture("one\n")
    #expect(fixture.look() == .same)
    try fixture.shell(command)
    #expect(fixture.look() == .changed(text.bytes))
    #expect(fixture.look() == .changed(text.bytes), "until it is adopted")
    fixture.keeper.adopt(text.bytes)
    #expect(fixture.look() == .same)
  }

  @Test func equalBytesInANewFileAreNoChange() throws {
    let fixture = try FileKeeperFixture("one\n")
    try fixture.shell("cp \"$F\" \"$F.tmp\"; mv \"$F.tmp\" \"$F\"; touch \"$F\"")
    #expect(fixture.look() == .same)
  }

  @Test func aFileUnderAWritersHandsIsBusyAndThenNot() throws {
    let fixture = try FileKeeperFixture("one\n")
    let writer = try FileKeeperFixture.Writer(fixture.keeper.path)
    #expect(fixture.look() == .same, "an open writer that wrote nothing changed nothing")
    try writer.write("two")
    #expect(eventually { fixture.look() == .busy })
    try writer.close()
    #expect(eventually { fixture.look() == .changed("one\ntwo\n".bytes) })
  }

  @Test func emptyAndMissingAreTheirOwnFindings() throws {
    let fixture = try FileKeeperFixture("one\n")
    try fixture.shell(": > \"$F\"")
    #expect(fixture.look() == .empty)
    try fixture.shell("rm \"$F\"")
    #expect(fixture.look() == .missing)
    try fixture.shell("mv \"$(dirname \"$F\")\" \"$(dirname \"$F\")2\"")
    #expect(fixture.look() == .missing)
  }

  @Test func aDirectoryAFifoAndABigFileAreUnusable() throws {
    let fixture = try FileKeeperFixture("one\n")
    try fixture.shell("rm \"$F\"; mkdir \"$F\"")
    #expect(fixture.look() == .unusable(.notAFile))
    try fixture.shell("rmdir \"$F\"; mkfifo \"$F\"")
    #expect(fixture.look() == .unusable(.notAFile))
    try fixture.shell("rm \"$F\"; truncate -s 17M \"$F\"")
    #expect(fixture.look() == .unusable(.tooLarge(bytes: 17 << 20)))
  }

  /// A rewriting program against a reader: no half of a version may ever be seen.
  @Test func halfAnEditIsNeverTakenIn() throws {
    let fixture = try FileKeeperFixture("0\n")
    let versions = Set((0..<10).map { String(repeating: "\($0)\n", count: 20_000) })
    let writer = try ChildProcess(
      [
        "python3", "-c",
        """
        import os, sys
        for turn in range(300):
          with open(sys.argv[1], 'w') as f:
            for part in range(100): f.write(f'{turn % 10}\\n' * 200); f.flush()
        """, fixture.keeper.path,
      ], environment: Environment.current(), errors: .inherited)
    var whole = 0
    while try writer.reap() == nil {
      switch fixture.look() {
      case .changed(let bytes):
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(versions.contains(text), "\(bytes.count) bytes")
        whole += 1
        fixture.keeper.adopt(bytes)
      case .same, .busy, .empty: continue
      case .missing, .unusable: Issue.record("the file was never away")
      }
    }
    #expect(eventually { fixture.look() != .busy })
    #expect(whole > 0 || fixture.look() == .changed(String(repeating: "9\n", count: 20_000).bytes))
  }
}

@Suite struct FileKeeperSettlingTests {
  typealias Settling = FileKeeper.Settling

  @Test func aClosedFileIsToldAfterAHundredMilliseconds() {
    var settling = Settling()
    #expect(settling.hint(at: 0) == 100_000)
    #expect(settling.step(.changed(held: false), at: 50_000) == .lookAgain(at: 100_000))
    #expect(settling.step(.changed(held: false), at: 100_000) == .tell)
    #expect(settling.step(.same, at: 200_000) == .rest)
  }

  @Test func aWriterThatHoldsTheFileAndIsQuietIsWaitedForTwoSeconds() {
    var settling = Settling()
    _ = settling.hint(at: 0)
    #expect(settling.step(.changed(held: true), at: 100_000) == .lookAgain(at: 2_000_000))
    _ = settling.hint(at: 1_500_000)
    #expect(settling.step(.changed(held: true), at: 2_000_000) == .lookAgain(at: 3_500_000))
    #expect(settling.step(.changed(held: true), at: 3_500_000) == .tell)
  }

  @Test func aFileThatComesBackWithinTwoSecondsWasNeverAway() {
    var settling = Settling()
    _ = settling.hint(at: 0)
    #expect(settling.step(.missing, at: 100_000) == .lookAgain(at: 2_100_000))
    _ = settling.hint(at: 1_000_000)
    #expect(settling.step(.same, at: 1_100_000) == .rest)
    _ = settling.hint(at: 2_000_000)
    #expect(settling.step(.missing, at: 2_100_000) == .lookAgain(at: 4_100_000), "counted anew")
    #expect(settling.step(.missing, at: 4_100_000) == .tell)
    #expect(settling.step(.same, at: 9_000_000) == .tell, "its return is news")
    #expect(settling.step(.same, at: 9_100_000) == .rest)
  }

  @Test func emptyAfterMissingBeginsAnew() {
    var settling = Settling()
    _ = settling.hint(at: 0)
    #expect(settling.step(.missing, at: 100_000) == .lookAgain(at: 2_100_000))
    #expect(settling.step(.empty, at: 2_000_000) == .lookAgain(at: 4_000_000))
    #expect(settling.step(.empty, at: 4_000_000) == .tell)
  }
}

@Suite struct FileKeeperWatchingTests {
  @Test func anEditIsToldOnceWhenItHasSettled() throws {
    let fixture = try FileKeeperFixture("one\n")
    _ = fixture.look()
    try fixture.shell("for n in 1 2 3; do echo $n >> \"$F\"; done")
    #expect(try fixture.turn { !fixture.settled.isEmpty })
    #expect(fixture.settled == [.changed("one\n1\n2\n3\n".bytes)])
    #expect(fixture.keeper.unsettledSince == nil)
  }

  @Test func neighboursWakeNothing() throws {
    let fixture = try FileKeeperFixture("one\n")
    _ = fixture.look()
    try fixture.turnUntilQuiet()
    fixture.hints = 0
    try fixture.shell(
      "cd \"$(dirname \"$F\")\"; touch 4913 todo.txt~ .todo.txt.swp; rm 4913; cat todo.txt > todo.txt.bak")
    try fixture.turnUntilQuiet()
    #expect(fixture.hints == 0)
  }

  @Test(arguments: [
    "ln -sfn other/todo.txt \"$(dirname \"$F\")/../link\"",
    "mv \"$(dirname \"$F\")/../tasks\" \"$(dirname \"$F\")/../gone\"; mkdir \"$(dirname \"$F\")\"; echo two > \"$F\"",
  ])
  func aTurnOfTheWayIsSeen(command: String) throws {
    let scratch = try TestDirectory()
    let loop = try FileKeeperFixture("unused\n").loop
    for name in ["tasks", "other"] { try Directory.make(scratch.file(name)) }
    try scratch.write("one\n", to: "tasks/todo.txt")
    try scratch.write("two\n", to: "other/todo.txt")
    #expect(symlink("tasks/todo.txt", scratch.file("link")) == 0)
    let keeper = try FileKeeper(
      loop: loop, path: scratch.file("link"), key: "todo", stateDirectory: scratch.file("state"))
    keeper.adopt("one\n".bytes)
    #expect(keeper.look(at: Instant(microseconds: Clock.realtime())) == .same)
    var settled: [FileKeeper.Look] = []
    keeper.onSettled = { settled.append($0) }
    let child = try ChildProcess(
      ["bash", "-ec", command],
      environment: Environment.current().merging(["F": scratch.file("tasks/todo.txt")]) { $1 }, errors: .inherited)
    #expect(try child.wait(milliseconds: 30_000) == .exited(0))
    let end = Clock.monotonic() + 10_000_000
    while settled.isEmpty, Clock.monotonic() < end { try loop.turn(milliseconds: 50) }
    #expect(settled == [.changed("two\n".bytes)])
    // And the new place is watched from now on.
    keeper.adopt("two\n".bytes)
    let target = try ResolvedPath(scratch.file("link")).path
    try Data("three\n".utf8).write(to: URL(fileURLWithPath: target))
    try waitUntilNobodyWrites(to: target)
    while settled.count < 2, Clock.monotonic() < end { try loop.turn(milliseconds: 50) }
    #expect(settled.last == .changed("three\n".bytes))
  }

  @Test func missingIsToldAfterTwoSecondsAndItsReturnToo() throws {
    let fixture = try FileKeeperFixture("one\n")
    _ = fixture.look()
    let begin = Clock.monotonic()
    try fixture.shell("mv \"$F\" \"$F.away\"")
    #expect(try fixture.turn { !fixture.settled.isEmpty })
    #expect(fixture.settled == [.missing])
    #expect(Clock.monotonic() - begin >= 2_000_000)
    try fixture.shell("mv \"$F.away\" \"$F\"")
    #expect(try fixture.turn { fixture.settled.count == 2 })
    #expect(fixture.settled.last == .same)
  }

  @Test func aFileInADirectoryThatComesLaterIsSeen() throws {
    let fixture = try FileKeeperFixture(nil, name: "a/todo.txt")
    try fixture.shell("rmdir \"$(dirname \"$F\")\"")
    try fixture.turnUntilQuiet()
    #expect(fixture.look() == .missing)
    try fixture.shell("mkdir \"$(dirname \"$F\")\"")
    try fixture.turnUntilQuiet()
    fixture.settled = []
    try fixture.shell("echo one > \"$F\"")
    #expect(try fixture.turn { fixture.settled == [.changed("one\n".bytes)] })
  }
}
