import Linux
import Support
import Testing

@testable import TodoDaemon

/// Somebody saves in the moments around our exchange, however long they are: a machine may stop us anywhere.
@Suite struct FileKeeperPuttingBackTests {
  /// Displaced, it would be in no file that anybody knows until it is merged.
  @Test(
    arguments: [
      "echo theirs >> \"$F\"", "printf 'theirs\\n' > \"$F\"", "echo theirs > \"$F.t\"; mv \"$F.t\" \"$F\"",
      "printf 'ONE\\n' > \"$F\"",
    ])
  func whatIsSavedAtTheLastMomentIsPutBackInItsPlace(save: String) throws {
    let fixture = try FileKeeperFixture("one\n")
    #expect(fixture.look() == .same)
    var saved: String?
    fixture.keeper.onceBeforeTheExchange {
      try fixture.shell(save)
      saved = fixture.text
    }
    #expect(fixture.replace("one\nours\n", basedOn: "one\n", isHeld: true) == .busy)
    #expect(fixture.text == saved && saved != "one\n")
    #expect(fixture.displaced.isEmpty && fixture.stateNames.isEmpty)
    #expect(eventually { fixture.look() == saved.map { .changed($0.bytes) } })
    fixture.keeper.adopt(saved?.bytes ?? [])
    #expect(fixture.replace("ours\n", basedOn: saved ?? "") == .done(previousWasRead: true))
  }

  @Test(arguments: [false, true])
  func aFileThatSomebodyBeginsToWriteIsLeftToThem(atTheLastMoment: Bool) throws {
    let fixture = try FileKeeperFixture("one\n")
    #expect(fixture.look() == .same)
    var writer: FileKeeperFixture.Writer?
    func begin() throws { writer = try FileKeeperFixture.Writer(fixture.keeper.path) }
    if atTheLastMoment { fixture.keeper.onceBeforeTheExchange(begin) } else { try begin() }
    #expect(fixture.replace("one\nours\n", basedOn: "one\n", isHeld: true) == .busy)
    try writer?.write("theirs")
    #expect(eventually { fixture.text == "one\ntheirs\n" })
    try writer?.close()
    #expect(try fixture.turn { fixture.settled == [.changed("one\ntheirs\n".bytes)] })
    #expect(fixture.displaced.isEmpty && fixture.stateNames.isEmpty)
  }

  @Test func whatSomebodyWroteToOursBeforeItWasTakenAwayIsHandedOut() throws {
    let fixture = try FileKeeperFixture("one\n")
    #expect(fixture.look() == .same)
    fixture.keeper.onceBeforeTheExchange { try fixture.shell("echo first >> \"$F\"") }
    fixture.keeper.onceAfterTheExchange { try fixture.shell("echo second >> \"$F\"") }
    #expect(fixture.replace("one\nours\n", basedOn: "one\n", isHeld: true) == .busy)
    #expect(fixture.text == "one\nfirst\n")
    #expect(try fixture.turn { !fixture.displaced.isEmpty })
    let told = try #require(fixture.displaced.first)
    #expect(told.base == "one\nours\n".bytes && told.bytes == "one\nours\nsecond\n".bytes)
    fixture.keeper.release(told.name)
    #expect(try fixture.turn { fixture.stateNames.isEmpty })
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
    fixture.keeper.onceAfterTheExchange {
      try fixture.shell(save)
      // Past the time in which equal times prove nothing.
      let end = Clock.monotonic() + 30_000
      while Clock.monotonic() < end {}
    }
    guard case .done = fixture.replace("one\ntwo\n", basedOn: "one\n") else {
      Issue.record("nobody had written before")
      return
    }
    let saved = try #require(fixture.text)
    #expect(saved != "one\ntwo\n")
    #expect(eventually { fixture.look() == .changed(saved.bytes) })
  }

  @Test(arguments: [false, true])
  func theSameHoldsForAFileThatIsMadeOrWrittenInPlace(isThere: Bool) throws {
    let fixture = try FileKeeperFixture(isThere ? "" : nil)
    if isThere { try fixture.shell("ln \"$F\" \"$F.twin\"") }
    _ = fixture.look()
    fixture.keeper.onceAfterTheExchange {
      try fixture.shell("echo theirs >> \"$F\"")
      let end = Clock.monotonic() + 30_000
      while Clock.monotonic() < end {}
    }
    #expect(fixture.replace("one\n", basedOn: "", create: !isThere) == .done(previousWasRead: true))
    #expect(fixture.keeper.inPlaceReason == (isThere ? .hardLink : nil))
    #expect(eventually { fixture.look() == .changed("one\ntheirs\n".bytes) })
  }
}
