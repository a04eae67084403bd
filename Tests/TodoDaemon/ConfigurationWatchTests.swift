import Linux
import Support
import Systemd
import Testing

@testable import TodoDaemon

struct ConfigurationWatchTests {
  private final class Told { var count = 0 }

  private let scratch: TestDirectory
  private let loop: EventLoop
  private let watch: ConfigurationWatch
  private let told = Told()

  init() throws {
    scratch = try TestDirectory()
    loop = try EventLoop()
    try scratch.write("[Reminders]\n", to: "todod.conf")
    let told = told
    watch = try ConfigurationWatch(loop, path: scratch.file("todod.conf"), zone: false) { event in
      if case .configuration = event { told.count += 1 }
    }
  }

  /// Turns the loop until nothing comes for longer than a save takes to settle.
  private func turnUntilQuiet() throws {
    while try loop.turn(milliseconds: 300) {}
  }

  @Test func aSaveIsToldOnceItHasSettled() throws {
    for length in 1...5 { try scratch.write("[Reminders]\nLead=\(length)h\n", to: "todod.conf") }
    #expect(told.count == 0, "never from within")
    try turnUntilQuiet()
    #expect(told.count == 1)
  }

  @Test func aFileThatIsPutInItsPlaceIsASave() throws {
    try scratch.write("[Reminders]\nLead=1h\n", to: "todod.conf~")
    try turnUntilQuiet()
    #expect(told.count == 0, "another name")
    try Directory.rename(scratch.file("todod.conf~"), to: scratch.file("todod.conf"))
    try turnUntilQuiet()
    #expect(told.count == 1)
  }

  @Test func equalBytesAreNoSave() throws {
    try scratch.write("[Reminders]\n", to: "todod.conf")
    try turnUntilQuiet()
    #expect(told.count == 0)
  }

  @Test func withoutADirectoryNothingIsWatchedAndNothingFails() throws {
    _ = try ConfigurationWatch(loop, path: scratch.file("nowhere/todod.conf"), zone: false) { _ in }
    try turnUntilQuiet()
  }
}
