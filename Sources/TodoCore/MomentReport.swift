/// What became of a moment, or what it waits for.
package struct MomentReport: Sendable {
  package enum Status: Hashable, Sendable {
    /// Its time is to come.
    case armed
    /// Its time has come; it waits, and why.
    case held(HeldReason, until: Instant?)
    /// As the ledger has it, written at that instant.
    case recorded(LedgerRow.State, at: Instant)
    /// It has no record of its own: a later one of its occurrence stands for it.
    case settled
    /// Nothing of the occurrence rings any more.
    case dismissed
    /// It lies before the end of a snooze.
    case snoozedAway
  }

  package var name: MomentName
  package var moment: Instant
  package var status: Status
  /// What the ledger says of it, also of one that waits to be tried again.
  package var row: LedgerRow?
  /// What will hold one that is to come.
  package var pause: Pause?

  package init(name: MomentName, moment: Instant, status: Status) {
    self.name = name
    self.moment = moment
    self.status = status
  }

  init(_ row: LedgerRow) {
    self.init(name: row.key.name, moment: row.moment, status: .recorded(row.state, at: row.writtenAt))
    self.row = row
  }
}

/// Why a moment whose time has come does not ring yet. The raw values are in the protocol.
package enum HeldReason: String, Hashable, Sendable {
  case paused
  case doNotDisturb = "do-not-disturb"
  case quietHours = "quiet-hours"
  /// It is late, and the file has not been quiet for long enough.
  case lateWait = "late-wait"
  /// It was tried and could not be shown.
  case failed = "not-delivered"
  /// Others ring in the same turn, a second apart.
  case spaced
}
