import Linux
import Support
import Systemd
import Testing

@testable import TodoDaemon

/// The command of `OnRemind=` as a child; as a unit it is tried by Tests/EndToEnd/test_service.py.
final class CommandRunnerTests {
  private let loop: EventLoop
  private let scratch: TestDirectory
  private let runner: CommandRunner
  private var faults: [String] = []
  private var ended = 0

  init() throws {
    loop = try EventLoop()
    scratch = try TestDirectory()
    let environment = Environment.current().filter { $0.key != "INVOCATION_ID" }
    runner = CommandRunner(loop, bus: UserBus(loop, environment: [:]), environment: environment, deadline: 1)
    runner.failed = { [unowned self] in faults.append($0) }
    runner.ended = { [unowned self] in
      ended += 1
      if let fault = $0 { faults.append(fault) }
    }
  }

  private func turn(until isSo: () -> Bool) throws {
    let end = Clock.monotonic() + 30_000_000
    while !isSo(), Clock.monotonic() < end { _ = try loop.turn(milliseconds: 20) }
    #expect(isSo())
  }

  private func content(_ name: String) -> [UInt8]? {
    (try? FileDescriptor.open(scratch.file(name), .reading))?.readAllOrNothing()
  }

  @Test func itReadsAllOfItsInputAndNoShellReadsItsWords() throws {
    // More than a pipe holds.
    let input = [UInt8](repeating: UInt8(ascii: "a"), count: 300_000) + [0xFF, 0x0A]
    runner.run(["cp", "/dev/stdin", scratch.file("$(x) 'y'")], input)
    try turn { content("$(x) 'y'")?.count == input.count }
    #expect(content("$(x) 'y'") == input)
    #expect(faults == [])
  }

  @Test func whatFailsIsSaid() throws {
    runner.run(["false"], [])
    try turn { faults.count == 1 }
    runner.run(["/nowhere/at-all"], [])
    runner.run(["sleep", "30"], [])
    try turn { faults.count == 3 }
    #expect(faults.contains("false ended with code 1"))
    #expect(faults.contains("sleep was ended by signal 9 after 1 s"))
    #expect(faults.contains { $0.hasPrefix("/nowhere/at-all could not be started") })
  }

  @Test func howEachRunEndedIsSaid() throws {
    for command in ["true", "false", "/nowhere/at-all", "true"] { runner.run([command], []) }
    try turn { ended == 4 }
    #expect(faults.count == 2)
  }

  @Test func whatIsOpenedHasNoDeadlineAndItsFailureIsSaid() throws {
    runner.open(["sh", "-c", "sleep 1.2; exit 3"])
    runner.open(["/nowhere/at-all"])
    #expect(faults.count == 1 && faults.first?.hasPrefix("/nowhere/at-all could not be started") == true)
    try turn { faults.count == 2 }
    #expect(faults.last == "sh ended with code 3" && ended == 0)
  }

  @Test func manyWaitForEachOtherAndTooManyAreLeftOut() throws {
    for _ in 0..<100 { runner.run(["sleep", "0.01"], []) }
    #expect(faults == ["sleep is too slow: 64 runs of it wait, further ones are left out"])
    // There is room again once some have ended.
    try turn {
      runner.run(["touch", scratch.file("last")], [])
      return content("last") != nil
    }
  }

  @Test func withoutACommandNothingRuns() throws {
    runner.run([], Array("x".utf8))
    _ = try loop.turn(milliseconds: 0)
    #expect(faults == [])
  }
}

extension FileDescriptor {
  fileprivate borrowing func readAllOrNothing() -> [UInt8]? { try? readAll(limit: 1 << 20) }
}
