package import TodoProtocol

/// What a command needs of a connection; `Session` is behind the real one.
package struct Conversation {
  /// Sends requests and reads as many answers to their ends.
  package var ask: ([Request]) throws(Problem) -> [Answer]
  package var send: ([Request]) throws(Problem) -> Void
  /// The next line, however long it takes.
  package var next: () throws(Problem) -> Response

  package init(
    ask: @escaping ([Request]) throws(Problem) -> [Answer], send: @escaping ([Request]) throws(Problem) -> Void,
    next: @escaping () throws(Problem) -> Response
  ) {
    self.ask = ask
    self.send = send
    self.next = next
  }

  /// Connects to the daemon at a path.
  package static func connect(_ path: String) throws(Problem) -> Conversation {
    let session = try Session.connect(path)
    return Conversation(
      ask: { (requests) throws(Problem) in try session.ask(requests) },
      send: { (requests) throws(Problem) in try session.send(requests) },
      next: { () throws(Problem) in try session.next(isPatient: true) })
  }
}
