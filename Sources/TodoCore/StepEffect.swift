package import TodoTxt

/// What a step did to one task.
package struct StepEffect: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Its line is new in the file, or back.
    case came
    case gone
    /// Its line has other bytes.
    case changed
    /// Its line stands elsewhere in the file.
    case moved
  }

  package var id: ItemID
  /// Its line in the todo file; nil where it had none.
  package var before: Line?
  package var after: Line?
  /// Its line in another file, if it went there or came from there.
  package var beside: Line?

  package init(id: ItemID, before: Line?, after: Line?, beside: Line? = nil) {
    self.id = id
    self.before = before
    self.after = after
    self.beside = beside
  }

  package var kind: Kind {
    guard let before else { return .came }
    guard let after else { return .gone }
    return before == after ? .moved : .changed
  }
}

extension Step {
  /// What it did to each task whose line it touched, in the order of the file.
  package var effects: [StepEffect] {
    var effects: [StepEffect] = []
    var places: [ItemID: Int] = [:]
    func note(_ stored: StoredLine, _ line: WritableKeyPath<StepEffect, Line?>) {
      guard let id = stored.id else { return }
      let place = places[id] ?? effects.count
      if place == effects.count {
        places[id] = place
        effects.append(StepEffect(id: id, before: nil, after: nil))
      }
      effects[place][keyPath: line] = stored.line
    }
    for hunk in delta.hunks {
      for stored in hunk.removed { note(stored, \.before) }
      for stored in hunk.inserted { note(stored, \.after) }
    }
    for stored in moved?.lines ?? [] {
      guard let place = stored.id.flatMap({ places[$0] }) else { continue }
      effects[place].beside = stored.line
    }
    return effects
  }

  /// How many more blank lines there are after it.
  package var blankLines: Int {
    delta.hunks.reduce(0) { sum, hunk in
      sum + hunk.inserted.count { $0.id == nil } - hunk.removed.count { $0.id == nil }
    }
  }
}
