import TodoCore
import TodoProtocol
import TodoTxt

/// From a request that changes tasks to a step.
extension Daemon {
  func makeChange(_ request: Request, _ pending: PendingRequest, in turn: inout Turn) throws(Unanswered) {
    if case .undo(let step) = request.command { return try makeUndo(step, request, pending, in: &turn) }
    if case .redo(let step) = request.command { return try makeRedo(step, request, pending, in: &turn) }
    try requireSettledFile()
    let made: Draft.Made
    do throws(Refusal) {
      switch request.command {
      case .restore(let names): made = try restore(request, names, in: &turn.draft)
      case .restoreVersion(let name): made = try restore(name, in: &turn.draft)
      case .move(_, let name): made = try move(request, to: name, in: &turn.draft)
      default:
        let change = try change(of: request, in: turn.draft)
        made = try turn.draft.step(change.title, by: .client) { list, context throws(Refusal) in
          try list.apply(change, in: &context)
        }
      }
    } catch {
      throw .failure(error.failure)
    }
    answerChange(made, to: request, pending, in: &turn)
  }

  /// Finds the tasks and turns the words into dates: what is left needs neither clock nor names.
  func change(of request: Request, in draft: Draft) throws(Refusal) -> Change {
    let context = draft.context
    func ids(_ names: [ItemName]) throws(Refusal) -> [ItemID] {
      let found = try draft.resolve(names)
      try draft.verify(request.condition, of: found)
      return found
    }
    func id(_ name: ItemName) throws(Refusal) -> ItemID {
      let found = try ids([name])
      guard found.count == 1 else { throw .notOneItem(found.count) }
      return found[0]
    }
    switch request.command {
    case .add(let text, let top): return .add(text: try context.dated(text), top: top)
    case .put(let uuid, let line): return .put(TaskUUID(uuid), text: try context.dated(line))
    case .replace(let name, let line, false): return .replace(try id(name), text: try context.dated(line))
    case .replace(let name, let line, true):
      let id = try id(name)
      return .become(id, text: try context.dated(line, besides: draft.list[id]?.line))
    case .append(let names, let text): return .append(try ids(names), text: try context.dated(text, isPart: true))
    case .prepend(let names, let text): return .prepend(try ids(names), text: try context.dated(text, isPart: true))
    case .set(let names, let edits): return .set(try ids(names), try context.dated(edits))
    case .done(let names): return .complete(try ids(names))
    case .undone(let names): return .reopen(try ids(names))
    case .remove(let names): return .remove(try ids(names))
    case .reorder(let name, .top): return .reorder(try id(name), .top)
    case .reorder(let name, .after(let other)): return .reorder(try id(name), .after(try draft.resolveOne(other)))
    case .sort(let keys):
      return .sort(try Refusal.wrapping { () throws(QueryError) in try SortKey.keys(parsing: keys ?? "pri,due") })
    case .archive: return .archive
    case .move(let names, _): return .moveOut(try ids(names))
    case .skip(let names): return .skip(try ids(names))
    case .resolve(let names, let choice):
      return .resolve(try Settlement(of: try ids(names), choice, among: draft.reminders.openClashes))
    case .undo, .redo, .restore, .restoreVersion, .hello, .ping, .status, .doctor, .commands, .views, .list, .get,
      .agenda,
      .next,
      .missed, .why,
      .history, .trash, .version,
      .projects,
      .contexts, .snooze, .dismiss, .pause, .resume, .restoreFile, .accept, .watch, .unwatch, .begin, .commit, .abort,
      .reload, .test, .quit:
      preconditionFailure("\(request.command) is no change of the list")
    }
  }

  func answerChange(_ made: Draft.Made, to request: Request, _ pending: PendingRequest, in turn: inout Turn) {
    var changes = made.outcome.changes
    // The tasks are what they were; only their places are others.
    if case .sort = request.command { changes = [] }
    let notes = made.outcome.notes.map { (key: "note", value: $0.words) }
    answerChange(changes, notes, step: made.step, to: request, pending.client, in: &turn)
  }

  /// What the client hears: the tasks as they are now, those that went, remarks, and the step by which to undo it.
  func answerChange(
    _ changes: [TaskChange], _ data: [(key: String, value: String)], step: Int64?, to request: Request,
    _ client: ClientID, in turn: inout Turn
  ) {
    var bytes: [UInt8] = []
    let rows = RowWriter(draft: turn.draft)
    for change in changes {
      if let new = change.new {
        rows.append(new, to: &bytes)
      } else if let old = change.old {
        Response.gone(id: old.id.number).append(to: &bytes)
      }
    }
    for (key, value) in data { Response.data(key: key, value: value).append(to: &bytes) }
    var attributes = [Attribute("rev", turn.draft.revision)]
    if let step { attributes.append(Attribute("step", "s\(step)")) }
    Response.ok(tag: request.tag, attributes).append(to: &bytes)
    turn.answers.append((client, .bytes(bytes)))
  }

  private func move(_ request: Request, to name: String, in draft: inout Draft) throws(Refusal) -> Draft.Made {
    let isPlain =
      !name.isEmpty && name.utf8.count <= 255 && !name.hasPrefix(".") && !name.utf8.contains(UInt8(ascii: "/"))
      && !name.utf8.contains(0) && name != configuration.todoName
    guard isPlain else { throw .badFileName(name) }
    let file: BesideFile = name == configuration.doneName ? .done : .named(name)
    let change = try change(of: request, in: draft)
    return try draft.step(change.title, by: .client, movingTo: file) { list, context throws(Refusal) in
      try list.apply(change, in: &context)
    }
  }
}

extension Refusal {
  /// Runs what speaks of queries and says its errors as refusals.
  static func wrapping<Value>(_ body: () throws(QueryError) -> Value) throws(Refusal) -> Value {
    do throws(QueryError) {
      return try body()
    } catch {
      throw error.refusal
    }
  }
}
