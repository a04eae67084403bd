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
  /// Brings removed tasks back, and takes the lines of those that went to another file out of it.
  func restore(_ request: Request, _ names: [ItemName], in draft: inout Draft) throws(Refusal) -> Draft.Made {
    let departures = try departures(of: names, in: draft)
    let moved = departures.compactMap(\.moved)
    let file = moved.first?.file ?? .done
    guard moved.allSatisfy({ $0.file == file }) else {
      throw .wentToDifferentFiles(moved.compactMap(\.line.id))
    }
    let back = moved.map(\.line)
    let change = Change.restore(departures.map(\.line), moved: Set(back.compactMap(\.id)))
    return try draft.step(change.title, by: .client, movingTo: file) { list, context throws(Refusal) in
      var outcome = try list.apply(change, in: &context)
      outcome.movedBack = back
      for id in self.missing(back, in: file).compactMap(\.id) {
        outcome.notes.append(.lineWasGone(id, file: self.name(of: file)))
      }
      return outcome
    }
  }

  private func departures(of names: [ItemName], in draft: Draft) throws(Refusal) -> [Departure] {
    var ids: [ItemID] = []
    for name in names {
      guard case .id(let number) = name else { throw .badWord(name.description, expected: "restore takes ids") }
      let id = ItemID(number)
      guard draft.list[id] == nil else { throw .stillThere(id) }
      if !ids.contains(id) { ids.append(id) }
    }
    let found = try departures(of: Set(ids))
    var departures: [Departure] = []
    for id in ids {
      guard let departure = found[id] else { throw .nothingToRestore(id) }
      departures.append(departure)
    }
    return departures
  }

  /// Of tasks that never were, or whose leaving is forgotten, nothing is found.
  private func departures(of ids: Set<ItemID>) throws(Refusal) -> [ItemID: Departure] {
    var found: [ItemID: Departure] = [:]
    // Most often it was lately: all of the history is read only if it must be.
    for depth in [100, Daemon.trashDepth] where found.count < ids.count {
      found = [:]
      do throws(StateError) {
        for step in try ports.state.steps(depth, nil) where found.count < ids.count {
          note(departuresOf: ids, with: step, in: &found)
        }
      } catch {
        throw .stateFault(error.words)
      }
    }
    return found
  }
  private static let trashDepth = 10_000

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
