/// What a change came to.
package struct Outcome: Sendable {
  /// A thing the client is told beside the rows.
  package enum Note: Equatable, Sendable {
    /// The task was completed, but its `rec:` gave no next one.
    case noSuccessor(ItemID, Successor.Reason)
    /// Nothing had to be changed, for example a task done already.
    case unchanged(ItemID)
  }

  /// Each task that is another now, came or went, in the order in which they are answered.
  package var changes: [TaskChange]
  /// Lines that belong at the end of the done file (or of the file they are moved to).
  package var movedOut: [StoredLine]
  package var notes: [Note]

  package init(changes: [TaskChange] = [], movedOut: [StoredLine] = [], notes: [Note] = []) {
    self.changes = changes
    self.movedOut = movedOut
    self.notes = notes
  }
}
