package import TodoCore

/// The state beside the todo file: one SQLite database, everything in it kept per real path of the todo file.
///
/// Not Sendable on purpose: it belongs to the one thread of the daemon.
package final class StateStore {
  /// What opening (or loading, which may find damage too) came to.
  package private(set) var opening: StoreOpening

  /// Opens the database at `path`, or makes it; a broken one is set aside first.
  package init(opening path: String, list todoPath: String) throws(StateError) {
    opening = .created
  }

  /// Reads all that the daemon keeps in memory.
  package func load() throws(StateError) -> StoredState {
    throw .damaged(#function)
  }

  /// Makes the transaction durable: it is on the disk, whole, when this returns, and not there at all when it throws.
  package func commit(_ transaction: Transaction) throws(StateError) {}

  /// Takes back what the open intent brought: its steps, its marks, its records. Revision and step numbers stay used.
  package func dropIntent() throws(StateError) {}

  package func step(_ number: Int64) throws(StateError) -> Step? { nil }

  /// The newest `count` steps, newest first; `before` begins below that number.
  package func steps(newest count: Int, before number: Int64? = nil) throws(StateError) -> [Step] { [] }

  /// The newest step that a person made through todod and that nobody took back.
  package func newestUndoable() throws(StateError) -> Step? { nil }

  /// Rebuilds the file as it stood at a revision from the current version; nil if history does not reach back so far.
  package func version(at revision: Int64, from current: StoredVersion) throws(StateError) -> StoredVersion? { nil }

  /// The id and uuid of the task that last had exactly these bytes and left the file at `since` or later.
  package func formerID(of lineBytes: [UInt8], since: Instant) throws(StateError) -> (ItemID, TaskUUID)? { nil }

  /// Writes the current version whole where many steps have come since that was last done, and moves what is in the
  /// write-ahead log into the database when that has grown: work to be done after the client was answered.
  package func checkpointIfNeeded(_ current: StoredVersion) throws(StateError) {}

  /// Removes steps that are neither among the newest 10 000 nor younger than 90 days, at most a tenth of those a day.
  package func trimHistory(now: Instant) throws(StateError) {}

  /// Empties the write-ahead log and closes the file; nothing may be called after it.
  package func close() {}
}
