import Linux
import Support
import Testing

@testable import TodoDaemon

@Suite struct FileKeeperRemovingTests {
  @Test func aFileGoesAndLeavesNothingBehind() throws {
    let fixture = try FileKeeperFixture("one\n")
    #expect(fixture.look() == .same)
    #expect(fixture.keeper.remove(basedOn: "one\n".bytes, revision: 1) == .done(previousWasRead: true))
    #expect(fixture.text == nil)
    #expect(try fixture.turn { fixture.stateNames.isEmpty })
    #expect(fixture.look() == .missing)
    #expect(fixture.replace("two\n", basedOn: "", create: true) == .done(previousWasRead: true))
    #expect(fixture.text == "two\n")
  }

  @Test func whatSomebodyWroteMeanwhileIsHandedOutAndKept() throws {
    let fixture = try FileKeeperFixture("one\n")
    _ = fixture.look()
    try fixture.shell("echo theirs >> \"$F\"")
    guard case .foreign(let displaced, _) = fixture.keeper.remove(basedOn: "one\n".bytes, revision: 7) else {
      Issue.record("the edit was not seen")
      return
    }
    #expect(displaced.base == "one\n".bytes && displaced.bytes == "one\ntheirs\n".bytes && displaced.revision == 7)
    try fixture.turnUntilQuiet()
    #expect(fixture.keeper.keptNames == [displaced.name])
    fixture.keeper.release(displaced.name)
    #expect(try fixture.turn { fixture.stateNames.isEmpty })
  }

  @Test func whoStillHoldsItIsHeard() throws {
    let fixture = try FileKeeperFixture("one\n")
    _ = fixture.look()
    let writer = try FileKeeperFixture.Writer(fixture.keeper.path)
    #expect(fixture.keeper.remove(basedOn: "one\n".bytes, revision: 1) == .done(previousWasRead: true))
    try writer.write("late")
    let kept = try #require(fixture.keeper.keptNames.first)
    #expect(try fixture.turn { try FileStatus.of(kept).stamp.size == 9 })
    try writer.close()
    #expect(try fixture.turn { !fixture.displaced.isEmpty })
    #expect(fixture.displaced.first?.bytes == "one\nlate\n".bytes)
  }

  @Test func aFileThatIsNotThereIsGone() throws {
    let fixture = try FileKeeperFixture(nil)
    #expect(fixture.keeper.remove(basedOn: [], revision: 1) == .gone)
  }
}
