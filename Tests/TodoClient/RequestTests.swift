import Testing
import TodoClient

/// `todoctl request`: the protocol's own lines, in and out.
struct RequestTests {
  private static let greeting = "OK todod 1.0 server=0.1.0 epoch=9c1e rev=118 max-line=8192\n"

  private func world(_ answers: String, isTerminal: Bool = false) -> World {
    let world = World()
    world.server = Self.greeting + answers
    world.isTerminal = isTerminal
    return world
  }

  @Test func answersArePrintedAsTheyCome() {
    let answers = "- 17 if=3f9a21c0 next=2026-01-03T09:00:00+01:00\t(A) Call\tmum\n= key value\nOK @1 rev=118 n=1\n"
    let world = world(answers)
    #expect(world.run(["request", "@1 list\t+family"]) == 0)
    #expect(world.output == answers && world.complaints.isEmpty)
  }

  @Test func manyRequestsGoOverOneConnectionAndTheFirstFailureIsTheExitCode() {
    let answers = "OK queued=1\nERR 4 not-found no task 99\nERR 5 conflict at=2\n"
    let world = world(answers)
    #expect(world.run(["request", "begin", "done 99", "commit"]) == 4)
    #expect(world.output == answers)
  }

  @Test func theInputIsALineARequest() {
    let world = world("OK\nOK rev=1\n")
    world.input = "ping\n\n  \nlist\tnothing\n"
    #expect(world.run(["request", "-"]) == 0)
    #expect(world.output == "OK\nOK rev=1\n", "an empty line asks nothing")
  }

  @Test func eventsAndLinesOfALaterProtocolEndNothing() {
    let answers = "* changed rev=4\n~ news\nOK\n"
    let world = world(answers)
    #expect(world.run(["request", "ping"]) == 0)
    #expect(world.output == answers)
  }

  @Test func onATerminalTextCannotMoveTheCursor() {
    let world = world("- 3\ta\u{1B}[2Jb\u{202E}c\nOK\n", isTerminal: true)
    #expect(world.run(["request", "list"]) == 0)
    #expect(world.output == "- 3 a\u{241B}[2Jb\u{FFFD}c\nOK\n")
  }

  @Test(arguments: [
    (["request"], "the request is missing"), (["request", ""], "there is no request"),
    (["request", "ping\nquit"], "a request is one line"), (["request", "--json", "ping"], "leave '--json' out"),
    (["request", "add \(String(repeating: "x", count: 8200))"], "8204 bytes is more than 8192"),
  ])
  func whatIsNoRequestIsSaid(arguments: [String], words: String) {
    let world = world("OK\n")
    #expect(world.run(arguments) != 0)
    #expect(world.output.isEmpty && world.complaints.contains(words), "\(world.complaints)")
  }

  @Test func aConnectionThatEndsIsAProblem() {
    let world = world("- 3\thalf of an answer\n")
    #expect(world.run(["request", "list"]) == 3)
    #expect(world.output == "- 3\thalf of an answer\n")
  }
}
