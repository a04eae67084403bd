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
          Failure(.badRequest, "between begin and commit only changes of this file can stand, and no undo")))
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
    try requireSettledFile()
    batches[client] = nil
    var draft = turn.draft
    let made: Draft.Made
    do throws(BatchRefusal) {
      made = try apply(batch, to: &draft)
    } catch {
      throw .failure(Failure(.conflict, "at=\(error.line) \(error.failure.message); nothing was changed"))
    }
    turn.draft = draft
    answerChange(made, to: request, pending, in: &turn)
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

  private func apply(_ batch: Batch, to draft: inout Draft) throws(BatchRefusal) -> Draft.Made {
    var seen = draft
    return try draft.step("batch", by: .client) { list, context throws(BatchRefusal) in
      var all = Outcome()
      for (index, request) in batch.requests.enumerated() {
        seen.list = list
        let outcome: Outcome
        do throws(Failure) {
          outcome = try self.apply(request, to: &list, in: &context, seen: seen)
        } catch {
          throw BatchRefusal(line: index + 1, failure: error)
        }
        all.changes += outcome.changes
        all.movedOut += outcome.movedOut
        all.notes += outcome.notes
      }
      return all
    }
  }

  private func apply(
    _ request: Request, to list: inout TaskList, in context: inout ChangeContext, seen: Draft
  ) throws(Failure) -> Outcome {
    do throws(Refusal) {
      return try list.apply(try change(of: request, in: seen), in: &context)
    } catch {
      throw error.failure
    }
  }
}
