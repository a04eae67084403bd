package import TodoCore
import TodoTxt

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

  /// What recurring tasks are owed; a record that makes no sense counts as absent.
  package var owed: OwedRecurrences {
    OwedRecurrences(records[.pending, default: [:]].compactMap { OwedRecurrence(key: $0.key, value: $0.value) })
  }

  /// The value of a note, or nil.
  package func note(_ name: String) -> [UInt8]? { records[.note]?[Array(name.utf8)] }
}

extension OwedRecurrence {
  fileprivate init?(key: [UInt8], value: [UInt8]) {
    var name = RecordText(key)
    let fields = value.split(separator: UInt8(ascii: "\t"), maxSplits: 3, omittingEmptySubsequences: false)
    guard fields.count == 4, let item = name.nextItem() ?? nil,
      let kind = Kind(rawValue: String(decoding: fields[0], as: UTF8.self)), let day = CivilDate(parsing: fields[1])
    else { return nil }
    self.init(kind, item, Line(bytes: Array(fields[3])), seen: day, isArchived: !fields[2].isEmpty)
  }
}
