/// What must be in the state before anything else follows from it: to be written in one transaction.
package struct Recorded: Sendable {
  package enum PopupChange: Hashable, Sendable {
    /// Replaces what was kept under its slot.
    case open(OpenPopup)
    case gone(slot: Int)
  }

  package var rows: [LedgerRow]
  package var popups: [PopupChange]
  /// Snoozes that ended by a change of their task.
  package var endedSnoozes: [Snooze]

  package init(rows: [LedgerRow] = [], popups: [PopupChange] = [], endedSnoozes: [Snooze] = []) {
    self.rows = rows
    self.popups = popups
    self.endedSnoozes = endedSnoozes
  }

  package var isEmpty: Bool { rows.isEmpty && popups.isEmpty && endedSnoozes.isEmpty }
}

/// What is to be done now: first the record is written, then popups are withdrawn, then shown.
package struct Taken: Sendable {
  package var rings: [Ring]
  /// Slots of popups to be closed.
  package var withdraw: [Int]
  package var recorded: Recorded

  package init(rings: [Ring] = [], withdraw: [Int] = [], recorded: Recorded = Recorded()) {
    self.rings = rings
    self.withdraw = withdraw
    self.recorded = recorded
  }

  package var rows: [LedgerRow] { recorded.rows }
  package var isEmpty: Bool { rings.isEmpty && withdraw.isEmpty && recorded.isEmpty }
}
