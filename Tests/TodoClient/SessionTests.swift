import Linux
import Testing
import TodoClient
import TodoProtocol
import TodoTxt

/// A session against the other end of a real socket.
struct SessionTests {
  private static let greeting = "OK todod 1.0 server=0.1.0 epoch=9c1e rev=118 max-line=8192\n"

  private func session(_ answer: String, closes: Bool = true) throws -> (Session, UnixSocket) {
    let (ours, theirs) = try UnixSocket.pair()
    try theirs.writeAll(Array(answer.utf8), milliseconds: 1000)
    if closes { theirs.finishWriting() }
    return (Session(ours), theirs)
  }

  @Test func manyRequestsGoAtOnceAndEachHasItsAnswer() throws {
    let long = String(repeating: "x", count: 50_000)
    let (session, server) = try session(
      Self.greeting + "OK rev=1\n- 3\t\(long)\n- 4 ln=2\tb\nOK rev=1 n=2\nERR 4 not-found no task 9\n")
    let answers = try session.ask([Request(.ping), Request(.list(query: "", sort: nil)), Request(.get([.id(9)]))])
    try #require(answers.map(\.rows.count) == [0, 2, 0])
    #expect(answers[1].rows[0].line.bytes.count == 50_000 && answers[1].rows[1].attributes.lineNumber == 2)
    #expect(answers[2].failure?.code == 4)
    #expect(try server.read() == .bytes(Array("ping\nlist\nget 9\n".utf8)))
  }

  @Test func rowsAreCopiedAsLinesAndTheRestIsRead() throws {
    let (session, server) = try session(Self.greeting + "- 3\t- x\n= note paused\n- 4\tb\tc\nOK rev=1 n=2\n")
    let (rows, rest) = try session.copy(Request(.list(query: "", sort: "due", rows: .plain)))
    #expect(rows == Array("3\t- x\n4\tb\tc\n".utf8))
    #expect(rest.notes == ["paused"] && rest.attributes["n"] == "2")
    #expect(try server.read() == .bytes(Array("list sort=due rows=plain\t\n".utf8)))
  }

  @Test func whatIsNoRowOfACopyIsAProblem() throws {
    let (session, server) = try session(Self.greeting + "- 3\tx\ngarbage\n")
    let problem = #expect(throws: Problem.self) { try session.copy(Request(.list(query: "", sort: nil, rows: .plain))) }
    #expect(problem?.exitCode == 8)
    withExtendedLifetime(server) {}
  }

  @Test func anAnswerInSmallPiecesIsPutTogether() throws {
    let (session, server) = try session("", closes: false)
    try session.send([Request(.ping)])
    for byte in (Self.greeting + "- 3\ta").utf8 { try server.writeAll([byte], milliseconds: 1000) }
    try server.writeAll(Array("b\nOK\n".utf8), milliseconds: 1000)
    guard case .row(3, _, let line) = try session.next() else {
      Issue.record("no row")
      return
    }
    #expect(line == Array("ab".utf8))
  }

  @Test(arguments: [
    ("ERR 7 busy 64 clients are connected\n", 7, "64 clients are connected"),
    (Self.greeting, 3, "todod closed the connection"),
    (Self.greeting + "- 3\thalf", 3, "todod closed the connection"),
    ("OK todod 2.0 server=9\nOK\n", 8, "todod speaks protocol 2.0, todoctl 1.0"),
    ("HTTP/1.1 400 Bad Request\r\n\r\n", 8, "this is not the protocol of todod"),
    (Self.greeting + "garbage\n", 8, "this is not the protocol of todod"),
  ])
  func whatIsNoAnswerIsAProblem(answer: String, code: Int32, words: String) throws {
    let (session, server) = try session(answer)
    let problem = #expect(throws: Problem.self) { try session.ask([Request(.ping)]) }
    #expect(problem?.exitCode == code)
    #expect(problem?.failure.message == words)
    #expect(problem?.hint != nil)
    withExtendedLifetime(server) {}
  }

  @Test func theWordsOfADaemonThatIsFullAreReadAlthoughItHasClosed() throws {
    Signal.pipe.ignore()
    let (ours, theirs) = try UnixSocket.pair()
    try theirs.writeAll(Array("ERR 7 busy 64 clients\n".utf8), milliseconds: 1000)
    try closing(theirs)
    let problem = #expect(throws: Problem.self) { try Session(ours).ask([Request(.ping)]) }
    #expect(problem?.failure == Failure(.busy, "64 clients"))
  }

  /// Takes the other end and lets it go.
  private func closing(_ socket: consuming UnixSocket) throws { _ = try socket.read() }

  @Test func aRequestThatIsTooLongIsNotSent() throws {
    let (session, server) = try session(Self.greeting)
    let text = [UInt8](repeating: 0x61, count: 9000)
    let problem = #expect(throws: Problem.self) { try session.ask([Request(.add(text: text, top: false))]) }
    #expect(problem?.exitCode == 9)
    #expect(try server.read() == .wouldBlock)
  }

  @Test func whereNobodyListensTododIsNotRunning() {
    let problem = #expect(throws: Problem.self) { try Session.connect("/nonexistent/todod/socket") }
    #expect(problem?.exitCode == 3)
    #expect(problem?.words == "todoctl: todod is not running: start it with 'systemctl --user start todod'")
  }

  @Test func theSocketIsFoundByOptionThenEnvironment() throws {
    let variables = ["TODOD_SOCKET": "/b", "XDG_RUNTIME_DIR": "/run/c"]
    let runtimeOnly = ["XDG_RUNTIME_DIR": "/run/c"]
    #expect(try SocketPath.find(option: "/a", environment: { variables[$0] }) == "/a")
    #expect(try SocketPath.find(option: nil, environment: { variables[$0] }) == "/b")
    #expect(try SocketPath.find(option: nil, environment: { runtimeOnly[$0] }) == "/run/c/todod/socket")
  }
}
