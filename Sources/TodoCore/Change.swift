package import TodoProtocol

/// What a client asks of the list, with every task found and every word parsed.
package enum Change: Sendable {
  /// Where a task goes in the file.
  package enum Place: Hashable, Sendable {
    case top, bottom
    case after(ItemID)
  }

  case add(text: [UInt8], top: Bool)
  /// Replaces the task of that uuid, or adds it under it.
  case put(TaskUUID, text: [UInt8])
  case replace(ItemID, text: [UInt8])
  /// The same with a line that says all: what is not in it goes.
  case become(ItemID, text: [UInt8])
  case append([ItemID], text: [UInt8])
  case prepend([ItemID], text: [UInt8])
  case set([ItemID], [Edit])
  case complete([ItemID])
  case reopen([ItemID])
  case remove([ItemID])
  case reorder(ItemID, Place)
  case sort([SortKey])
  /// Takes done tasks out; the caller writes them to the end of the done file.
  case archive
  /// Takes tasks out; the caller writes them to the end of another file.
  case moveOut([ItemID])
  /// Moves due and threshold as completing would.
  case skip([ItemID])
  /// Brings back removed lines under their ids; those that were moved come from another file.
  case restore([StoredLine], moved: Set<ItemID>)
  /// Settles clashes.
  case resolve(Settlement)

  /// The verb, for the history.
  package var title: String {
    switch self {
    case .add: "add"
    case .put: "put"
    case .replace, .become: "replace"
    case .append: "append"
    case .prepend: "prepend"
    case .set: "set"
    case .complete: "done"
    case .reopen: "undone"
    case .remove: "remove"
    case .reorder: "reorder"
    case .sort: "sort"
    case .archive: "archive"
    case .moveOut: "move"
    case .skip: "skip"
    case .restore: "restore"
    case .resolve: "resolve"
    }
  }
}
