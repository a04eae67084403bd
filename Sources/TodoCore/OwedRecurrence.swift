package import TodoTxt

/// What follows from somebody else's change of a recurring task once the files are quiet.
package struct OwedRecurrence: Hashable, Sendable {
  /// The raw values are in the state.
  package enum Kind: String, Sendable {
    /// It was completed: its next line is missing, unless somebody else writes it.
    case successor
    /// It was reopened: its next line goes again, unless somebody has touched that.
    case withdrawal
  }

  package var kind: Kind
  package var item: ItemID
  /// The line as it was last seen done; of a task that came back from elsewhere the open one.
  package var line: Line
  /// When that was first seen, for a line without a completion date.
  package var day: CivilDate
  /// It went to the done file.
  package var isArchived: Bool

  package init(_ kind: Kind, _ item: ItemID, _ line: Line, seen day: CivilDate, isArchived: Bool = false) {
    self.kind = kind
    self.item = item
    self.line = line
    self.day = day
    self.isArchived = isArchived
  }
}

/// All that is owed; kept in the state, so that no crash ends a series.
package struct OwedRecurrences: Equatable, Sendable {
  package private(set) var items: [ItemID: OwedRecurrence] = [:]

  package init(_ all: [OwedRecurrence] = []) {
    for owed in all { items[owed.item] = owed }
  }

  package var isEmpty: Bool { items.isEmpty }

  /// In the order of their lines, which is the same on two machines.
  package var inOrder: [OwedRecurrence] {
    items.values.sorted { one, two in
      one.line == two.line ? one.item < two.item : one.line.bytes.lexicographicallyPrecedes(two.line.bytes)
    }
  }

  package mutating func remove(_ item: ItemID) { items[item] = nil }

  /// Notes what a step did to recurring tasks.
  ///
  /// - Parameters:
  ///   - isForeign: Somebody else wrote the file. What a client reopens loses its successor in the same step.
  ///   - today: Only what was completed today or yesterday is owed anything; or tomorrow, where it is that already.
  /// - Returns: The items of which something else is known now.
  package mutating func note(_ outcome: Outcome, isForeign: Bool, on today: CivilDate) -> [ItemID] {
    let before = items
    let spawned = Set(outcome.changes.compactMap { $0.old == nil ? $0.new?.recurringWords : nil })
    var refused: Set<ItemID> = []
    for case .noSuccessor(let id, _) in outcome.notes { refused.insert(id) }
    var open: Set<ItemID> = []
    for change in outcome.changes {
      guard let old = change.old else { continue }
      if !old.meaning.isDone { open.insert(old.id) }
      guard let new = change.new, new.meaning.isDone != old.meaning.isDone else { continue }
      items[old.id] = nil
      if new.meaning.isDone {
        guard !refused.contains(new.id), !spawned.contains(new.line.seriesWords) else { continue }
        owe(new.id, new.line, on: today)
      } else if isForeign, old.line.recurs {
        items[old.id] = OwedRecurrence(.withdrawal, old.id, old.line, seen: today)
      }
    }
    if isForeign {
      for task in outcome.returned where task.line.recurs && !task.meaning.isDone {
        items[task.id] = OwedRecurrence(.withdrawal, task.id, task.line, seen: today)
      }
    }
    for stored in outcome.archived + outcome.movedOut {
      guard let id = stored.id else { continue }
      noteArchived(id, wasOpen: open.contains(id), stored.line, on: today)
    }
    return changed(since: before)
  }

  /// Notes that a task which had left the todo file is done: its line is in the done file.
  package mutating func note(archived task: Task, as line: Line, on today: CivilDate) -> [ItemID] {
    let before = items
    noteArchived(task.id, wasOpen: !task.meaning.isDone, line, on: today)
    return changed(since: before)
  }

  private mutating func noteArchived(_ id: ItemID, wasOpen: Bool, _ line: Line, on today: CivilDate) {
    guard line.header.isDone else { return }
    if wasOpen { owe(id, line, on: today) }
    guard items[id]?.kind == .successor else { return }
    items[id]?.line = line
    items[id]?.isArchived = true
  }

  private mutating func owe(_ id: ItemID, _ line: Line, on today: CivilDate) {
    let day = line.header.completion ?? today
    guard line.recurs, abs(day.daysSinceEpoch - today.daysSinceEpoch) <= 1 else { return }
    items[id] = OwedRecurrence(.successor, id, line, seen: today)
  }

  private func changed(since before: [ItemID: OwedRecurrence]) -> [ItemID] {
    guard !before.isEmpty || !items.isEmpty else { return [] }
    return Set(before.keys).union(items.keys).filter { before[$0] != items[$0] }.sorted()
  }
}

extension Line {
  /// It has a `rec:`, however odd.
  var recurs: Bool { !values(of: "rec").isEmpty }
}

extension Task {
  var recurringWords: [UInt8]? { meaning.recurrence == nil ? nil : line.seriesWords }
}
