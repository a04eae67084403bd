import TodoCore
import TodoProtocol

/// `begin` ... `commit`: all or nothing, one file exchange, one step.
extension Daemon {
  /// Keeps a request of an open batch and says so; false for those that mean something at once.
  func queues(_ request: Request, of client: ClientID, in turn: inout Turn) -> Bool {
    switch request.command {
    case .begin, .commit, .abort, .quit, .ping, .hello: return false
    default: break
    }
    guard request.command.canBeBatched else {
      batches[client]?.isSpoiled = true
      turn.answer(
        client,
        .failed(
          tag: request.tag,
          Failure(
            .badRequest, "between begin and commit only changes of this file and its reminders can stand, and no undo"))
      )
      return true
    }
    let size = request.bytes.count
    guard var batch = batches[client], batch.requests.count < Batch.maximumRequests,
      batch.byteCount + size <= Batch.maximumBytes, batchedBytes + size <= Daemon.maximumBatchedBytes
    else {
      batches[client]?.isSpoiled = true
      turn.answer(
        client,
        .failed(tag: request.tag, Failure(.busy, "a batch takes 1000 requests and 256 KiB: commit in several parts")))
      return true
    }
    batch.requests.append(request)
    batch.byteCount += size
    batches[client] = batch
    turn.answer(client, .ok(tag: request.tag, [Attribute("queued", batch.requests.count)]))
    return true
  }

  private var batchedBytes: Int { batches.values.reduce(0) { $0 + $1.byteCount } }
  private static let maximumBatchedBytes = 4 * 1024 * 1024

  func begin(_ request: Request, of client: ClientID, in turn: inout Turn) throws(Unanswered) {
    guard batches[client] == nil else {
      throw .failure(Failure(.conflict, "a batch is open: commit or abort it first"))
    }
    batches[client] = Batch()
    turn.answer(client, .ok(tag: request.tag, []))
  }

  func abort(_ request: Request, of client: ClientID, in turn: inout Turn) throws(Unanswered) {
    guard batches.removeValue(forKey: client) != nil else {
      throw .failure(Failure(.conflict, "no batch is open: say begin first"))
    }
    turn.answer(client, .ok(tag: request.tag, []))
  }

  func commit(_ request: Request, _ pending: PendingRequest, in turn: inout Turn) throws(Unanswered) {
    let client = pending.client
    guard let batch = batches[client] else {
      throw .failure(Failure(.conflict, "no batch is open: say begin first"))
    }
    guard !batch.isSpoiled else {
      batches[client] = nil
      throw .failure(Failure(.conflict, "a line of the batch was refused: nothing was changed"))
    }
    if batch.requests.contains(where: \.command.isChange) { try requireSettledFile() }
    batches[client] = nil
    var draft = turn.draft
    let made: (value: BatchOutcome, step: Int64?)
    do throws(BatchRefusal) {
      made = try draft.inOneStep("batch", by: .client) { draft throws(BatchRefusal) in
        try apply(batch.requests, to: &draft)
      }
    } catch {
      throw .failure(Failure(.conflict, "at=\(error.line) \(error.failure.message); nothing was changed"))
    }
    turn.draft = draft
    var data = made.value.notes.map { (key: "note", value: $0) }
    if made.value.isOfPause { data.insert((key: "paused", value: draft.pauseWords ?? "nothing"), at: 0) }
    answerChange(made.value.changes, data, step: made.step, to: request, pending.client, in: &turn)
  }

  /// A second file changes with at most one step of a turn.
  func commitsArchive(_ pending: PendingRequest) -> Bool {
    guard case .request(let request) = pending.content, case .commit = request.command else { return false }
    return batches[pending.client]?.requests.contains { $0.command == .archive } ?? false
  }

  private struct BatchRefusal: Error {
    /// Which request of the batch, counted from 1.
    var line: Int
    var failure: Failure
  }

  private struct BatchOutcome {
    var changes: [TaskChange] = []
    var notes: [String] = []
    /// A pause was given or ended.
    var isOfPause = false
  }

  private func apply(_ requests: [Request], to draft: inout Draft) throws(BatchRefusal) -> BatchOutcome {
    var all = BatchOutcome()
    var place = 0
    while place < requests.count {
      // Which lines clash is known once what comes before is done.
      let isResolving = requests[place].command.isResolving
      let end =
        isResolving
        ? place + 1
        : requests[place...].firstIndex { $0.command.isReminding || $0.command.isResolving } ?? requests.count
      if place < end {
        // Reminders follow many changes of the list as one.
        let made = try change(requests[place..<end], in: &draft)
        all.changes += made.outcome.changes
        all.notes += made.outcome.notes.map(\.words)
        place = end
        continue
      }
      let made: Reminded
      do throws(Refusal) {
        made = try remind(requests[place], in: &draft)
      } catch {
        throw BatchRefusal(line: place + 1, failure: error.failure)
      }
      all.changes += made.tasks.map { TaskChange(old: $0, new: $0) }
      all.notes += made.notes
      all.isOfPause = all.isOfPause || made.isOfPause
      place += 1
    }
    return all
  }

  private func change(_ requests: ArraySlice<Request>, in draft: inout Draft) throws(BatchRefusal) -> Draft.Made {
    var seen = draft
    return try draft.step("batch", by: .client) { list, context throws(BatchRefusal) in
      var all = Outcome()
      for (place, request) in zip(requests.indices, requests) {
        let outcome: Outcome
        do throws(Refusal) {
          seen.list = list
          let change = try self.change(of: request, in: seen)
          // A second holder of the list would make each request copy it.
          seen.list = .empty
          outcome = try list.apply(change, in: &context)
        } catch {
          throw BatchRefusal(line: place + 1, failure: error.failure)
        }
        all.changes += outcome.changes
        all.movedOut += outcome.movedOut
        all.notes += outcome.notes
        all.kept += outcome.kept
        all.parted += outcome.parted
      }
      return all
    }
  }
}

extension Command {
  fileprivate var isResolving: Bool {
    if case .resolve = self { true } else { false }
  }
}
