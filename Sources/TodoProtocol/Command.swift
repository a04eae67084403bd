/// What a client asks for, in types: after parsing nobody reads text again.
///
/// Texts and lines are the bytes as sent; queries are text because their words mean something only at an instant and in
/// a zone, which the daemon knows.
package enum Command: Hashable, Sendable {
  case hello(ProtocolVersion?)
  case ping
  case status
  /// What there is to know of the daemon's own condition.
  case doctor
  case commands
  /// The saved queries.
  case views

  case list(query: String, sort: String?, rows: RowForm = .full)
  case get([ItemName])
  /// The reminders to come, soonest first; all of them without a limit.
  case agenda(limit: Int?)
  case next
  /// What rang and was neither closed nor answered.
  case missed
  /// What became of each moment of a task.
  case why(ItemName)
  /// What was changed, newest first; all of it without a limit.
  case history(HistoryScope, limit: Int?)
  /// Lines that were removed by anyone and are in no file, newest first; of these tasks, or of those that a query fits.
  case trash([ItemName], limit: Int?)
  /// The lines of the file as it was.
  case version(VersionName)
  case projects(query: String)
  case contexts(query: String)

  /// `top` puts the task on the first line instead of the last.
  case add(text: [UInt8], top: Bool)
  /// Replaces the task of that uuid, or adds it with that uuid.
  case put(UUIDWord, line: [UInt8])
  /// `isWhole`: what the line does not say of priority and dates goes, and the words that the old one had stay as they are.
  case replace(ItemName, line: [UInt8], isWhole: Bool = false)
  case append([ItemName], text: [UInt8])
  case prepend([ItemName], text: [UInt8])
  case set([ItemName], [Edit])
  case done([ItemName])
  case undone([ItemName])
  case remove([ItemName])
  /// Brings removed tasks back from the trash, and those that went to another file out of it.
  case restore([ItemName])
  /// Makes the file what it was.
  case restoreVersion(VersionName)
  /// Writes a todo file that went missing again from memory.
  case restoreFile
  /// Believes that a missing todo file is meant to be gone.
  case accept
  /// Takes back that step (`s812`), or the newest one made by hand.
  case undo(step: Int64?)
  /// Does again what was undone: that step, or what the newest undo took back.
  case redo(step: Int64?)
  case reorder(ItemName, Place)
  /// Moves tasks to a file of that name in the todo file's directory.
  case move([ItemName], file: String)
  /// Rewrites the order of lines by those keys, or by the default ones.
  case sort(keys: String?)
  case archive
  /// Settles the clashes in which these lines are.
  case resolve([ItemName], Choice)
  /// Completes nothing, but moves due and threshold as completing would.
  case skip([ItemName])

  /// Puts reminders off: `10min`, `tonight`, `fri 9am`; nil is a while that suits the task.
  case snooze([ItemName], when: String?)
  /// Ends the reminders of this occurrence.
  case dismiss([ItemName])
  /// Holds what would ring: `2h`, `until 18:00`, `on`, `toggle`, `+work until 20 aug`.
  case pause(String)
  /// Ends the pause of a query, or with an empty one all of them.
  case resume(query: String)

  /// The changes since a revision, or every row, then events; a query makes it a live query.
  case watch(Topics, since: Int64?, query: String)
  case unwatch
  case begin
  case commit
  case abort
  case reload
  case test
  case quit

  /// What becomes of a line that clashes, and of its twins.
  package enum Choice: String, CaseIterable, Sendable {
    /// It stays, its twins go.
    case keep
    /// It goes, its twins stay.
    case drop
    /// All stay, each as a task of its own.
    case both
  }

  /// Where `reorder` puts a task.
  package enum Place: Hashable, Sendable {
    case top
    case after(ItemName)
  }
}
