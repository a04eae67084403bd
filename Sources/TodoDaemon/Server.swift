package import Linux
package import Systemd
import TodoProtocol

/// Accepts clients on the socket, within limits, and brings what they say to the daemon.
///
/// Not Sendable on purpose: it belongs to the loop's thread.
package final class Server {
  let daemon: Daemon
  private let loop: EventLoop
  private let listeners: [UnixListener]
  private var acceptSources: [IOSource] = []
  private var connections: [ClientID: Connection] = [:]
  private var lastClient = 0
  private var turn: PlainSource?
  private var deadlines: TimeSource?
  private let journal: (JournalEntry) -> Void
  /// How long (ms) a client may leave a line half said, or an answer unread.
  let patience: Int64

  package init(
    _ loop: EventLoop, listeners: [UnixListener], daemon: Daemon, patience: Int64 = 30_000,
    journal: @escaping (JournalEntry) -> Void
  ) throws(SystemError) {
    self.patience = patience
    self.loop = loop
    self.listeners = listeners
    self.daemon = daemon
    self.journal = journal
    turn = try loop.deferred(priority: .late) { [weak self] in self?.takeTurn() }
    deadlines = try loop.timer(.monotonic, accuracy: 500_000) { [weak self] _ in self?.dropOverdue() }
    for listener in listeners {
      acceptSources.append(
        try loop.io(listener.descriptor, .readable) { [weak self] _ in self?.accept(from: listener) })
    }
  }

  package var clientCount: Int { connections.count }

  package func wantTurn() { turn?.wake() }

  private func takeTurn() {
    for connection in connections.values { connection.isGathering = true }
    daemon.turn()
    for connection in connections.values {
      connection.isGathering = false
      connection.flush()
    }
    for connection in connections.values.filter({ $0.hasMoreLines }) { connection.deliverLines() }
  }

  package func send(_ client: ClientID, _ answer: Answer) { connections[client]?.send(answer) }

  /// Writes what can be written at once: nothing waits for a client at the end.
  package func flushAll() { for connection in connections.values { connection.flush() } }

  private func accept(from listener: UnixListener) {
    do throws(SystemError) {
      while let socket = try listener.accept() { try welcome(socket) }
    } catch {
      journal(JournalEntry(.fault, "a client could not be accepted: \(error)", level: .error))
    }
  }

  private func welcome(_ socket: UnixSocket) throws(SystemError) {
    let user = try socket.peer().user
    guard user == CurrentProcess.user || user == 0 else {
      refuse(socket, Failure(.badRequest, "this todod serves another user"), "user \(user) is not served")
      return
    }
    guard connections.count < Server.maximumClients else {
      refuse(
        socket, Failure(.busy, "\(Server.maximumClients) clients are connected: close one, or try again"),
        "\(Server.maximumClients) clients are connected")
      return
    }
    lastClient += 1
    let id = ClientID(lastClient)
    connections[id] = try Connection(id, socket, server: self, loop: loop)
    daemon.connected(id)
  }

  private func refuse(_ socket: UnixSocket, _ failure: Failure, _ reason: String) {
    journal(JournalEntry(.clientRefused, "a client was refused: \(reason)", level: .warning))
    // A client that does not read it has not lost anything.
    _ = try? socket.write(Response.failed(tag: nil, failure).bytes[...])
  }

  // MARK: Deadlines

  func uptime() -> Int64 { Clock.monotonic() / 1000 }

  func armDeadlines() {
    let next = connections.values.compactMap(\.deadline).min()
    try? deadlines?.set(next.map { $0 * 1000 })
  }

  private func dropOverdue() {
    let now = uptime()
    for connection in Array(connections.values) { connection.dropIfOverdue(at: now) }
    armDeadlines()
  }

  func noteDropped(_ client: ClientID, _ isPartial: Bool) {
    journal(
      JournalEntry(
        .clientDropped,
        isPartial
          ? "a client left a line half said for \(patience / 1000) s"
          : "a client read nothing of its answer for \(patience / 1000) s",
        level: .warning))
  }

  func closed(_ connection: Connection) {
    connections[connection.id] = nil
    daemon.disconnected(connection.id)
  }

  private static let maximumClients = 64
}
