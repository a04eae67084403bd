package import TodoCore

/// All that the state holds in memory terms, as `StateStore.load` finds it.
package struct StoredState: Sendable {
  /// The newest revision ever given out, also by an intent that was dropped: the next one is greater.
  package var revision: Int64
  /// The number that the next step takes.
  package var nextStep: Int64
  /// The file as the newest step left it, an open intent's steps included.
  package var version: StoredVersion
  /// A change whose fate the files have to tell.
  package var openIntent: Intent?
  /// Ids of tasks that are gone from the file and still in the history: not to be given to another task.
  package var departed: Set<ItemID>
  package var records: [StateRecord.Kind: [[UInt8]: [UInt8]]]

  /// The value of a note, or nil.
  package func note(_ name: String) -> [UInt8]? { records[.note]?[Array(name.utf8)] }
}
