/// What became of a moment, or what it waits for.
package struct MomentReport: Sendable {
  package enum Status: Hashable, Sendable {
    /// Its time is to come.
    case armed
    /// Its time has come; it waits, and why.
    case held(HeldReason, until: Instant?)
    /// As the ledger has it, written at that instant.
    case recorded(LedgerRow.State, at: Instant)
  }

  package var name: MomentName
  package var moment: Instant
  package var status: Status

  package init(name: MomentName, moment: Instant, status: Status) {
    self.name = name
    self.moment = moment
    self.status = status
  }
}

/// Why a moment whose time has come does not ring yet.
package enum HeldReason: Hashable, Sendable {
  case paused
  case doNotDisturb
  case quietHours
  /// It is late, and the file has not been quiet for long enough.
  case lateWait
  /// It was tried and could not be shown.
  case failed
  /// Others ring in the same turn, a second apart.
  case spaced
}
