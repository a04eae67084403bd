package import TodoTxt

/// What a query has to know beside the task: the day, the instant, and what other tasks and the ledger say.
package struct QueryContext: Sendable {
  package var today: CivilDate
  package var now: Instant
  package var zone: Zone
  /// Parents with an open child.
  package var blocked: Set<ItemID>
  package var snoozed: Set<ItemID>
  /// What has come and does not ring yet.
  package var held: Set<ItemID>
  package var clashing: Set<ItemID>

  package init(
    today: CivilDate, now: Instant, zone: Zone, blocked: Set<ItemID> = [], snoozed: Set<ItemID> = [],
    held: Set<ItemID> = [], clashing: Set<ItemID> = []
  ) {
    self.today = today
    self.now = now
    self.zone = zone
    self.blocked = blocked
    self.snoozed = snoozed
    self.held = held
    self.clashing = clashing
  }
}
