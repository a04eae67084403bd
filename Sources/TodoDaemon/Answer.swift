package import TodoCore
package import TodoProtocol

/// Names a connection for as long as it lasts; numbers are never used again.
package struct ClientID: Hashable, Sendable {
  package let number: Int

  package init(_ number: Int) { self.number = number }
}

/// What goes back to a client for one request, or the events between answers.
package enum Answer {
  case bytes([UInt8])
  /// Rows that are made as the client reads them.
  case rows(RowCursor)
  /// Other lines, made in the same way.
  case pieces(Pieces)
  /// Comes after the answers before it. Of pending events with the same name only the newest is kept.
  case event(String?, [UInt8])
  /// Nothing more comes: the connection closes once all before it was read.
  case hangUp
}

/// A long answer: the ids found, of which the rows are made when there is room for them.
///
/// A task that went meanwhile is left out. The last line carries the revision at which the ids were found: rows may be
/// newer, but a task that came later is not among them, and `watch since=` must tell of it.
package struct RowCursor {
  package let ids: [ItemID]
  package let tag: String?
  package let revision: Int64
  package let isStale: Bool
  package private(set) var position = 0
  package var written = 0
  package var form = RowForm.full
  /// Events that belong to a watch begun by this answer start after it.
  package let startsWatch: Bool

  package init(ids: [ItemID], tag: String?, revision: Int64, isStale: Bool, startsWatch: Bool = false) {
    self.ids = ids
    self.tag = tag
    self.revision = revision
    self.isStale = isStale
    self.startsWatch = startsWatch
  }

  package var isAtEnd: Bool { position == ids.count }

  package mutating func next() -> ItemID? {
    guard position < ids.count else { return nil }
    defer { position += 1 }
    return ids[position]
  }
}
