import TodoCore
import TodoProtocol

/// The verbs that change nothing.
extension Daemon {
  func list(
    _ query: String, _ sort: String?, _ form: RowForm, _ request: Request, _ client: ClientID, in turn: inout Turn
  ) throws(Unanswered) {
    let found = try finding { () throws(Refusal) in try turn.draft.find(query, sort: sort) }
    var cursor = cursor(found, request, in: turn)
    cursor.form = form
    turn.answers.append((client, .rows(cursor)))
  }

  func get(_ names: [ItemName], _ request: Request, _ client: ClientID, in turn: inout Turn) throws(Unanswered) {
    let found = try finding { () throws(Refusal) in try turn.draft.resolve(names) }
    guard found.count <= Daemon.rowsAtOnce else {
      turn.answers.append((client, .rows(cursor(found, request, in: turn))))
      return
    }
    // Made now, so that a later change of the same turn cannot take the row away.
    rows(found, request, client, in: &turn)
  }

  func cursor(_ ids: [ItemID], _ request: Request, in turn: Turn) -> RowCursor {
    RowCursor(ids: ids, tag: request.tag, revision: turn.draft.revision, isStale: isStale)
  }

  func agenda(_ limit: Int?, _ request: Request, _ client: ClientID, in turn: inout Turn) {
    let now = turn.draft.context.now
    let entries = turn.draft.reminders.agenda(
      after: now, until: now.adding(seconds: Daemon.agendaSeconds), limit: limit ?? Daemon.agendaLimit)
    var bytes: [UInt8] = []
    let writer = RowWriter(draft: turn.draft)
    for entry in entries { writer.append(entry, to: &bytes) }
    if let paused = turn.draft.pauseWords { Response.data(key: "note", value: "paused: \(paused)").append(to: &bytes) }
    Response.ok(tag: request.tag, closing(count: entries.count, revision: turn.draft.revision)).append(to: &bytes)
    turn.answers.append((client, .bytes(bytes)))
  }

  /// A year of the agenda is all that anybody reads.
  private static let agendaSeconds: Int64 = 366 * 86_400
  private static let agendaLimit = 1000
  private static let rowsAtOnce = 100

  func rows(_ ids: [ItemID], _ request: Request, _ client: ClientID, in turn: inout Turn) {
    var bytes: [UInt8] = []
    let writer = RowWriter(draft: turn.draft)
    var count = 0
    for id in ids {
      guard let task = turn.draft.list[id] else { continue }
      writer.append(task, to: &bytes)
      count += 1
    }
    Response.ok(tag: request.tag, closing(count: count, revision: turn.draft.revision)).append(to: &bytes)
    turn.answers.append((client, .bytes(bytes)))
  }

  /// Counts the open tasks of each project or context that a query finds.
  func tags(
    _ query: String, _ request: Request, _ client: ClientID, in turn: inout Turn,
    of task: (Task) -> [ArraySlice<UInt8>]
  ) throws(Unanswered) {
    let found = try finding { () throws(Refusal) in try turn.draft.find(query, sort: nil) }
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for id in found {
      guard let found = turn.draft.list[id] else { continue }
      for tag in task(found) { counts[tag, default: 0] += 1 }
    }
    var bytes: [UInt8] = []
    for (tag, count) in counts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      Response.data(key: String(decoding: tag, as: UTF8.self), value: String(count)).append(to: &bytes)
    }
    Response.ok(tag: request.tag, closing(count: counts.count, revision: turn.draft.revision)).append(to: &bytes)
    turn.answers.append((client, .bytes(bytes)))
  }

  func closing(count: Int, revision: Int64) -> [Attribute] {
    var attributes = [Attribute("rev", revision), Attribute("n", count)]
    if isStale { attributes.append(Attribute("stale", "1")) }
    if let reason = reminders.failing?.reason { attributes.append(Attribute("failing", reason)) }
    return attributes
  }

  var isStale: Bool { file.isStale }

  func finding<Value>(_ body: () throws(Refusal) -> Value) throws(Unanswered) -> Value {
    do throws(Refusal) {
      return try body()
    } catch {
      throw .failure(error.failure)
    }
  }

  // MARK: Rows as the client reads them

  /// Appends rows of a long answer until there are `limit` bytes or it is complete; the OK comes with the last.
  package func fill(_ buffer: inout [UInt8], from cursor: inout RowCursor, upTo limit: Int) -> Bool {
    let writer = RowWriter(draft: draft(at: ports.now()))
    while buffer.count < limit, let id = cursor.next() {
      guard let task = list[id] else { continue }
      writer.append(task, cursor.form, to: &buffer)
      cursor.written += 1
    }
    guard cursor.isAtEnd else { return false }
    var attributes = [Attribute("rev", cursor.revision), Attribute("n", cursor.written)]
    if cursor.isStale { attributes.append(Attribute("stale", "1")) }
    if let reason = reminders.failing?.reason { attributes.append(Attribute("failing", reason)) }
    Response.ok(tag: cursor.tag, attributes).append(to: &buffer)
    return true
  }
}
