/// The lines of one task that both sides of a merge changed in the same word: all of them stay until somebody chooses.
package struct Clash: Hashable, Sendable {
  /// What tells it from others, for good.
  package struct Name: Hashable, Comparable, Sendable {
    /// The step that made it. A third form of the task makes a new clash of all.
    package var step: Int64
    /// The lowest of the lines that it was made of; a step may make several clashes.
    package var first: ItemID

    package init(step: Int64, first: ItemID) {
      self.step = step
      self.first = first
    }

    package static func < (left: Name, right: Name) -> Bool {
      (left.step, left.first) < (right.step, right.first)
    }
  }

  package var name: Name
  /// Two or more, by id.
  package var items: [ItemID]

  package init(_ name: Name, items: [ItemID]) {
    self.name = name
    self.items = items
  }
}

/// That a line is one of those of a clash.
package struct ClashForm: Hashable, Sendable {
  package var item: ItemID
  package var clash: Clash.Name

  package init(item: ItemID, clash: Clash.Name) {
    self.item = item
    self.clash = clash
  }
}

/// What a step does to clashes, beside what follows from its lines.
package struct ClashOrder: Sendable {
  package var step: Int64
  /// Lines that became forms of one task.
  package var made: [[ItemID]]
  /// Lines that are tasks of their own from now on.
  package var parted: [ItemID]
  /// Facts that the step takes back.
  package var undoing: [FactChange]

  package init(step: Int64, made: [[ItemID]] = [], parted: [ItemID] = [], undoing: [FactChange] = []) {
    self.step = step
    self.made = made
    self.parted = parted
    self.undoing = undoing
  }
}
