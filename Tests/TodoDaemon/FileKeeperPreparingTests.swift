import Linux
import Support
import Testing

@testable import TodoDaemon

@Suite struct FileKeeperPreparingTests {
  private func prepare(_ text: String?, _ fixture: FileKeeperFixture) {
    fixture.keeper.prepare(text.map { Array($0.utf8) }, revision: 1)
  }

  @Test func whatWasPreparedBecomesTheFile() throws {
    let fixture = try FileKeeperFixture("one\n")
    #expect(fixture.look() == .same)
    prepare("one\ntwo\n", fixture)
    let name = try #require(fixture.stateNames.first)
    let prepared = try FileStatus.of(fixture.scratch.file("state/\(name)")).stamp
    #expect(fixture.replace("one\ntwo\n", basedOn: "one\n") == .done(previousWasRead: true))
    #expect(fixture.text == "one\ntwo\n")
    #expect(try FileStatus.of(fixture.keeper.path).stamp.isSameFile(as: prepared))
    #expect(try fixture.turn { fixture.stateNames.isEmpty })
  }

  @Test func otherBytesThanThePreparedAreWritten() throws {
    let fixture = try FileKeeperFixture("one\n")
    #expect(fixture.look() == .same)
    prepare("one\ntwo\n", fixture)
    #expect(fixture.replace("one\nthree\n", basedOn: "one\n") == .done(previousWasRead: true))
    #expect(fixture.text == "one\nthree\n")
    #expect(try fixture.turn { fixture.stateNames.isEmpty })
  }

  @Test func whatIsNotWantedAfterAllLeavesNothing() throws {
    let fixture = try FileKeeperFixture("one\n")
    prepare("two\n", fixture)
    #expect(fixture.stateNames.count == 1)
    prepare("three\n", fixture)
    #expect(fixture.stateNames.count == 1)
    prepare(nil, fixture)
    #expect(fixture.stateNames.isEmpty)
    #expect(fixture.text == "one\n")
  }

  @Test func nothingIsPreparedForAFileThatIsNotExchanged() throws {
    let missing = try FileKeeperFixture(nil)
    prepare("one\n", missing)
    #expect(missing.stateNames.isEmpty)
    let linked = try FileKeeperFixture("one\n")
    try linked.shell("ln \"$F\" \"$F.other\"")
    prepare("two\n", linked)
    #expect(linked.stateNames.isEmpty)
  }

  @Test func aCrashBeforeTheReplacementLeavesOnlyWhatTheNextStartThrowsAway() throws {
    let fixture = try FileKeeperFixture("one\n")
    prepare("two\n", fixture)
    let next = try fixture.restarted()
    #expect(next.leftovers().isEmpty)
    #expect(fixture.stateNames.isEmpty)
  }
}
