/// What names one moment of one occurrence of one task in the ledger.
package struct LedgerKey: Hashable, Sendable {
  /// Nil for a moment of the file as a whole: `older`, `welcome`.
  package var item: ItemID?
  /// The due value: `due` with `at` as written, or `t`, or empty. For `older` the day of the digest.
  package var due: String
  package var name: MomentName

  package init(item: ItemID?, due: String, name: MomentName) {
    self.item = item
    self.due = due
    self.name = name
  }
}

/// The durable record of what became of one moment; a later row of the same key replaces it.
package struct LedgerRow: Hashable, Sendable {
  package enum State: String, Hashable, Sendable, CaseIterable {
    /// Stored before the popup is tried.
    case ringing
    /// The notification server gave it an id.
    case rung
    /// Closed by hand.
    case closed
    /// Not delivered; it will be tried again. Never counts as shown.
    case failed
    /// By a button, a client's change of the task, an edit of its due.
    case answered
    case superseded
    case bornLate = "born-late"
    case dropped
  }

  package var key: LedgerKey
  package var state: State
  /// The instant the moment stood for when this was written.
  package var moment: Instant
  /// What the clock said when this was written.
  package var writtenAt: Instant
  /// When it was last shown; nil if it never was, or if that was not kept.
  package var rungAt: Instant?
  /// What somebody did, of an answered one.
  package var reaction: Reaction?
  /// A wrong clock wrote it, as was found when the clock was last set.
  package var isVoid = false

  package init(
    key: LedgerKey, state: State, moment: Instant, writtenAt: Instant, rungAt: Instant? = nil,
    reaction: Reaction? = nil
  ) {
    self.key = key
    self.state = state
    self.moment = moment
    self.writtenAt = writtenAt
    self.rungAt = rungAt
    self.reaction = reaction
  }

  /// When it was last on the screen; rows of earlier versions know only when they were written.
  package var lastShown: Instant? { rungAt ?? (state == .rung || state == .closed ? writtenAt : nil) }

  /// By which it is known whether a wrong clock wrote it: what was shown while the clock was right was shown, whatever the
  /// clock said when somebody closed or answered it.
  var attestedAt: Instant { min(rungAt ?? writtenAt, writtenAt) }

  /// What answered a moment. The raw values are on disk and in the protocol.
  package enum Reaction: String, Hashable, Sendable, CaseIterable {
    /// The task was completed, by whomever.
    case done
    /// The line went.
    case removed
    /// The due was changed.
    case moved
    /// The task got `rem:none`.
    case silenced
    /// The task was changed in another way through todod.
    case changed
    case snoozed
    case dismissed
    /// A button of the popup.
    case button
  }
}
