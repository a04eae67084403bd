import Support
import TodoCore
import TodoTxt

/// A todo file, a clock, a notification server and a state, so that stories about reminders can be told.
///
/// What rings is written to `log`: `03-01 09:00:00 due 1`, `... digest 1 2 +3`, `... welcome`; marks follow.
struct Stage {
  var reminders: Reminders
  private(set) var zone: Zone
  private(set) var now: Instant
  private(set) var settings: ReminderSettings
  private(set) var tasks: [ItemID: Task] = [:]
  /// What the state keeps over a restart.
  private(set) var rows: [LedgerKey: LedgerRow] = [:]
  private(set) var popups: [Int: OpenPopup] = [:]
  private(set) var facts = KeptFacts()
  /// What each act of a person changed, to be taken back.
  var acts: [[FactChange]] = []
  /// The popups on the screen.
  private(set) var screen: Set<Int> = []
  var log: [String] = []
  var hasServer = true
  /// The answer of the server never comes: as in a crash right after `ringing` was stored.
  var isSilent = false
  private var nextServerID: UInt32 = 1

  /// Starts on a file that the state already knows, with nothing due.
  init(_ lines: [String] = [], at time: String, in zone: Zone = .utc, settings: ReminderSettings = ReminderSettings()) {
    let civil = CivilTime(time) ?? CivilTime(CivilDate(daysSinceEpoch: 0), .midnight)
    self.zone = zone
    self.settings = settings
    now = zone.instant(of: civil)
    reminders = Reminders(state: ReminderState(), settings: settings, zone: zone)
    for (place, line) in lines.enumerated() { put(Int32(place + 1), line) }
    keep(reminders.replan(tasks: ordered, cause: .start, at: now))
    turn()
  }

  var ordered: [Task] { tasks.values.sorted { $0.id < $1.id } }

  private mutating func put(_ id: Int32, _ line: String?) {
    tasks[ItemID(id)] = line.map {
      Task(id: ItemID(id), uuid: TaskUUID(high: 1, low: UInt64(id)), line: Line($0))
    }
  }

  /// Changes one task; nil deletes it.
  mutating func change(_ id: Int32, to line: String?, by cause: Cause = .client) {
    change([(id, line)], by: cause)
  }

  mutating func change(_ lines: [(Int32, String?)], by cause: Cause) {
    let changes = lines.map { id, line in
      let old = tasks[ItemID(id)]
      put(id, line)
      return TaskChange(old: old, new: tasks[ItemID(id)])
    }
    keep(reminders.changed(changes, cause: cause, at: now))
    turn()
  }

  /// Lets time pass as a sleeping daemon does: from one wake to the next.
  mutating func wait(until time: String) {
    guard let civil = CivilTime(time) else { return log.append("bad time \(time)") }
    wait(until: zone.instant(of: civil))
  }

  mutating func wait(until end: Instant) {
    var turns = 0
    while let next = reminders.next, next <= end {
      now = max(now, next)
      turn()
      turns += 1
      if turns > 100_000 { return log.append("never sleeps") }
    }
    now = max(now, end)
  }

  /// The machine sleeps, or the clock is set: nothing wakes before that time.
  mutating func jump(to time: String) {
    guard let civil = CivilTime(time) else { return log.append("bad time \(time)") }
    jump(to: zone.instant(of: civil))
  }

  mutating func jump(to instant: Instant) {
    now = instant
    keep(reminders.replan(tasks: ordered, cause: .start, at: now))
    turn()
  }

  /// The clock is set, and the timer of a moment is heard before the news of that.
  mutating func wakeAhead(at time: String) {
    guard let civil = CivilTime(time) else { return log.append("bad time \(time)") }
    now = zone.instant(of: civil)
    turn()
    jump(to: now)
  }

  mutating func move(to zone: Zone) {
    self.zone = zone
    keep(reminders.replan(tasks: ordered, cause: .start, zone: zone, at: now))
    turn()
  }

  mutating func configure(_ change: (inout ReminderSettings) -> Void) {
    change(&settings)
    keep(reminders.replan(tasks: ordered, cause: .settings, settings: settings, at: now))
    turn()
  }

  /// Stops without a word and starts again, at once or later.
  mutating func restart(at time: String? = nil) {
    if let civil = time.flatMap({ CivilTime($0) }) { now = zone.instant(of: civil) }
    screen = []
    let state = ReminderState(
      rows: Array(rows.values), snoozes: snoozes, dismissals: dismissals, popups: Array(popups.values), pauses: pauses)
    reminders = Reminders(state: state, settings: settings, zone: zone)
    keep(reminders.replan(tasks: ordered, cause: .start, at: now))
    turn()
  }

  mutating func firstSight() {
    rows = [:]
    popups = [:]
    reminders = Reminders(state: ReminderState(), settings: settings, zone: zone)
    keep(reminders.replan(tasks: ordered, cause: .firstSight, at: now))
    turn()
  }

  mutating func serverArrives() {
    hasServer = true
    reminders.serverArrived(at: now)
    turn()
  }

  mutating func doNotDisturb(_ isOn: Bool) {
    reminders.setDoNotDisturb(isOn, at: now)
    turn()
  }

  /// A person closes the popup of a task, or presses a button of it.
  mutating func close(_ id: Int32, pressing: Bool = false) {
    guard let popup = popups.values.first(where: { $0.members.contains { $0.item == ItemID(id) } }) else {
      return log.append("no popup of \(id)")
    }
    screen.remove(popup.slot)
    keep(pressing ? reminders.answered(popup.slot, at: now) : reminders.closed(popup.slot, at: now))
    turn()
  }

  /// Rings, and then reports what the server said, until nothing is left to do now.
  mutating func turn() {
    for _ in 0..<1000 {
      let taken = reminders.take(dueAt: now)
      keep(taken.recorded)
      for pause in taken.pausesToTell { log.append("\(stamp) told of the pause of \(pause.query ?? "everything")") }
      for slot in taken.withdraw where screen.remove(slot) != nil { log.append("\(stamp) withdraw \(slot)") }
      for ring in taken.rings {
        log.append("\(stamp) \(Stage.text(of: ring))\(hasServer ? "" : " fails")")
        if isSilent { continue }
        guard hasServer else {
          keep(reminders.failed(ring.slot, reason: "no server", at: now))
          continue
        }
        screen.insert(ring.slot)
        keep(reminders.shown(ring.slot, serverID: nextServerID, at: now))
        nextServerID += 1
      }
      if taken.isEmpty { return }
    }
    log.append("never done")
  }

  mutating func keep(_ recorded: Recorded) {
    for row in recorded.rejudged + recorded.rows { rows[row.key] = row }
    facts.keep(recorded.facts)
    for popup in recorded.popups {
      switch popup {
      case .open(let popup): popups[popup.slot] = popup
      case .gone(let slot): popups[slot] = nil
      }
    }
  }

  private var stamp: String {
    let civil = zone.civil(of: now)
    let time = civil.time
    return
      "\(civil.date.description.dropFirst(5)) \(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
  }

  private static func text(of ring: Ring) -> String {
    var words: [String]
    switch ring.kind {
    case .single: words = ring.items.map { "\($0.name) \($0.task.id)" }
    case .digest: words = ["digest"] + ring.items.map { $0.task.id.description }
    case .welcome(let welcome):
      words = ["welcome \(welcome.counts.open)/\(welcome.counts.today)/\(welcome.counts.overdue)"]
    }
    if ring.older > 0 { words.append("+\(ring.older)") }
    if ring.isLate { words.append("late") }
    if ring.isPerhapsShownBefore { words.append("perhaps") }
    return words.joined(separator: " ")
  }
}
