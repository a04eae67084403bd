package import TodoCore

/// One line of the journal with its fields. No text of a task above `debug`.
package struct JournalEntry {
  /// The levels of syslog that todod uses.
  package enum Level: Int {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7
  }

  package var level: Level
  package var event: JournalEvent
  package var message: String
  package var item: ItemID?
  package var revision: Int64?
  package var path: String?
  package var lateMilliseconds: Int64?

  package init(
    _ event: JournalEvent, _ message: String, level: Level = .info, item: ItemID? = nil, revision: Int64? = nil,
    path: String? = nil, lateMilliseconds: Int64? = nil
  ) {
    self.event = event
    self.message = message
    self.level = level
    self.item = item
    self.revision = revision
    self.path = path
    self.lateMilliseconds = lateMilliseconds
  }
}
