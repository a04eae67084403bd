package import TodoTxt

extension TaskList {
  /// The list once the file has these lines: each line that continues a row keeps its id, the others are new tasks.
  ///
  /// - Parameters:
  ///   - continued: For each line of `text` the index of the row it continues, or nil.
  ///   - former: The id and uuid that a line had when it last left the file, if it is to have them again.
  package func becoming(
    _ text: TodoText, continued: [Int?], former: (Line) -> (ItemID, TaskUUID)?, uuids: inout UUIDSource
  ) -> TaskList {
    var pool = ids
    var taken: Set<ItemID> = []
    var next: [Row?] = []
    next.reserveCapacity(text.lines.count)
    for (line, index) in zip(text.lines, continued) {
      let row = index.flatMap { continuing(rows[$0], as: line) }
      next.append(row)
    }
    var finished: [Row] = []
    finished.reserveCapacity(next.count)
    for (line, row) in zip(text.lines, next) {
      if let row {
        finished.append(row)
      } else if line.isBlank {
        finished.append(.blank(line))
      } else if let (id, uuid) = former(line), self[id] == nil, taken.insert(id).inserted {
        finished.append(.task(Task(id: id, uuid: uuid, line: line)))
      } else {
        finished.append(.task(Task(id: pool.takeLowest(), uuid: TaskUUID(using: &uuids), line: line)))
      }
    }
    return TaskList(
      rows: finished,
      frame: Delta.Frame(hasByteOrderMark: text.hasByteOrderMark, endsWithNewline: text.endsWithNewline), ids: pool)
  }

  private func continuing(_ row: Row, as line: Line) -> Row? {
    guard row.line != line else { return row }
    guard case .task(let task) = row, !line.isBlank else { return nil }
    return .task(Task(id: task.id, uuid: task.uuid, line: line))
  }

  /// Each task that a change made another, brought or took away, in the order of the change.
  package static func changes(from old: TaskList, to new: TaskList, by delta: Delta) -> [TaskChange] {
    var changes: [TaskChange] = []
    var seen: Set<ItemID> = []
    for hunk in delta.hunks {
      for stored in hunk.removed + hunk.inserted {
        guard let id = stored.id, seen.insert(id).inserted else { continue }
        let change = TaskChange(old: old[id], new: new[id])
        // A line that only moved is no change of its task.
        guard change.old?.line != change.new?.line else { continue }
        changes.append(change)
      }
    }
    return changes
  }

  /// The list of stored lines; a copy of the ids that history keeps stays with it.
  package init(stored: [StoredLine], frame: Delta.Frame, ids: IDPool) {
    self.init(rows: stored.map(Row.init), frame: frame, ids: ids)
  }

  package var highestID: Int32 { Int32(positionCount) - 1 }
}
