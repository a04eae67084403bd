import Linux
import Support
import Testing

@Suite struct LockFileTests {
  @Test func theSecondHolderLearnsTheNumberOfTheFirst() throws {
    let scratch = try TestDirectory()
    let path = scratch.file("lock")
    let first = try LockFile(path)
    #expect(throws: LockFile.Refusal.held(by: CurrentProcess.id)) { _ = try LockFile(path) }
    withExtendedLifetime(first) {}
  }

  @Test func aLockGoesWithItsHolder() throws {
    let scratch = try TestDirectory()
    let path = scratch.file("lock")
    do { _ = try LockFile(path) }
    // Another test's child may hold a copy of the descriptor for the moment of its start.
    #expect(eventually { (try? LockFile(path)) != nil })
    #expect(try scratch.text(of: "lock") == "\(CurrentProcess.id)\n")
  }

  @Test func aLockInNoDirectoryIsAnErrorOfItsOwn() {
    #expect(throws: LockFile.Refusal.failed(SystemError(2, "open /nowhere/lock"))) { _ = try LockFile("/nowhere/lock") }
  }
}
