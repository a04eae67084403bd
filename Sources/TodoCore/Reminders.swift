/// Decides what rings when, and remembers what became of it. A value: it knows no clock and shows nothing itself.
///
/// The daemon tells it every change and what the notifier reported, arms one timer for `next`, and calls `take` when
/// that has come and after every change. Whatever these return is written to the state before a popup is shown.
package struct Reminders: Sendable {
  package private(set) var settings: ReminderSettings
  package private(set) var zone: Zone
  /// When anybody but todod last changed the file: late moments wait until that is a while ago.
  package var fileLastChanged: Instant?
  /// Tasks whose twin of a clash rings in their place.
  package var twins: Set<ItemID> = []
  /// The desktop wants no popups now.
  package private(set) var isDoNotDisturb = false
  /// Why popups cannot be shown, and since when; nil when the last one could.
  package private(set) var failing: (reason: String, since: Instant)?
  /// As of the last call that had an instant.
  package private(set) var counts = ReminderCounts()
  /// Popups that are open or being opened, by ascending slot.
  package var openPopups: [OpenPopup] { [] }

  /// Nothing is planned until `replan`.
  package init(state: ReminderState, settings: ReminderSettings, zone: Zone) {
    self.settings = settings
    self.zone = zone
  }

  /// Follows changed tasks. Costs the logarithm of the number of tasks for each.
  package mutating func changed(_ changes: [TaskChange], cause: Cause, at now: Instant) -> Recorded { Recorded() }

  /// Plans all anew: at start, at the first sight of a file, after a clock step or a change of zone or settings.
  ///
  /// After a restart this also brings back the popups of the state, and what a crash left as `ringing`.
  package mutating func replan(
    tasks: some Sequence<Task>, cause: Cause, settings: ReminderSettings? = nil, zone: Zone? = nil, at now: Instant
  ) -> Recorded { Recorded() }

  /// What rings and is withdrawn now. To be called after each change too: withdrawals wait for it.
  package mutating func take(dueAt now: Instant) -> Taken { Taken() }

  /// The notification server took the popup and gave it an id: its moments are rung.
  package mutating func shown(_ slot: Int, serverID: UInt32, owner: String = "", at now: Instant) -> Recorded {
    Recorded()
  }

  /// The popup could not be shown; its moments stay due and are tried again.
  package mutating func failed(_ slot: Int, reason: String, at now: Instant) -> Recorded { Recorded() }

  /// A person closed the popup.
  package mutating func closed(_ slot: Int, at now: Instant) -> Recorded { Recorded() }

  /// A button of the popup was pressed.
  package mutating func answered(_ slot: Int, at now: Instant) -> Recorded { Recorded() }

  /// A notification server appeared: what could not be shown is due at once.
  package mutating func serverArrived(at now: Instant) {}

  /// The notification server went, and all popups with it; they come back when one arrives.
  package mutating func serverLost(at now: Instant) -> Recorded { Recorded() }

  /// The desktop began or ended its do-not-disturb.
  package mutating func setDoNotDisturb(_ isOn: Bool, at now: Instant) {}

  /// When `take` has something to do next; in the past if it has now.
  package var next: Instant? { nil }

  /// When a task rings next.
  package func next(for item: ItemID) -> Instant? { nil }

  /// When anything rings next, and which task; nil for the file's own moments.
  package var nextRing: (item: ItemID?, name: MomentName, moment: Instant)? { nil }

  /// All that rings after `now` up to `end`, in order; a task's mornings once it is overdue count once.
  package func agenda(after now: Instant, until end: Instant, limit: Int) -> [AgendaEntry] { [] }

  /// What became of each moment of a task, and what is to come, in order.
  package func moments(of item: ItemID, at now: Instant) -> [MomentReport] { [] }

  /// When and as what a task last rang.
  package func lastRung(_ item: ItemID) -> LedgerRow? { nil }

  package func isOverdue(_ item: ItemID) -> Bool { false }
  package func isBlocked(_ item: ItemID) -> Bool { false }
}
