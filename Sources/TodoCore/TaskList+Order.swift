import TodoTxt

extension TaskList {
  package mutating func takeOut(_ ids: [ItemID]) -> Outcome {
    var outcome = Outcome()
    var positions: Set<Int> = []
    for id in ids {
      guard let position = position(of: id), let task = self[id], positions.insert(position).inserted else { continue }
      outcome.changes.append(TaskChange(old: task, new: nil))
    }
    remove(at: positions)
    return outcome
  }

  /// Takes lines out for another file, in the order of this one.
  mutating func moveOut(_ ids: [ItemID]) -> Outcome {
    let ordered = ids.sorted { (position(of: $0) ?? 0) < (position(of: $1) ?? 0) }
    var outcome = takeOut(ordered)
    outcome.movedOut = outcome.changes.compactMap { $0.old.map(StoredLine.init) }
    return outcome
  }

  mutating func archive() -> Outcome {
    moveOut(tasks.filter(\.meaning.isDone).map(\.id))
  }

  mutating func reorder(_ id: ItemID, to place: Change.Place) throws(Refusal) -> Outcome {
    guard let position = position(of: id), let task = self[id] else { throw .noSuchItem(id) }
    if case .after(let other) = place {
      guard other != id else { throw .itemIsItsOwnPlace(id) }
      guard self[other] != nil else { throw .noSuchItem(other) }
    }
    var ordered = rows
    let row = ordered.remove(at: position)
    let target =
      switch place {
      case .top: 0
      case .bottom: ordered.count
      case .after(let other):
        (ordered.firstIndex { row in
          guard case .task(let task) = row else { return false }
          return task.id == other
        } ?? ordered.count - 1) + 1
      }
    guard target != position else { return Outcome(notes: [.unchanged(id)]) }
    ordered.insert(row, at: target)
    reorder(ordered)
    return Outcome(changes: [TaskChange(old: task, new: task)])
  }

  /// Sorts the lines; equal ones stay as they were, and blank lines, which part what was sorted, go to the end.
  mutating func sort(by keys: [SortKey], in context: ChangeContext) -> Outcome {
    let query = QueryContext(today: context.today, now: context.now, zone: context.zone)
    let ordered = SortKey.sorted(Array(tasks), by: keys, in: query)
    let blanks = rows.filter { row in
      guard case .blank = row else { return false }
      return true
    }
    let before = tasks.map { $0.id }
    guard before != ordered.map(\.id) else { return Outcome() }
    reorder(Rows(ordered.map(Row.task) + blanks))
    return Outcome(changes: ordered.map { TaskChange(old: $0, new: $0) })
  }

  /// Brings removed lines back to the end of the file, under the ids they had.
  mutating func restore(_ lines: [StoredLine]) throws(Refusal) -> Outcome {
    var outcome = Outcome()
    for stored in lines {
      guard let id = stored.id else { continue }
      guard self[id] == nil else { throw .stillThere(id) }
      guard case .task(let task) = Row(stored) else { continue }
      append([.task(task)])
      outcome.changes.append(TaskChange(old: nil, new: task))
    }
    return outcome
  }
}
