import Linux
import Support
import Systemd
import Testing
import TodoCore

@testable import TodoDaemon

/// A daemon on the stage, with real sockets and a real loop before it.
final class ServerDesk {
  let stage: Stage
  let loop: EventLoop
  let server: Server
  /// What the server said to the journal.
  let journal: Journal
  private let scratch: TestDirectory

  init(file: String, patience: Int64 = 30_000) throws {
    Signal.pipe.ignore()
    scratch = try TestDirectory()
    loop = try EventLoop()
    stage = try Stage(now: try Transcript.civil("2026-03-01T08:00"), zone: .utc)
    stage.file = Array(file.utf8)
    try stage.start()
    let listener = try UnixListener(path: scratch.file("socket"))
    let journal = Journal()
    server = try Server(
      loop, listeners: [listener], daemon: try #require(stage.daemon), patience: patience,
      journal: { journal.events.append($0.event) })
    self.journal = journal
    stage.sockets = server
  }

  func connect() throws -> Client { Client(try UnixSocket.connect(scratch.file("socket")), self) }

  /// A client that has read its greeting.
  func client() throws -> Client {
    let client = try connect()
    #expect(try client.line().hasPrefix("OK todod 1.0 "))
    return client
  }

  /// Turns the loop until it has nothing to do.
  func turnUntilQuiet() throws {
    while try loop.turn(milliseconds: 20) {}
  }

  /// Turns the loop for a while.
  func turn(milliseconds: Int64) throws {
    let end = Clock.monotonic() + milliseconds * 1000
    while Clock.monotonic() < end { try loop.turn(milliseconds: 5) }
  }

  /// Turns the loop until a condition holds; false when it does not within twenty seconds.
  func turn(until condition: () -> Bool) throws -> Bool {
    let end = Clock.monotonic() + 20_000_000
    while !condition() {
      if Clock.monotonic() > end { return false }
      try loop.turn(milliseconds: 20)
    }
    return true
  }

  final class Journal {
    fileprivate(set) var events: [JournalEvent] = []
  }

  final class Client {
    let socket: UnixSocket
    private unowned let desk: ServerDesk
    private var bytes: [UInt8] = []
    private var start = 0

    init(_ socket: UnixSocket, _ desk: ServerDesk) {
      self.socket = socket
      self.desk = desk
    }

    /// Says bytes that are no whole line.
    func say(half bytes: String) throws { try socket.writeAll(Array(bytes.utf8), milliseconds: 5000) }

    /// Says lines in one write, and reads nothing.
    func say(_ lines: String...) throws { try say(contentsOf: lines) }

    func say(contentsOf lines: [String]) throws { try say(half: lines.map { $0 + "\n" }.joined()) }

    /// The next line, turning the loop until it is there.
    func line() throws -> String {
      let end = Clock.monotonic() + 20_000_000
      while Clock.monotonic() < end {
        if let newline = bytes[start...].firstIndex(of: 10) {
          defer { start = newline + 1 }
          return String(decoding: bytes[start..<newline], as: UTF8.self)
        }
        switch try socket.read() {
        case .bytes(let more):
          bytes.removeFirst(start)
          start = 0
          bytes += more
        case .wouldBlock: try desk.loop.turn(milliseconds: 20)
        case .end: return "(closed)"
        }
      }
      return "(nothing comes)"
    }

    /// The lines of one answer; events before it too.
    func answer() throws -> [String] {
      var lines: [String] = []
      while true {
        let line = try line()
        lines.append(line)
        if ["OK", "ERR", "("].contains(where: { line.hasPrefix($0) }) { return lines }
      }
    }
  }
}
