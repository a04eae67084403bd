package import Linux
package import TodoProtocol

/// A connection to the daemon: requests out, answers in.
package final class Session {
  private let socket: UnixSocket
  private var framer = LineFramer(maximumLine: .max)
  private var hasGreeted = false
  /// Milliseconds of silence. A change waits three seconds for a file that is being written, and a popup ten.
  package var patience: Int32 = 60_000

  package init(_ socket: UnixSocket) { self.socket = socket }

  package static func connect(_ path: String) throws(Problem) -> Session {
    // A daemon that is full answers and closes: its words are worth more than our death by a signal.
    Signal.pipe.ignore()
    do throws(SystemError) {
      return Session(try UnixSocket.connect(path))
    } catch {
      if error.isRefused { throw Problem(.notRunning, "todod is not running") }
      if error.isTimeout { throw Problem(.busy, "todod takes no connection at \(path)") }
      throw Problem(.notRunning, "no connection to \(path): \(error.text)", hint: "is it your own todod's socket?")
    }
  }

  /// Sends all the requests at once and reads as many answers, each to its end.
  package func ask(_ requests: [Request]) throws(Problem) -> [Answer] {
    try send(requests)
    var answers: [Answer] = []
    while answers.count < requests.count {
      var answer = Answer()
      while !answer.take(try next()) {}
      answers.append(answer)
    }
    return answers
  }

  /// Sends a request whose rows have no attributes; gives the rows as lines `ID TAB line`, without a `Response` for
  /// each, and what else the answer says.
  package func copy(_ request: Request) throws(Problem) -> (rows: [UInt8], rest: Answer) {
    try send([request])
    var (rows, answer): ([UInt8], Answer) = ([], Answer())
    while true {
      let line = try nextLine(isPatient: false)
      guard line.starts(with: Session.row) else {
        guard answer.take(try Session.response(line)) else { continue }
        return (rows, answer)
      }
      rows += line.dropFirst(Session.row.count)
      rows.append(UInt8(ascii: "\n"))
    }
  }

  private static let row = Array("- ".utf8)

  /// Sends a line as it is and hands on every line up to the one that ends its answer.
  ///
  /// - Returns: what that says failed.
  package func relay(_ line: [UInt8], to show: ([UInt8]) -> Void) throws(Problem) -> Failure? {
    try send(lines: [line])
    while true {
      let answered = try nextLine(isPatient: false)
      show(Array(answered))
      // A line of a later protocol ends nothing.
      switch try? Response(parsing: answered) {
      case .ok: return nil
      case .failed(_, let failure): return failure
      case .greeting, .row, .gone, .data, .event, nil: break
      }
    }
  }

  package func send(_ requests: [Request]) throws(Problem) { try send(lines: requests.map(\.bytes)) }

  private func send(lines: [[UInt8]]) throws(Problem) {
    var bytes: [UInt8] = []
    for line in lines {
      guard line.count <= LineFramer.maximumRequest else {
        throw Problem(
          .tooLarge, "a request of \(line.count) bytes is more than \(LineFramer.maximumRequest)",
          hint: "make it shorter, or edit the file itself")
      }
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
    }
    do throws(SystemError) {
      try socket.writeAll(bytes, milliseconds: patience)
    } catch {
      // Closed at the other end: what it said before is still to be read.
      guard error.isClosedByPeer else { throw Session.lost(error) }
    }
  }

  /// The next line after the greeting, waiting for it.
  package func next(isPatient: Bool = false) throws(Problem) -> Response {
    try Session.response(try nextLine(isPatient: isPatient))
  }

  /// To wait on, beside other things, for what `arrived` gives.
  package var descriptor: Int32 { socket.descriptor.raw }

  /// What has come, without waiting.
  package func arrived() throws(Problem) -> [Response] {
    let reading: Reading
    do throws(SystemError) { reading = try socket.read() } catch { throw Session.lost(error) }
    switch reading {
    case .bytes(let bytes): framer.append(bytes)
    case .wouldBlock: break
    case .end: throw Session.closed
    }
    var responses: [Response] = []
    while let line = try buffered() { responses.append(try Session.response(line)) }
    return responses
  }

  private func nextLine(isPatient: Bool) throws(Problem) -> ArraySlice<UInt8> {
    while true {
      if let line = try buffered() { return line }
      let reading: Reading
      do throws(SystemError) {
        reading = try socket.readWaiting(milliseconds: isPatient ? -1 : patience)
      } catch {
        throw error.isTimeout
          ? Problem(.busy, "todod has not answered for \(patience / 1000) s") : Session.lost(error)
      }
      switch reading {
      case .bytes(let bytes): framer.append(bytes)
      case .wouldBlock: break
      case .end: throw Session.closed
      }
    }
  }

  private func buffered() throws(Problem) -> ArraySlice<UInt8>? {
    let line: ArraySlice<UInt8>?
    do throws(LineTooLong) {
      line = try framer.next()
    } catch {
      throw Session.foreign
    }
    guard let line, !hasGreeted else { return line }
    return try greeted(line)
  }

  /// The first line is the greeting, or a refusal that stands for the answer to everything.
  private func greeted(_ line: ArraySlice<UInt8>) throws(Problem) -> ArraySlice<UInt8>? {
    hasGreeted = true
    switch try Session.response(line) {
    case .greeting(let greeting):
      guard greeting.version.major == ProtocolVersion.current.major else {
        throw Problem(
          .version, "todod speaks protocol \(greeting.version), todoctl \(ProtocolVersion.current)")
      }
      return try buffered()
    case .failed(_, let failure): throw Problem(failure)
    case .row, .gone, .data, .event, .ok: return line
    }
  }

  private static func response(_ line: ArraySlice<UInt8>) throws(Problem) -> Response {
    do throws(BadResponse) {
      return try Response(parsing: line)
    } catch {
      throw foreign
    }
  }

  private static var foreign: Problem {
    Problem(.version, "this is not the protocol of todod", hint: "is it todod's socket?")
  }

  private static var closed: Problem {
    Problem(.notRunning, "todod closed the connection", hint: "'todoctl status' says more")
  }

  private static func lost(_ error: SystemError) -> Problem {
    Problem(
      .notRunning, "the connection to todod broke: \(error.text)", hint: "'todoctl status' says more")
  }

}

extension SystemError {
  /// The other end is gone.
  var isClosedByPeer: Bool { name == "EPIPE" || name == "ECONNRESET" }
}
