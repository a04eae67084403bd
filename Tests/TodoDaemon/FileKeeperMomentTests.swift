import Linux
import Support
import Testing

@testable import TodoDaemon

/// Somebody saves in the moments around our exchange, however long they are: a machine may stop us anywhere.
@Suite struct FileKeeperMomentTests {
  /// Whoever writes to the file itself waits for the lease, who replaces it does not: both are told by the last look.
  @Test(
    arguments: [
      "echo theirs >> \"$F\"", "printf 'theirs\\n' > \"$F\"", "echo theirs > \"$F.t\"; mv \"$F.t\" \"$F\"",
    ])
  func whoSavesAtTheLastMomentComesFirst(save: String) throws {
    let fixture = try FileKeeperFixture("one\n")
    #expect(fixture.look() == .same)
    var child: ChildProcess?
    fixture.keeper.onceBeforeTheExchange {
      let saver = try ChildProcess(
        ["bash", "-ec", save], environment: Environment.current().merging(["F": fixture.keeper.path]) { $1 },
        output: .null, errors: .inherited)
      child = saver
      let file = try #require(fixture.keeper.file)
      #expect(try eventually { try ReadLease.isWaitedFor(file.descriptor) || saver.reap() != nil })
    }
    #expect(fixture.replace("one\nours\n", basedOn: "one\n", isHeld: true) == .busy)
    let saver = try #require(child)
    #expect(try saver.wait(milliseconds: 30_000) == .exited(0))
    let saved = try #require(fixture.text)
    #expect(saved.hasSuffix("theirs\n"))
    #expect(fixture.displaced.isEmpty && fixture.stateNames.isEmpty)
    #expect(eventually { fixture.look() == .changed(saved.bytes) })
    fixture.keeper.adopt(saved.bytes)
    #expect(fixture.replace("ours\n", basedOn: saved) == .done(previousWasRead: true))
  }

  @Test func whoHasTheFileOpenSinceTheLastLookComesFirst() throws {
    let fixture = try FileKeeperFixture("one\n")
    #expect(fixture.look() == .same)
    let writer = try FileKeeperFixture.Writer(fixture.keeper.path)
    #expect(fixture.replace("one\nours\n", basedOn: "one\n", isHeld: true) == .busy)
    try writer.write("theirs")
    #expect(eventually { fixture.text == "one\ntheirs\n" })
    try writer.close()
    #expect(try fixture.turn { fixture.settled == [.changed("one\ntheirs\n".bytes)] })
    #expect(fixture.displaced.isEmpty && fixture.stateNames.isEmpty)
  }

  @Test func nobodyIsKeptWaitingAfterwards() throws {
    let fixture = try FileKeeperFixture("one\n")
    #expect(fixture.look() == .same)
    #expect(fixture.replace("two\n", basedOn: "one\n") == .done(previousWasRead: true))
    try fixture.shell("timeout 20 sh -c 'echo theirs >> \"$F\"'")
    #expect(eventually { fixture.look() == .changed("two\ntheirs\n".bytes) })
    let writer = try FileKeeperFixture.Writer(fixture.keeper.path)
    #expect(fixture.replace("three\n", basedOn: "two\ntheirs\n", isHeld: true) == .busy)
    try fixture.shell("timeout 20 sh -c 'echo more >> \"$F\"'")
    #expect(fixture.text == "two\ntheirs\nmore\n")
    try writer.close()
  }

  /// Long after, by the clock: the stamp it has by then is not that of what we wrote.
  @Test(
    arguments: [
      "echo theirs >> \"$F\"", "printf 'ONE\\nTWO\\n' > \"$F\"", "echo theirs > \"$F.t\"; mv \"$F.t\" \"$F\"",
      "t=$(stat -c %y \"$F\"); printf 'ONE\\nTWO\\n' > \"$F\"; touch -d \"$t\" \"$F\"",
    ])
  func whatIsSavedOverOursWhileWeAreStoppedIsFound(save: String) throws {
    let fixture = try FileKeeperFixture("one\n")
    #expect(fixture.look() == .same)
    fixture.keeper.onceLongBeforeTheLookBack { try fixture.shell(save) }
    guard case .done = fixture.replace("one\ntwo\n", basedOn: "one\n") else {
      Issue.record("nobody had written before")
      return
    }
    let saved = try #require(fixture.text)
    #expect(saved != "one\ntwo\n")
    #expect(eventually { fixture.look() == .changed(saved.bytes) })
  }

  @Test(arguments: [false, true], ["echo theirs >> \"$F\"", "echo ONE > \"$F\""])
  func theSameHoldsForAFileThatIsMadeOrWrittenInPlace(isThere: Bool, save: String) throws {
    let fixture = try FileKeeperFixture(isThere ? "" : nil)
    if isThere { try fixture.shell("ln \"$F\" \"$F.twin\"") }
    _ = fixture.look()
    fixture.hints = 0
    fixture.keeper.onceLongBeforeTheLookBack { try fixture.shell(save) }
    #expect(fixture.replace("one\n", basedOn: "", create: !isThere) == .done(previousWasRead: true))
    #expect(fixture.keeper.inPlaceReason == (isThere ? .hardLink : nil))
    #expect(try fixture.turn { fixture.hints > 0 })
    let saved = try #require(fixture.text)
    #expect(eventually { fixture.look() == .changed(saved.bytes) })
  }
}
