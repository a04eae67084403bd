import TodoCore
import TodoProtocol

/// Group commit: all requests read in one turn of the loop are applied in order to one copy, then written at once.
extension Daemon {
  /// Answers that leave together, once what they say is on disk.
  struct Turn {
    var draft: Draft
    var answers: [(client: ClientID, answer: Answer)] = []
    /// The requests that made steps, for trying each alone when the write fails.
    var makers: [(request: PendingRequest, answer: Int)] = []

    mutating func answer(_ client: ClientID, _ response: Response) {
      answers.append((client, .bytes(response.bytes)))
    }
  }

  /// Takes a line in; it is answered in the next turn, after those before it.
  package func received(_ line: ArraySlice<UInt8>, from client: ClientID) {
    let content: PendingRequest.Content
    do throws(BadRequest) {
      content = .request(try Request(parsing: line))
    } catch {
      content = .bad(error)
    }
    let pending = PendingRequest(client: client, content: content)
    if waiting[client] != nil {
      // Its answers stay in order: what came behind a change that waits for the file waits too.
      waiting[client]?.append(pending)
    } else {
      queue.append(pending)
    }
    wantTurn()
  }

  func wantTurn() {
    guard !isTurnWanted else { return }
    isTurnWanted = true
    ports.wantTurn()
  }

  /// Does all that was asked since the last turn.
  package func turn() {
    isTurnWanted = false
    let now = ports.now()
    let requests = queue
    queue = []
    run(requests, at: now)
    after(ports.now())
  }

  /// What follows everything that happens: what is due rings, watchers hear, the timers are armed.
  func after(_ now: Instant) {
    ring(at: now)
    tellWatchers()
    armTimers()
  }

  /// Applies requests to one copy, writes it, and sends the answers; if the write fails, each is tried alone.
  private func run(_ requests: [PendingRequest], at now: Instant) {
    if requests.contains(where: \.touchesTasks) { look(at: now) }
    var turn = Turn(draft: draft(at: now))
    for request in requests {
      if waiting[request.client] != nil {
        waiting[request.client]?.append(request)
      } else {
        handle(request, in: &turn)
      }
    }
    finish(&turn, at: now)
  }

  private func finish(_ turn: inout Turn, at now: Instant) {
    switch write(turn.draft) {
    case .written:
      send(turn.answers)
    case .fileGone:
      // Somebody is saving this very moment: what was to be written waits for them, the rest is answered.
      for maker in turn.makers { postpone(maker.request) }
      let postponed = Set(turn.makers.map(\.answer))
      send(turn.answers.enumerated().filter { !postponed.contains($0.offset) }.map(\.element))
    case .failed(let failure):
      guard turn.makers.count > 1 else {
        for maker in turn.makers { fail(maker.request, with: failure, in: &turn, at: maker.answer) }
        send(turn.answers)
        return
      }
      let alone = Dictionary(uniqueKeysWithValues: turn.makers.map { ($0.answer, $0.request) })
      for (index, answer) in turn.answers.enumerated() {
        guard let request = alone[index] else {
          send([answer])
          continue
        }
        run([request], at: now)
      }
    }
  }

  private func fail(_ request: PendingRequest, with failure: Failure, in turn: inout Turn, at index: Int) {
    guard case .request(let parsed) = request.content else { return }
    turn.answers[index].answer = .bytes(Response.failed(tag: parsed.tag, failure).bytes)
  }

  private func send(_ answers: [(client: ClientID, answer: Answer)]) {
    for (client, answer) in answers { ports.send(client, answer) }
  }

  private func handle(_ pending: PendingRequest, in turn: inout Turn) {
    let request: Request
    switch pending.content {
    case .bad(let bad):
      if batches[pending.client] != nil { batches[pending.client]?.isSpoiled = true }
      turn.answer(pending.client, .failed(tag: bad.tag, bad.failure))
      return
    case .request(let parsed): request = parsed
    }
    if batches[pending.client] != nil, queues(request, of: pending.client, in: &turn) { return }
    do throws(Unanswered) {
      try answer(request, pending, in: &turn)
    } catch {
      switch error {
      case .failure(let failure): turn.answer(pending.client, .failed(tag: request.tag, failure))
      case .mustWait: postpone(pending)
      }
    }
  }

  // MARK: Waiting for the file

  /// Keeps a change, and what its client says after it, until the file has settled; 3 s at most.
  private func postpone(_ pending: PendingRequest) {
    var pending = pending
    if pending.deadline == nil { pending.deadline = ports.uptime() + Daemon.patience }
    waiting[pending.client, default: []].append(pending)
  }

  /// Gives everything that waited another chance, in the order of each client.
  func retryWaiting() {
    guard !waiting.isEmpty else { return }
    for (_, requests) in waiting.sorted(by: { $0.key.number < $1.key.number }) { queue += requests }
    waiting = [:]
    wantTurn()
  }

  /// Tells those who waited too long that the file is held, and goes on with what they said next.
  func refuseOverdue(at uptime: Int64) {
    for (client, requests) in waiting.sorted(by: { $0.key.number < $1.key.number }) {
      guard let first = requests.first, let deadline = first.deadline, deadline <= uptime else { continue }
      if case .request(let request) = first.content {
        ports.send(client, .bytes(Response.failed(tag: request.tag, fileBusyFailure).bytes))
      }
      waiting[client] = nil
      queue += requests.dropFirst()
      wantTurn()
    }
  }

  /// How many milliseconds a change waits for the file.
  private static let patience: Int64 = 3000
  /// How often the file is looked at while a client waits for it, in milliseconds.
  static let waitingStep: Int64 = 50
}

/// Why a request was not answered with an OK.
enum Unanswered: Error {
  case failure(Failure)
  /// It is a change and the file is not settled.
  case mustWait
}
