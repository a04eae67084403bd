/// What the reminders keep over restarts, as the state gives it back at start.
package struct ReminderState: Sendable {
  package var rows: [LedgerRow]
  package var snoozes: [Snooze]
  /// Occurrences that ring no more, by item and due value (the key's name is of no account).
  package var dismissals: [Dismissal]
  package var popups: [OpenPopup]
  package var pauses: [Pause]
  package var clashes: [ClashForm]

  package init(
    rows: [LedgerRow] = [], snoozes: [Snooze] = [], dismissals: [Dismissal] = [], popups: [OpenPopup] = [],
    pauses: [Pause] = [], clashes: [ClashForm] = []
  ) {
    self.rows = rows
    self.snoozes = snoozes
    self.dismissals = dismissals
    self.popups = popups
    self.pauses = pauses
    self.clashes = clashes
  }
}

/// An occurrence that is to ring no more.
package struct Dismissal: Hashable, Sendable {
  package var item: ItemID
  package var due: String

  package init(item: ItemID, due: String) {
    self.item = item
    self.due = due
  }
}
