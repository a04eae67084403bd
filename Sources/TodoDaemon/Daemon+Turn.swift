import TodoCore
import TodoProtocol

/// Group commit: all requests read in one turn of the loop are applied in order to one copy, then written at once.
extension Daemon {
  /// Answers that leave together, once what they say is on disk.
  struct Turn {
    var draft: Draft
    var answers: [(client: ClientID, answer: Answer)] = []
    /// What popups say once it is on disk.
    var notices: [Notices.Kind] = []
    /// Where the first request stands that made a step, and how things were before it: from there on all is done
    /// again if the write fails.
    var first: (request: Int, answer: Int, batches: [ClientID: Batch], waiting: [ClientID: [PendingRequest]])?
    /// Whose changes are in the draft.
    var makers: Set<ClientID> = []

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
    enqueue(PendingRequest(client: client, content: content))
  }

  /// A line has more bytes than a request may have: it is refused in its turn, and the client with it.
  package func receivedTooLong(_ limit: Int, from client: ClientID) {
    enqueue(PendingRequest(client: client, content: .bad(BadRequest(tag: nil, fact: .tooLong(limit: limit)))))
  }

  private func enqueue(_ pending: PendingRequest) {
    let client = pending.client
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
    forgetGone()
    after(ports.now())
  }

  /// Does what a button asks for, at once if it can be.
  func carryOut(_ deed: Deed, at now: Instant) {
    run([PendingRequest(client: .popups, content: .deed(deed))], at: now)
  }

  /// What follows everything that happens: what is due rings, watchers hear, the timers are armed.
  func after(_ now: Instant) {
    ring(at: now)
    releaseBadValues(at: now)
    tellClashes(at: now)
    tellWatchers()
    armTimers()
  }

  /// Applies requests to one copy, writes it, and sends the answers.
  private func run(_ requests: [PendingRequest], at now: Instant) {
    if requests.contains(where: \.touchesTasks) { look(at: now) }
    if requests.contains(where: { $0.needsTurnOfItsOwn || commitsArchive($0) }) { lookAtDoneFile() }
    var turn = Turn(draft: draft(at: now))
    var count = 0
    for request in requests {
      if request.needsTurnOfItsOwn || commitsArchive(request), !turn.draft.isEmpty {
        // What it looks up must be on disk first.
        queue = Array(requests[count...]) + queue
        wantTurn()
        break
      }
      take(request, number: count, in: &turn)
      count += 1
    }
    finish(turn, requests[..<count], at: now)
  }

  private func take(_ request: PendingRequest, number: Int, in turn: inout Turn) {
    guard waiting[request.client] == nil else {
      waiting[request.client]?.append(request)
      return
    }
    let before = (request: number, answer: turn.answers.count, batches: batches, waiting: waiting)
    let steps = turn.draft.steps.count
    handle(request, in: &turn)
    guard turn.draft.steps.count > steps else { return }
    turn.makers.insert(request.client)
    if turn.first == nil { turn.first = before }
  }

  private func finish(_ turn: Turn, _ requests: ArraySlice<PendingRequest>, at now: Instant) {
    let written = write(turn.draft, isOverDisk: true)
    guard case .written = written else {
      guard let first = turn.first else {
        send(turn.answers[...])
        return
      }
      // What was answered behind the first change knows of things that are not so.
      send(turn.answers[..<first.answer])
      (batches, waiting) = (first.batches, first.waiting)
      doAgain(requests[first.request...], turn, written, at: now)
      return
    }
    send(turn.answers[...])
    for kind in turn.notices { notice(kind) }
  }

  /// After a write that failed: who wrote waits for the file, or each request is tried alone, so that the fault hits its
  /// cause.
  private func doAgain(
    _ requests: ArraySlice<PendingRequest>, _ turn: Turn, _ written: Written, at now: Instant
  ) {
    switch written {
    case .written: return
    case .fileGone:
      // Somebody is saving this very moment.
      for request in requests where turn.makers.contains(request.client) { postpone(request) }
      run(requests.filter { !turn.makers.contains($0.client) }, at: now)
    case .besideBusy(let failure):
      guard requests.count > 1 else {
        for request in requests { postpone(request, saying: failure) }
        return
      }
      for request in requests { run([request], at: now) }
    case .failed(let failure):
      guard requests.count > 1 else {
        for request in requests { refuse(request, with: failure) }
        return
      }
      for request in requests { run([request], at: now) }
    }
  }

  func refuse(_ pending: PendingRequest, with failure: Failure) {
    switch pending.content {
    case .bad: return
    case .deed: notice(.notDone(reason: failure.message))
    case .request(let request):
      if case .commit = request.command { batches[pending.client] = nil }
      ports.send(pending.client, .bytes(Response.failed(tag: request.tag, failure).bytes))
    }
  }

  private func send(_ answers: ArraySlice<(client: ClientID, answer: Answer)>) {
    for (client, answer) in answers { ports.send(client, answer) }
  }

  private func handle(_ pending: PendingRequest, in turn: inout Turn) {
    let request: Request
    switch pending.content {
    case .bad(let bad):
      if batches[pending.client] != nil { batches[pending.client]?.isSpoiled = true }
      turn.answer(pending.client, .failed(tag: bad.tag, bad.failure))
      if case .tooLong = bad.fact { turn.answers.append((pending.client, .hangUp)) }
      return
    case .deed(let deed):
      do throws(Unanswered) {
        try perform(deed, in: &turn)
      } catch {
        switch error {
        case .failure(let failure): refuse(pending, with: failure)
        case .mustWait: postpone(pending)
        }
      }
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
  private func postpone(_ pending: PendingRequest, saying failure: Failure? = nil) {
    var pending = pending
    pending.failure = failure
    if let deadline = pending.deadline, deadline <= ports.uptime(), waiting[pending.client] == nil {
      return refuse(pending, with: failure ?? fileBusyFailure)
    }
    if pending.deadline == nil { pending.deadline = ports.uptime() + Daemon.patience }
    waiting[pending.client, default: []].append(pending)
  }

  /// Gives everything that waited another chance, in the order of each client.
  func retryWaiting() {
    guard !waiting.isEmpty else { return }
    for (client, requests) in waiting.sorted(by: { $0.key.number < $1.key.number }) where tests[client] == nil {
      queue += requests
      waiting[client] = nil
    }
    wantTurn()
  }

  /// Tells those who waited too long that the file is held, and goes on with what they said next.
  func refuseOverdue(at uptime: Int64) {
    for (client, requests) in waiting.sorted(by: { $0.key.number < $1.key.number }) {
      guard let first = requests.first, let deadline = first.deadline, deadline <= uptime else { continue }
      if first.needsSettledFile { refuse(first, with: first.failure ?? fileBusyFailure) }
      waiting[client] = nil
      queue += first.needsSettledFile ? requests.dropFirst() : requests[...]
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
