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
    // One file at most changes with a step.
    let file = moved.first?.file ?? .done
    let back = moved.filter { $0.file == file }.map(\.line)
    let change = Change.restore(departures.map(\.line))
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
    var found: [Departure] = []
    for name in names {
      guard case .id(let number) = name else { throw .badWord(name.description, expected: "restore takes ids") }
      let id = ItemID(number)
      guard draft.list[id] == nil else { throw .stillThere(id) }
      guard let departure = try departure(of: id) else { throw .nothingToRestore(id) }
      found.append(departure)
    }
    return found
  }

  /// Is nil for a task that never was, or whose leaving is forgotten.
  private func departure(of id: ItemID) throws(Refusal) -> Departure? {
    do throws(StateError) {
      for step in try ports.state.newestSteps(Daemon.trashDepth) {
        for hunk in step.delta.hunks {
          guard let line = hunk.removed.first(where: { $0.id == id }), !hunk.inserted.contains(where: { $0.id == id })
          else { continue }
          let moved = step.moved.flatMap { moved in
            moved.lines.first { $0.id == id }.map { (file: moved.file, line: $0) }
          }
          return Departure(line: line, moved: moved)
        }
      }
    } catch {
      throw .stateFault(error.words)
    }
    return nil
  }
  private static let trashDepth = 10_000

  /// The list with those tasks, changed by a step, that have gone to another file since: they are to be found there.
  func archivedSince(
    _ step: Step, in draft: Draft
  ) throws(Refusal) -> (stored: [StoredLine], file: BesideFile?, moved: [StoredLine]) {
    var stored = draft.list.rows.map(StoredLine.init)
    var file = step.moved?.file
    var moved: [StoredLine] = []
    for hunk in step.delta.hunks {
      for line in hunk.inserted {
        guard let id = line.id, draft.list[id] == nil, hunk.removed.contains(where: { $0.id == id }),
          let departure = try departure(of: id), let there = departure.moved, file == nil || file == there.file
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
