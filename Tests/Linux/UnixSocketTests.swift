import Support
import Testing

@testable import Linux

@Suite struct UnixSocketTests {
  let scratch: TestDirectory

  init() throws {
    scratch = try TestDirectory()
    Signal.pipe.ignore()
  }

  @Test func aClientIsAcceptedAndKnown() throws {
    let listener = try UnixListener(path: scratch.file("socket"))
    #expect(try listener.accept() == nil)
    let client = try UnixSocket.connect(scratch.file("socket"))
    let server = try #require(try listener.accept())
    #expect(
      try server.peer()
        == UnixSocket.Peer(
          process: CurrentProcess.id, user: CurrentProcess.user, group: try FileStatus.of(scratch.path).group))
    #expect(try server.read() == .wouldBlock)
    try client.writeAll(Array("ping\n".utf8), milliseconds: 5000)
    #expect(try server.readWaiting(milliseconds: 5000) == .bytes(Array("ping\n".utf8)))
    client.finishWriting()
    #expect(try server.readWaiting(milliseconds: 5000) == .end)
  }

  @Test func onlyTheUserMayConnect() throws {
    let listener = try UnixListener(path: scratch.file("socket"))
    #expect(try FileStatus.of(scratch.file("socket")).mode == 0o600)
    #expect(try scratch.names() == ["socket"])
    withExtendedLifetime(listener) {}
  }

  @Test func aSocketLeftByACrashIsReplaced() throws {
    // Bound and closed, never unlinked: what a killed daemon leaves.
    let killed = try ChildProcess(
      [
        "python3", "-c", "import socket,sys; s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1])",
        scratch.file("socket"),
      ], environment: Environment.current())
    #expect(try killed.wait(milliseconds: 20_000) == .exited(0))
    do throws(SystemError) {
      _ = try UnixSocket.connect(scratch.file("socket"))
      Issue.record("somebody listens")
    } catch {
      #expect(error.isRefused)
    }
    let listener = try UnixListener(path: scratch.file("socket"))
    _ = try UnixSocket.connect(scratch.file("socket"))
    #expect(try listener.accept() != nil)
  }

  @Test func theNameGoesWithTheListener() throws {
    do { _ = try UnixListener(path: scratch.file("socket")) }
    #expect(try scratch.names() == [])
  }

  @Test func aFullSocketWouldBlockAndGoesOnWhenRead() throws {
    let (one, other) = try UnixSocket.pair()
    let block = [UInt8](repeating: 7, count: 1 << 16)
    var sent = 0
    while case .wrote(let count) = try one.write(block[...]) { sent += count }
    #expect(sent > 0)
    #expect(throws: SystemError(110, "write")) { try one.writeAll(block, milliseconds: 20) }
    var received = 0
    while received < sent, case .bytes(let bytes) = try other.read() { received += bytes.count }
    #expect(try one.write(block[...]) != .wouldBlock)
  }

  @Test func writingToNobodyIsAnErrorNotASignal() throws {
    let (one, other) = try UnixSocket.pair()
    _ = consume other
    #expect(eventually { (try? one.write([1])) == nil })
  }

  @Test func aPathThatIsTooLongIsSaidSo() {
    let path = "/tmp/" + String(repeating: "x", count: 120)
    do throws(SystemError) {
      _ = try UnixSocket.connect(path)
      Issue.record("connected")
    } catch {
      #expect(error.name == "ENAMETOOLONG")
    }
  }

  @Test func connectingToAFullQueueEnds() throws {
    let listener = try UnixListener(path: scratch.file("socket"), backlog: 0)
    var clients: [UnixSocket] = []
    do throws(SystemError) {
      for _ in 0..<10 { clients.append(try UnixSocket.connect(scratch.file("socket"), milliseconds: 50)) }
      Issue.record("the queue has no end")
    } catch {
      #expect(error.isTimeout)
    }
    withExtendedLifetime(listener) {}
  }
}
