package import TodoCore
import TodoTxt

/// One small fact of the state under its kind and key; what the key and the value mean is the kind's own affair.
///
/// All of them live in one table, so that an intent can keep what it replaced and `dropIntent` can put it back.
package struct StateRecord: Hashable, Sendable {
  /// The raw values are on disk and never change.
  package enum Kind: Int64, CaseIterable, Sendable {
    case ledger = 1
    case snooze = 2
    case pause = 3
    case popup = 4
    /// Whatever the daemon wants to find again by name: the first sight of the file, the done file last seen.
    case note = 5
    /// What follows from completions and reopenings of recurring tasks by somebody else; see OwedRecurrence.
    case pending = 6
    case dismissal = 7
    /// The clash that a line is in: its others have the same value.
    case clash = 8
  }

  package var kind: Kind
  package var key: [UInt8]
  /// Is nil to remove the record.
  package var value: [UInt8]?

  package init(kind: Kind, key: [UInt8], value: [UInt8]?) {
    self.kind = kind
    self.key = key
    self.value = value
  }

  package init(_ owed: OwedRecurrence) {
    self.init(removingOwed: owed.item)
    // The line comes last and as it is: it may have tabs, and bytes that are no text.
    value =
      RecordText.bytes(owed.kind.rawValue, "\(owed.day)", owed.isArchived ? "archived" : "", "") + owed.line.bytes
  }

  package init(removingOwed item: ItemID) {
    self.init(kind: .pending, key: RecordText.bytes(String(item.number)), value: nil)
  }

  /// A fact by name.
  package static func note(_ name: String, _ value: [UInt8]?) -> StateRecord {
    StateRecord(kind: .note, key: Array(name.utf8), value: value)
  }
}
