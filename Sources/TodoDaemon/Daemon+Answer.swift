import TodoCore
import TodoProtocol
import TodoTxt

/// One request, answered or refused. What it needs of the list it finds in the draft of the turn.
extension Daemon {
  func answer(_ request: Request, _ pending: PendingRequest, in turn: inout Turn) throws(Unanswered) {
    let client = pending.client
    switch request.command {
    case .hello(let version): try hello(version, request, client, in: &turn)
    case .ping: turn.answers.append((client, .bytes(pong(request.tag))))
    case .status: status(request, client, in: &turn)
    case .doctor: doctor(request, client, in: &turn)
    case .commands: commands(request, client, in: &turn)
    case .views: views(request, client, in: &turn)
    case .list(let query, let sort, let rows): try list(query, sort, rows, request, client, in: &turn)
    case .get(let names): try get(names, request, client, in: &turn)
    case .agenda(let limit): agenda(limit, request, client, in: &turn)
    case .next: agenda(1, request, client, in: &turn)
    case .missed: missed(request, client, in: &turn)
    case .why(let name): try why(name, request, client, in: &turn)
    case .history(let scope, let limit): try history(scope, limit: limit, request, client, in: &turn)
    case .trash(let names, let limit): try trash(names, limit: limit, request, client, in: &turn)
    case .version(let name): try version(name, request, client, in: &turn)
    case .projects(let query): try tags(query, request, client, in: &turn) { $0.line.projects }
    case .contexts(let query): try tags(query, request, client, in: &turn) { $0.line.contexts }
    case .add, .put, .replace, .append, .prepend, .set, .done, .undone, .remove, .restore, .restoreVersion, .undo,
      .redo, .reorder,
      .move,
      .sort, .archive, .resolve, .skip:
      try makeChange(request, pending, in: &turn)
    case .snooze, .dismiss, .pause, .resume: try remind(request, client, in: &turn)
    case .restoreFile: try restoreFile(request, client, in: &turn)
    case .accept: try accept(request, pending, in: &turn)
    case .watch(let topics, let since, let query): try watch(topics, since, query, request, client, in: &turn)
    case .unwatch:
      watches[client] = nil
      turn.answer(client, .ok(tag: request.tag, []))
    case .begin: try begin(request, of: client, in: &turn)
    case .commit: try commit(request, pending, in: &turn)
    case .abort: try abort(request, of: client, in: &turn)
    case .reload: try reload(request, client, in: &turn)
    case .test: test(request, client, in: &turn)
    case .quit:
      turn.answer(client, .ok(tag: request.tag, []))
      turn.answers.append((client, .hangUp))
    }
  }

  package func connected(_ client: ClientID) {
    ports.send(client, .bytes(Response.greeting(greeting).bytes))
  }

  /// The client is gone. What it had asked for is done all the same, a change that waits for the file too: whether
  /// somebody still listens cannot be told from a client that has only said all it will say.
  package func disconnected(_ client: ClientID) {
    gone.insert(client)
    forgetGone()
  }

  /// A batch without its commit goes with the client, and its watch, once all it had asked for is done.
  func forgetGone() {
    for client in gone where !owes(client) {
      gone.remove(client)
      batches[client] = nil
      watches[client] = nil
    }
  }

  private var greeting: Greeting {
    Greeting(server: version, epoch: epoch, revision: revision)
  }

  private func hello(
    _ version: ProtocolVersion?, _ request: Request, _ client: ClientID, in turn: inout Turn
  ) throws(Unanswered) {
    if let version, version.major != ProtocolVersion.current.major {
      throw .failure(
        Failure(
          .version, "this todod speaks protocol \(ProtocolVersion.current), not \(version): restart the older one"))
    }
    turn.answer(client, .greeting(greeting))
  }

  /// Ping is what programs measure: no detour by way of a `Response`.
  private func pong(_ tag: String?) -> [UInt8] {
    tag.map { Array("OK @\($0)\n".utf8) } ?? Daemon.plainOK
  }
  private static let plainOK = Array("OK\n".utf8)

  private func commands(_ request: Request, _ client: ClientID, in turn: inout Turn) {
    var bytes: [UInt8] = []
    for verb in VerbTable.rows { Response.data(key: verb.name, value: verb.usage).append(to: &bytes) }
    Response.ok(tag: request.tag, [Attribute("n", VerbTable.rows.count)]).append(to: &bytes)
    turn.answers.append((client, .bytes(bytes)))
  }

  private func views(_ request: Request, _ client: ClientID, in turn: inout Turn) {
    var bytes: [UInt8] = []
    for view in configuration.views { Response.data(key: view.name, value: view.query).append(to: &bytes) }
    Response.ok(tag: request.tag, [Attribute("n", configuration.views.count)]).append(to: &bytes)
    turn.answers.append((client, .bytes(bytes)))
  }
}

extension Daemon {
  /// A request of the client is still unanswered.
  func owes(_ client: ClientID) -> Bool { waiting[client] != nil || queue.contains { $0.client == client } }
}
