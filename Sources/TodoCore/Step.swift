/// One change in the history, named `s812` to people.
package struct Step: Sendable {
  /// Who made a change.
  package enum Author: String, Sendable {
    case client, popup, editor, merge, recurrence, undo, redo
  }

  package var number: Int64
  /// The revision of the store after this step.
  package var revision: Int64
  package var time: Instant
  package var author: Author
  /// The verb or event that made it, for `history`: `add`, `done`, `external edit`.
  package var title: String
  /// What happened to the todo file.
  package var delta: Delta
  /// What went to the end of another file, or came back from there; nil for most steps.
  package var moved: Moved?
  /// What it did to snoozes, dismissals, pauses and what they answered; empty for most steps.
  package var facts: [FactChange]
  /// The step that this one takes back, if it is an undo; of a redo that is an undo.
  package var undoes: Int64?
  /// The step that took this one back.
  package var undoneBy: Int64?

  package init(
    number: Int64, revision: Int64, time: Instant, author: Author, title: String, delta: Delta,
    moved: Moved? = nil, facts: [FactChange] = [], undoes: Int64? = nil, undoneBy: Int64? = nil
  ) {
    self.number = number
    self.revision = revision
    self.time = time
    self.author = author
    self.title = title
    self.delta = delta
    self.moved = moved
    self.facts = facts
    self.undoes = undoes
    self.undoneBy = undoneBy
  }
}

extension Step {
  /// It changed a line of these tasks, moved it, or changed what the state keeps of them.
  package func concerns(_ items: Set<ItemID>) -> Bool {
    delta.hunks.contains { hunk in
      (hunk.removed + hunk.inserted).contains { $0.id.map(items.contains) ?? false }
    }
      || facts.contains { $0.subject?.item.map(items.contains) ?? false }
      || moved?.lines.contains { $0.id.map(items.contains) ?? false } ?? false
  }
}
