package import TodoTxt

extension TaskList {
  /// Marks tasks done; a recurring one leaves its successor at the end of the file.
  package mutating func complete(_ ids: [ItemID], in context: inout ChangeContext) -> Outcome {
    var outcome = Outcome()
    for id in ids {
      guard let old = self[id] else { continue }
      guard !old.meaning.isDone else {
        outcome.notes.append(.unchanged(id))
        continue
      }
      let today = context.today
      let done = change([id], in: &context) { $0.completed(on: today) }
      outcome.changes += done.changes
      succeed(old, in: &context, into: &outcome)
    }
    return outcome
  }

  private mutating func succeed(_ old: Task, in context: inout ChangeContext, into outcome: inout Outcome) {
    let zone = context.zone
    let now = context.now
    let successor = Successor(of: old.line, completedOn: context.today) { zone.instant(of: $0) < now }
    switch successor {
    case .none(.notRecurring): break
    case .none(let reason): outcome.notes.append(.noSuccessor(old.id, reason))
    case .line(let line): outcome.changes.append(addSuccessor(line, in: &context))
    }
  }

  /// Adds the next line of a series at the end, in the file's own line ending.
  package mutating func addSuccessor(_ line: Line, in context: inout ChangeContext) -> TaskChange {
    let content = Array(line.content)
    let line = Line(bytes: usesCRLF ? content + [UInt8(ascii: "\r")] : content)
    let task = Task(id: newID(), uuid: TaskUUID(using: &context.uuids), line: line)
    append([.task(task)])
    return TaskChange(old: nil, new: task)
  }

  /// Gives the line of a task to a new one, in its place.
  package mutating func renew(_ old: Task, in context: inout ChangeContext) -> TaskChange? {
    guard let position = position(of: old.id) else { return nil }
    let task = Task(id: newID(), uuid: TaskUUID(using: &context.uuids), line: old.line)
    var renewed = rows
    renewed[position] = .task(task)
    self = TaskList(rows: renewed, frame: frame, ids: ids)
    return TaskChange(old: nil, new: task)
  }

  /// Moves due and threshold on, one occurrence each; no done line is left.
  mutating func skip(_ ids: [ItemID], in context: inout ChangeContext) throws(Refusal) -> Outcome {
    let (zone, now, today) = (context.zone, context.now, context.today)
    var outcome = Outcome()
    for id in ids {
      guard let task = self[id] else { continue }
      if task.meaning.isDone { throw .isDone(id) }
      switch Successor(skipping: task.line, on: today, hasPassed: { zone.instant(of: $0) < now }) {
      case .none(let reason): throw .cannotSkip(id, reason)
      case .line(let line): outcome.changes += change([id], in: &context) { _ in line }.changes
      }
    }
    return outcome
  }

  mutating func reopen(_ ids: [ItemID], in context: inout ChangeContext) -> Outcome {
    change(ids, in: &context) { $0.header.isDone ? $0.reopened() : $0 }
  }
}

extension Zone {
  /// When a due moment is.
  package func instant(of moment: DueMoment) -> Instant {
    switch moment {
    case .civil(let date, let time): instant(of: CivilTime(date, time))
    case .instant(let instant): instant
    }
  }
}
