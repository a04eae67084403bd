package import TodoProtocol

/// What a command needs of a connection; `Session` is behind the real one.
///
/// A class only because a reference needs no metadata at run time where an optional of these closures does.
package final class Conversation {
  /// Sends requests and reads as many answers to their ends.
  package let ask: ([Request]) throws(Problem) -> [Answer]
  /// Asks for rows without attributes; gives them as lines `ID TAB line`, and the rest of the answer.
  package let copy: (Request) throws(Problem) -> (rows: [UInt8], rest: Answer)
  package let send: ([Request]) throws(Problem) -> Void
  /// Sends a line as it is and hands every line on that comes, up to the one that ends the answer; gives the failure.
  package let relay: (_ line: [UInt8], _ show: ([UInt8]) -> Void) throws(Problem) -> Failure?
  /// The next line, however long it takes.
  package let next: () throws(Problem) -> Response
  /// Sets after how many milliseconds of silence a request fails.
  package let setPatience: (Int32) -> Void

  package init(
    ask: @escaping ([Request]) throws(Problem) -> [Answer],
    copy: @escaping (Request) throws(Problem) -> (rows: [UInt8], rest: Answer),
    send: @escaping ([Request]) throws(Problem) -> Void,
    relay: @escaping ([UInt8], ([UInt8]) -> Void) throws(Problem) -> Failure?,
    next: @escaping () throws(Problem) -> Response,
    setPatience: @escaping (Int32) -> Void = { _ in }
  ) {
    self.ask = ask
    self.copy = copy
    self.send = send
    self.relay = relay
    self.next = next
    self.setPatience = setPatience
  }

  /// Connects to the daemon at a path.
  package static func connect(_ path: String) throws(Problem) -> Conversation {
    let session = try Session.connect(path)
    return Conversation(
      ask: { (requests) throws(Problem) in try session.ask(requests) },
      copy: { (request) throws(Problem) in try session.copy(request) },
      send: { (requests) throws(Problem) in try session.send(requests) },
      relay: { (line, show) throws(Problem) in try session.relay(line, to: show) },
      next: { () throws(Problem) in try session.next(isPatient: true) },
      setPatience: { session.patience = $0 })
  }
}
