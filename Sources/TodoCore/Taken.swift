/// What must be in the state before anything else follows from it: to be written in one transaction.
package struct Recorded: Sendable {
  package enum PopupChange: Hashable, Sendable {
    /// Replaces what was kept under its slot.
    case open(OpenPopup)
    case gone(slot: Int)
  }

  package var rows: [LedgerRow]
  /// Rows in which nothing is new but whether a wrong clock wrote them.
  package var rejudged: [LedgerRow] = []
  package var popups: [PopupChange]
  /// Snoozes, dismissals, pauses and clashes that came, changed or ended; of rows that a person answered what they were before
  /// (what they are now is in `rows`).
  package var facts: [FactChange]

  package init(rows: [LedgerRow] = [], popups: [PopupChange] = [], facts: [FactChange] = []) {
    self.rows = rows
    self.popups = popups
    self.facts = facts
  }

  package var isEmpty: Bool { rows.isEmpty && rejudged.isEmpty && popups.isEmpty && facts.isEmpty }
}

/// What is to be done now: first the record is written, then popups are withdrawn, then shown.
package struct Taken: Sendable {
  package var rings: [Ring]
  /// Slots of popups to be closed.
  package var withdraw: [Int]
  package var recorded: Recorded
  /// Popups of an earlier run to be closed at their server.
  package var close: [Popup.Replaced] = []
  /// Pauses that the user is to be reminded of.
  package var pausesToTell: [Pause] = []
  /// What waits from now on, and why.
  package var held: [Held] = []

  /// A moment whose time has come and that does not ring yet.
  package struct Held: Hashable, Sendable {
    package var item: ItemID?
    package var reason: HeldReason
    package var until: Instant?
  }

  package init(rings: [Ring] = [], withdraw: [Int] = [], recorded: Recorded = Recorded()) {
    self.rings = rings
    self.withdraw = withdraw
    self.recorded = recorded
  }

  package var rows: [LedgerRow] { recorded.rows }
  package var isEmpty: Bool {
    rings.isEmpty && withdraw.isEmpty && close.isEmpty && recorded.isEmpty && pausesToTell.isEmpty && held.isEmpty
  }
}
