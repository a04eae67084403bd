import Foundation
import Linux
import Support
import Testing

@testable import TodoDaemon

@Suite struct FileKeeperInPlaceTests {
  @Test func aHardLinkedFileIsWrittenInPlace() throws {
    let fixture = try FileKeeperFixture("one\n")
    try fixture.shell("ln \"$F\" \"$F.twin\"")
    _ = fixture.look()
    let before = try FileStatus.of(fixture.keeper.path).stamp
    #expect(fixture.replace("one\ntwo\n", basedOn: "one\n") == .done(previousWasRead: true))
    #expect(fixture.keeper.inPlaceReason == .hardLink)
    #expect(try FileStatus.of(fixture.keeper.path).stamp.isSameFile(as: before))
    #expect(fixture.look() == .same)
    #expect(try fixture.turn { fixture.stateNames.isEmpty })
    #expect(!fixture.keeper.wasReadByOthers)
    #expect(fixture.replaceAlone("one\ntwo\n", basedOn: "one\ntwo\n"))
    #expect(try fixture.scratch.text(of: "tasks/todo.txt.twin") == "one\ntwo\n")
    #expect(fixture.isRead)
    #expect(fixture.replace("x\n", basedOn: "one\ntwo\n") == .done(previousWasRead: true), "shorter")
    #expect(fixture.text == "x\n")
  }

  @Test func whatSomebodyWroteInBetweenIsNotWrittenOver() throws {
    let fixture = try FileKeeperFixture("one\n")
    try fixture.shell("ln \"$F\" \"$F.twin\"")
    _ = fixture.look()
    try fixture.shell("echo theirs >> \"$F\"")
    #expect(fixture.replace("ours\n", basedOn: "one\n", isHeld: true) == .busy)
    #expect(fixture.text == "one\ntheirs\n")
    #expect(fixture.stateNames.isEmpty)
    #expect(fixture.look() == .changed("one\ntheirs\n".bytes))
  }

  @Test func aReaderIsWaitedForAndThenPutUpWith() throws {
    let fixture = try FileKeeperFixture("one\n")
    try fixture.shell("ln \"$F\" \"$F.twin\"")
    _ = fixture.look()
    let reader = try FileDescriptor.open(fixture.keeper.path, .reading)
    #expect(fixture.replace("ours\n", basedOn: "one\n", isHeld: true) == .busy)
    #expect(fixture.replace("ours\n", basedOn: "one\n") == .done(previousWasRead: true))
    #expect(fixture.text == "ours\n")
    // It may have read the old bytes: its close says nothing.
    _ = consume reader
    try fixture.turnUntilQuiet()
    #expect(!fixture.keeper.wasReadByOthers)
    #expect(fixture.replace("more\n", basedOn: "ours\n") == .done(previousWasRead: false))
    #expect(fixture.replaceAlone("more\n", basedOn: "more\n"))
    #expect(try fixture.scratch.text(of: "tasks/todo.txt.twin") == "more\n")
    #expect(fixture.isRead)
  }

  @Test func whoOpensMeanwhileWaitsUntilItIsWritten() throws {
    let fixture = try FileKeeperFixture("one\n")
    let file = try FileDescriptor.open(fixture.keeper.path, .readingAndWriting)
    #expect(try eventually { try file.keepOthersOut() })
    #expect(throws: SystemError.self) { _ = try FileDescriptor.open(fixture.keeper.path, .reading) }
    file.letOthersIn()
    _ = try FileDescriptor.open(fixture.keeper.path, .reading)
    let reader = try FileDescriptor.open(fixture.keeper.path, .reading)
    #expect(try !file.keepOthersOut())
    _ = consume reader
  }

  @Test func aWriterInTheFileIsWaitedFor() throws {
    let fixture = try FileKeeperFixture("one\n")
    try fixture.shell("ln \"$F\" \"$F.twin\"")
    _ = fixture.look()
    let writer = try FileKeeperFixture.Writer(fixture.keeper.path)
    #expect(fixture.replace("ours\n", basedOn: "one\n", isHeld: true) == .busy)
    #expect(fixture.text == "one\n")
    try writer.close()
    #expect(eventually { fixture.replace("ours\n", basedOn: "one\n") == .done(previousWasRead: true) })
  }

  @Test(arguments: [
    ("x three\n", "one two\n", "x three four\n", true, "the first part of the new bytes over the old"),
    ("x e two\n", "one two\n", "x e three\n", true, "half of each"),
    ("a\n\0\0\n", "a\n", "a\nbb\n", true, "blocks that never got their bytes"),
    ("one\n", "one\n", "two\n", false, "the old bytes are whole"),
    ("two\n", "one\n", "two\n", false, "the new bytes are whole"),
    ("six\n", "one\n", "two\n", false, "somebody else's"),
    ("one\nsix\n", "one\n", "two\n", false, "longer than both"),
    ("", "one\n", "two\n", false, "shorter than both"),
  ])
  func aTornFileIsAMixtureOfTheTwo(current: String, before: String, after: String, isTorn: Bool, remark: String) {
    let found = FileKeeper.isTorn(current.bytes, before: before.bytes, after: after.bytes)
    #expect(found == isTorn, "\(remark)")
  }
}
