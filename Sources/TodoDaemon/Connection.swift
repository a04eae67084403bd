import Linux
import Systemd
import TodoProtocol

/// One client: bytes in are cut into lines, answers out are made as fast as the client reads.
///
/// Not Sendable on purpose: it belongs to the loop's thread.
final class Connection {
  let id: ClientID
  private let socket: UnixSocket
  private var source: IOSource?
  private var framer = LineFramer()
  private var answers: [Answer] = []
  private var events = EventQueue()
  private var output: [UInt8] = []
  private var outputStart = 0
  private var isWritable = true
  /// Answers are gathered: what is said within one turn leaves in one write.
  var isGathering = false
  private var interest: Readiness = [.readable]
  private unowned let server: Server

  /// The client said all it will say; what it asked for is still answered.
  private(set) var hasEnded = false
  private(set) var isClosed = false
  /// It has whole lines that did not fit into the last turn.
  private(set) var hasMoreLines = false
  /// Since when (uptime, ms) the last line is not whole.
  private var partialSince: Int64?
  /// Since when (uptime, ms) an answer waits of which the client reads nothing.
  private var blockedSince: Int64?

  init(_ id: ClientID, _ socket: UnixSocket, server: Server, loop: EventLoop) throws(SystemError) {
    self.id = id
    self.socket = socket
    self.server = server
    source = try loop.io(socket.descriptor, [.readable]) { [weak self] readiness in self?.ready(readiness) }
  }

  private func ready(_ readiness: Readiness) {
    if readiness.contains(.writable) {
      isWritable = true
      flush()
    }
    if !isClosed, !hasEnded, readiness.contains(.readable) || readiness.contains(.hungUp) { read() }
    // Gone in both directions: nobody will read what still waits.
    let isGone = readiness.contains(.hungUp) && (isOverfed || !isWritable)
    if !isClosed, readiness.contains(.failed) || isGone { close() }
  }

  private func read() {
    guard !isOverfed else {
      // What it has said is not answered yet: the kernel keeps the rest.
      updateInterest()
      return
    }
    do throws(SystemError) {
      switch try socket.read() {
      case .bytes(let bytes): framer.append(bytes)
      case .wouldBlock: return
      case .end: hasEnded = true
      }
    } catch {
      close()
      return
    }
    deliverLines()
  }

  /// Hands whole lines to the daemon, some at a time so that nobody else has to wait.
  func deliverLines() {
    hasMoreLines = false
    isGathering = true
    var count = 0
    do throws(LineTooLong) {
      while true {
        guard count < Connection.linesPerTurn, !isOverfed else {
          hasMoreLines = true
          break
        }
        guard let line = try framer.next() else { break }
        count += 1
        server.daemon.received(line, from: id)
      }
    } catch {
      // Where the next line begins is not known: it is the last. Its answer comes after those of the lines before.
      hasEnded = true
      server.daemon.receivedTooLong(error.limit, from: id)
    }
    // An overfed client goes on when it has read: `flush` says so.
    if hasMoreLines, !isOverfed { server.wantTurn() }
    notePartialLine()
    if hasEnded { server.wantTurn() }
    isGathering = false
    flush()
  }

  private func notePartialLine() {
    let isPartial = framer.hasPartialLine && !hasMoreLines
    partialSince = isPartial ? partialSince ?? server.uptime() : nil
    if partialSince != nil { server.armDeadlines() }
  }

  // MARK: Answers

  func send(_ answer: Answer) {
    guard !isClosed else { return }
    switch answer {
    case .event(let name, let bytes): events.add(name, bytes)
    case .bytes, .rows, .pieces, .hangUp: answers.append(answer)
    }
    if !isGathering { flush() }
  }

  /// Writes what the client takes; rows are made only for what fits.
  func flush() {
    while !isClosed {
      if outputStart == output.count {
        output.removeAll(keepingCapacity: output.count <= Connection.buffer)
        outputStart = 0
        guard refill() else { break }
      }
      guard isWritable, write() else { break }
    }
    guard !isClosed else { return }
    if hasMoreLines, !isOverfed { server.wantTurn() }
    blockedSince = outputStart < output.count ? blockedSince ?? server.uptime() : nil
    if blockedSince != nil { server.armDeadlines() }
    if hasEnded, !hasMoreLines, !server.daemon.owes(id), answers.isEmpty, outputStart == output.count { close() }
    updateInterest()
  }

  /// Fills the empty buffer from what is to be said next; false if there is nothing.
  private func refill() -> Bool {
    var used = 0
    defer { if !isClosed { answers.removeFirst(used) } }
    gathering: while used < answers.count, output.count < Connection.buffer {
      switch answers[used] {
      case .bytes(let bytes): output += bytes
      case .rows(var cursor):
        guard server.daemon.fill(&output, from: &cursor, upTo: Connection.buffer) else {
          answers[used] = .rows(cursor)
          break gathering
        }
      case .pieces(let pieces):
        guard pieces.fill(&output, upTo: Connection.buffer) else { break gathering }
      case .hangUp:
        // What was said before leaves first.
        if output.isEmpty { close() }
        break gathering
      case .event: break
      }
      used += 1
    }
    if !isClosed, output.isEmpty { output = events.take() }
    return !output.isEmpty
  }

  private func write() -> Bool {
    do throws(SystemError) {
      switch try socket.write(output[outputStart...]) {
      case .wrote(let count):
        outputStart += count
        blockedSince = nil
        return true
      case .wouldBlock:
        isWritable = false
        return false
      }
    } catch {
      // The client may be gone: fine.
      close()
      return false
    }
  }

  private func updateInterest() {
    guard !isClosed, let source else { return }
    var wanted: Readiness = []
    if !hasEnded, !isOverfed, !hasMoreLines { wanted.insert(.readable) }
    if !isWritable { wanted.insert(.writable) }
    guard wanted != interest else { return }
    interest = wanted
    // A hang-up is told whether it was asked for or not: without this it would come again and again, ahead of the turn
    // that closes the connection.
    source.isEnabled = !wanted.isEmpty
    if !wanted.isEmpty { try? source.wait(for: wanted) }
  }

  /// More answers wait than a client may leave unread before it is listened to again.
  private var isOverfed: Bool {
    answers.count > Connection.linesPerTurn || output.count - outputStart > Connection.buffer
  }

  // MARK: The end

  /// When (uptime, ms) it is dropped if nothing happens; nil if it may stay as it is.
  var deadline: Int64? {
    [partialSince, blockedSince].compactMap { $0.map { $0 + server.patience } }.min()
  }

  /// Drops a client that left a line half said, or an answer unread, for too long.
  func dropIfOverdue(at uptime: Int64) {
    guard let deadline, deadline <= uptime else { return }
    server.noteDropped(id, partialSince.map { $0 + server.patience <= uptime } ?? false)
    close()
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    source = nil
    server.closed(self)
  }

  private static let linesPerTurn = 32
  private static let buffer = 64 * 1024
}
