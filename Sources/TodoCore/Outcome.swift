/// What a change came to.
package struct Outcome: Sendable {
  /// A thing the client is told beside the rows.
  package enum Note: Equatable, Sendable {
    /// The task was completed, but its `rec:` gave no next one.
    case noSuccessor(ItemID, Successor.Reason)
    /// Nothing had to be changed, for example a task done already.
    case unchanged(ItemID)
    /// The task is back from another file, which had its line no more.
    case lineWasGone(ItemID, file: String)
    /// The task is back, and its line in another file stays: a step writes one file beside this.
    case lineStays(ItemID, file: String)
    /// The task went, and its line did not go to the file that it had come from.
    case notPutBack(ItemID, file: String)
    /// The file is that version already.
    case sameVersion
  }

  /// Each task that is another now, came or went, in the order in which they are answered.
  package var changes: [TaskChange]
  /// Lines that belong at the end of the done file (or of the file they are moved to).
  package var movedOut: [StoredLine]
  /// Lines that are to go from the end of that file, since they are back here.
  package var movedBack: [StoredLine]
  /// Lines of tasks that somebody else moved to the done file, as they stand there.
  package var archived: [StoredLine]
  /// Tasks that somebody else brought back under the ids they had.
  package var returned: [Task] = []
  package var notes: [Note]
  /// Lines that a merge made forms of one task.
  package var clashes: [[ItemID]] = []
  /// Lines that were such forms and are tasks of their own now.
  package var parted: [ItemID] = []
  /// Tasks of which something else than their line is new, to be answered too.
  package var kept: [ItemID] = []

  package init(
    changes: [TaskChange] = [], movedOut: [StoredLine] = [], movedBack: [StoredLine] = [],
    archived: [StoredLine] = [], notes: [Note] = []
  ) {
    self.changes = changes
    self.movedOut = movedOut
    self.movedBack = movedBack
    self.archived = archived
    self.notes = notes
  }
}
