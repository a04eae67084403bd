import Foundation
import Linux
import Support
import Testing

@Suite struct ChildProcessTests {
  private func text(of channel: ChildProcess.Channel?) throws -> String {
    let channel = try #require(channel)
    var bytes: [UInt8] = []
    while true {
      switch try channel.read() {
      case .bytes(let part): bytes += part
      case .end: return String(decoding: bytes, as: UTF8.self)
      case .wouldBlock: #expect(try channel.descriptor.wait(for: .reading, milliseconds: 20_000))
      }
    }
  }

  @Test func outputErrorsAndEndingAreToldApart() throws {
    let child = try ChildProcess(
      ["sh", "-c", "echo out; echo err >&2; exit 3"], environment: Environment.current())
    #expect(try text(of: child.output) == "out\n")
    #expect(try text(of: child.errors) == "err\n")
    #expect(try child.wait(milliseconds: 20_000) == .exited(3))
    #expect(try child.reap() == .exited(3), "the ending is kept")
    try child.send(.terminate)
  }

  @Test func inputIsAPipeThatEnds() throws {
    let child = try ChildProcess(["head", "-n1"], environment: Environment.current(), input: .pipe)
    try #require(child.input).descriptor.writeAll(Array("hello\n".utf8))
    #expect(try text(of: child.output) == "hello\n")
    #expect(try child.wait(milliseconds: 20_000) == .exited(0))
  }

  @Test func aTerminalGetsEachLineAtOnceAndUnchanged() throws {
    let child = try ChildProcess(
      ["python3", "-c", "import sys; print('17'); print(sys.stdout.isatty()); sys.stdin.readline(); print('end')"],
      environment: Environment.current(), input: .pipe, output: .terminal)
    let output = try #require(child.output)
    // python flushes line by line on a terminal only: this comes before the child is let go on.
    var early: [UInt8] = []
    while early.count < 8, try output.descriptor.wait(for: .reading, milliseconds: 20_000),
      case .bytes(let part) = try output.read()
    {
      early += part
    }
    #expect(String(decoding: early, as: UTF8.self) == "17\nTrue\n")
    try #require(child.input).descriptor.writeAll([10])
    #expect(try text(of: output) == "end\n")
    #expect(try child.wait(milliseconds: 20_000) == .exited(0))
  }

  @Test func aChildHasDefaultDispositionsAndNothingBlocked() throws {
    Signal.pipe.ignore()
    try Signal.user2.block()
    let child = try ChildProcess(
      ["sh", "-c", "grep -E '^Sig(Blk|Ign)' /proc/self/status"], environment: Environment.current())
    // The C library keeps signals 32 and 33 to itself.
    let masks = try text(of: child.output).split(separator: "\n").map {
      UInt64($0.drop { $0 != "\t" }.dropFirst(), radix: 16).map { $0 & ~0x1_8000_0000 }
    }
    #expect(masks == [0, 0])
  }

  @Test func aSignalReachesTheChild() throws {
    let child = try ChildProcess(["sleep", "60"], environment: Environment.current(), ownSession: true)
    #expect(try child.reap() == nil)
    try child.send(.interrupt)
    #expect(try child.wait(milliseconds: 20_000) == .signalled(2))
  }

  @Test func aMissingProgramIsAnErrorHere() {
    #expect(throws: SystemError(2, "start no-such-program-here")) {
      _ = try ChildProcess(["no-such-program-here"], environment: Environment.current())
    }
  }

  @Test func whatTheServiceManagerToldUsAloneIsNotPassedOn() throws {
    let given = [
      "PATH": "/usr/bin:/bin", "NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "1", "WATCHDOG_PID": "1", "LISTEN_FDS": "1",
      "LISTEN_PID": "2", "JOURNAL_STREAM": "1:2", "DISPLAY": ":0", "EMPTY": "",
    ]
    let child = try ChildProcess(["/usr/bin/env"], environment: Environment.forChildren(of: given))
    let lines = try text(of: child.output).split(separator: "\n").sorted()
    #expect(lines == ["DISPLAY=:0", "EMPTY=", "PATH=/usr/bin:/bin"])
  }

  @Test func noDescriptorOfOursLeaksIntoAChild() throws {
    let scratch = try TestDirectory()
    let file = try FileDescriptor.open(try scratch.write("secret", to: "marked-file"), .reading)
    let child = try ChildProcess(["ls", "-l", "/proc/self/fd"], environment: Environment.current())
    #expect(try !text(of: child.output).contains("marked-file"))
    #expect(try file.readAll(limit: 10) == Array("secret".utf8))
  }
}
