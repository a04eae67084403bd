/// Decides what rings when, and remembers what became of it. A value: it knows no clock and shows nothing itself.
///
/// The daemon tells it every change and what the notifier reported, arms one timer for `next`, and calls `take` when
/// that has come and after every change. Whatever these return is written to the state before a popup is shown.
package struct Reminders: Sendable {
  /// One open task that may ring.
  struct Entry: Sendable {
    var task: Task
    /// The first moment to come.
    var next: Moment?
    /// Tells the wake that holds from those left over.
    var stamp: UInt32
    var share: DueTally.Share?
    /// The time of a timed task has come.
    var hasPassed: Bool
  }

  package internal(set) var settings: ReminderSettings
  package var zone: Zone { clock.zone }
  /// When anybody but todod last changed the file: late moments wait until that is a while ago.
  package var fileLastChanged: Instant?
  /// Tasks whose twin of a clash rings in their place.
  package internal(set) var twins: Set<ItemID> = []
  /// The desktop wants no popups now.
  package internal(set) var isDoNotDisturb = false
  /// Why popups cannot be shown, and since when; nil when the last one could.
  package internal(set) var failing: (reason: String, since: Instant)?

  var clock: CivilClock
  var ledger: Ledger
  var snoozes: [ItemID: Snooze]
  var dismissals: Set<Dismissal>
  /// The clash that a line is in.
  var clashing: [ItemID: Clash.Name]
  /// Tasks that have to be planned anew, because a twin rings in their place now or no longer does.
  var turned: Set<ItemID> = []
  var pauses = Pauses()

  var entries = ItemMap<Entry>()
  var wakes = WakeHeap()
  var stamp: UInt32 = 0
  var kinship = Kinship()
  var tally: DueTally
  var openCount = 0
  /// The instants at which the day began and ends that the counts are of.
  var day: Range<Instant>
  /// The day whose morning has had its count of older tasks.
  var countedMorning: Int32?

  /// Of each task at most one: the newest passed moment.
  var pending: [ItemID: Pending] = [:]
  /// The file's own moments: `older`, `welcome`.
  var filePending: [Pending] = []
  /// How often a moment could not be shown in a row.
  var attempts: [LedgerKey: Int] = [:]
  /// A crash left open whether these were shown.
  var perhapsShown: Set<LedgerKey> = []

  var popups: [Int: OpenPopup]
  /// The popup that shows a task: a task is in one popup at most.
  var slots: [ItemID: Int] = [:]
  var lastSlot: Int
  /// To be closed by the next `take`.
  var withdrawn: [Int] = []
  /// Popups of an earlier run that have nothing to tell any more: to be closed at their server by the next `take`.
  var orphaned: [Popup.Replaced] = []
  /// Popups to be shown again in place, because a task left them or reads otherwise now.
  var stale: Set<Int> = []
  /// Popups of before a restart, or of a server that went, to be shown again.
  var restoring: Set<Int> = []
  var restoreAt = Instant.never
  /// Popups that a digest was unfolded into, to be shown at these instants.
  var unfolding: [Int: Instant] = [:]
  /// Rows that a step of the clock made void, or valid again: the next `take` has them kept.
  var rejudged: [LedgerKey] = []
  /// What stood as `ringing` in the state without a popup, until the first `replan`.
  var interrupted: [LedgerRow]
  var isRestored = false
  /// The task that rang last.
  package internal(set) var lastRung: ItemID?
  /// The latest instant heard of.
  var now = Instant.longAgo

  /// Nothing is planned until `replan`.
  package init(state: ReminderState, settings: ReminderSettings, zone: Zone) {
    self.settings = settings
    clock = CivilClock(zone: zone)
    ledger = Ledger(state.rows)
    snoozes = Dictionary(state.snoozes.map { ($0.item, $0) }) { $0.count < $1.count ? $1 : $0 }
    dismissals = Set(state.dismissals)
    clashing = Dictionary(state.clashes.map { ($0.item, $0.clash) }) { $1 }
    for pause in state.pauses { pauses.set(pause, for: pause.query) }
    popups = Dictionary(state.popups.map { ($0.slot, $0) }) { $1 }
    lastSlot = state.popups.map(\.slot).max() ?? 0
    lastRung =
      state.rows.filter { $0.state == .rung && $0.key.item != nil && !$0.isVoid }
      .max { $0.writtenAt < $1.writtenAt }?.key.item
    let shown = Set(state.popups.flatMap(\.members))
    interrupted = state.rows.filter { $0.state == .ringing && !shown.contains($0.key) }
    tally = DueTally(today: zone.date(of: Instant(seconds: 0)))
    day = Instant.longAgo..<Instant.longAgo
  }

  /// How many tasks are open, due and overdue, as of the last call that had an instant.
  package var counts: ReminderCounts {
    ReminderCounts(open: openCount, today: tally.dueToday, overdue: tally.overdueNow)
  }

  /// Popups that are open or being opened, by ascending slot.
  package var openPopups: [OpenPopup] { popups.values.sorted { $0.slot < $1.slot } }

  /// When `take` has something to do next, local midnight included; in the past if it has now.
  package var next: Instant? {
    if !withdrawn.isEmpty || !stale.isEmpty { return now }
    let held = pending.values.lazy.map(\.notBefore).min() ?? .never
    let file = filePending.lazy.map(\.notBefore).min() ?? .never
    let unfolded = unfolding.values.min() ?? .never
    let waiting = min(held, file, unfolded, restoring.isEmpty ? .never : restoreAt)
    let first = min(wakes.first?.instant ?? .never, waiting, day.upperBound)
    return min(first, morningOfOlder ?? .never, nextTelling ?? .never, pauses.firstEnd)
  }

  /// An id that is given to another task takes no rows, snoozes, dismissals or clashes along.
  package mutating func forget(_ item: ItemID) {
    ledger.forget(item)
    snoozes[item] = nil
    dismissals = dismissals.filter { $0.item != item }
    clashing[item] = nil
  }
}
