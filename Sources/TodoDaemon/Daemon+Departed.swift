import TodoCore
import TodoProtocol
import TodoTxt

/// What history says of a task that is gone from the list.
struct Departure {
  /// As it last stood in the todo file.
  var line: StoredLine
  /// The file to which it went, and its line there.
  var moved: (file: BesideFile, line: StoredLine)?
}

extension Daemon {
  /// Brings removed tasks back, and takes the lines of those that went to another file out of it; a task that a save made
  /// what it was before todod wrote gets todod's line again.
  func restore(_ request: Request, _ names: [ItemName], in draft: inout Draft) throws(Refusal) -> Draft.Made {
    let ids = try ids(of: names)
    let departures = try departures(of: ids.filter { draft.list[$0] == nil })
    let replaced = try replaced(ids.filter { draft.list[$0] != nil }, in: draft)
    let moved = departures.compactMap(\.moved)
    let file = moved.first?.file ?? .done
    guard moved.allSatisfy({ $0.file == file }) else {
      throw .wentToDifferentFiles(moved.compactMap(\.line.id))
    }
    let back = moved.map(\.line)
    let change = Change.restore(departures.map(\.line), moved: Set(back.compactMap(\.id)))
    return try draft.step(change.title, by: .client, movingTo: file) { list, context throws(Refusal) in
      var outcome = try list.apply(change, in: &context)
      for task in replaced {
        guard let old = list[task.id], let position = list.position(of: task.id) else { continue }
        list.put(task, at: position)
        outcome.changes.append(TaskChange(old: old, new: task))
      }
      outcome.movedBack = back
      self.leaveOutMissing(from: &outcome, in: file)
      return outcome
    }
  }

  private func ids(of names: [ItemName]) throws(Refusal) -> [ItemID] {
    var ids: [ItemID] = []
    for name in names {
      guard case .id(let number) = name else { throw .badWord(name.description, expected: "restore takes ids") }
      let id = ItemID(number)
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  private func departures(of ids: [ItemID]) throws(Refusal) -> [Departure] {
    let found = try departures(of: Set(ids))
    var departures: [Departure] = []
    for id in ids {
      guard let departure = found[id] else { throw .nothingToRestore(id) }
      departures.append(departure)
    }
    return departures
  }

  /// Tasks that are there, with the lines that a save took back.
  private func replaced(_ ids: [ItemID], in draft: Draft) throws(Refusal) -> [Task] {
    var replaced: [Task] = []
    for id in ids {
      guard let task = draft.list[id] else { continue }
      let line = try reading { () throws(StateError) -> Line? in
        var outlines = PastOutlines(ports.state)
        while let outline = try outlines.next() {
          guard outline.effects.contains(where: { $0.id == id && $0.kind != .moved }) else { continue }
          guard let step = try ports.state.step(outline.number),
            step.effects.first(where: { $0.id == id })?.after == task.line
          else { return nil }
          return try ports.state.takenBack(by: step).first { $0.id == id }?.ours
        }
        return nil
      }
      guard let line else { throw .stillThere(id) }
      replaced.append(Task(id: id, uuid: task.uuid, line: line))
    }
    return replaced
  }

  /// Of tasks that never were, or whose leaving is forgotten, nothing is found.
  private func departures(of ids: Set<ItemID>) throws(Refusal) -> [ItemID: Departure] {
    try reading { () throws(StateError) in
      var found: [ItemID: Departure] = [:]
      var outlines = PastOutlines(ports.state)
      while found.count < ids.count, let outline = try outlines.next() {
        let gone = Set(outline.effects.lazy.filter { $0.kind == .gone && found[$0.id] == nil }.map(\.id))
        guard !gone.isDisjoint(with: ids), let step = try ports.state.step(outline.number) else { continue }
        note(departuresOf: ids, with: step, in: &found)
      }
      return found
    }
  }

  private func note(departuresOf ids: Set<ItemID>, with step: Step, in found: inout [ItemID: Departure]) {
    for hunk in step.delta.hunks {
      let kept = Set(hunk.inserted.compactMap(\.id))
      for line in hunk.removed {
        guard let id = line.id, ids.contains(id), found[id] == nil, !kept.contains(id) else { continue }
        let there = step.moved?.lines.first { $0.id == id }
        found[id] = Departure(
          line: line, moved: there.flatMap { line in step.moved.map { (file: $0.file, line: line) } })
      }
    }
  }

  /// The list with those tasks, completed by a step, that have gone to another file since: they are to be found there.
  func archivedSince(
    _ step: Step, in draft: Draft
  ) throws(Refusal) -> (stored: [StoredLine], file: BesideFile?, moved: [StoredLine]) {
    var stored = draft.list.rows.map(StoredLine.init)
    var file = step.moved?.file
    var moved: [StoredLine] = []
    let wereOpen = Set(step.delta.hunks.flatMap(\.removed).filter { !$0.line.header.isDone }.compactMap(\.id))
    let gone = Set(
      step.delta.hunks.flatMap(\.inserted).filter { $0.line.header.isDone }.compactMap(\.id).filter { id in
        draft.list[id] == nil && wereOpen.contains(id)
      })
    guard !gone.isEmpty else { return (stored, file, moved) }
    let departures = try departures(of: gone)
    for hunk in step.delta.hunks {
      for line in hunk.inserted {
        guard let id = line.id, let departure = departures[id], let there = departure.moved,
          file == nil || file == there.file
        else { continue }
        file = there.file
        moved.append(there.line)
        let before = hunk.previous.flatMap { id in stored.firstIndex { $0.id == id } }
        stored.insert(departure.line, at: before.map { $0 + 1 } ?? min(hunk.start, stored.count))
      }
    }
    return (stored, file, moved)
  }
}
