import Support
import TodoCore
import TodoTxt

/// One random life of a daemon, told to the engine; what it shows is held against a ledger of the test's own.
struct RandomStory {
  let seed: UInt64
  var faults: [String] = []
  /// What happened last, to be read when a seed fails: made words of only then, which else took a quarter of the time.
  private var happened: [Happening] = []
  var random: Seeded
  var reminders: Reminders
  var settings = ReminderSettings()
  var now: Instant
  var tasks: [Int32: Task] = [:]
  var rows: [LedgerKey: LedgerRow] = [:]
  var popups: [Int: OpenPopup] = [:]
  var facts = KeptFacts()
  /// What a person did by hand, to be taken back.
  var acts: [[FactChange]] = []
  /// How often each moment was brought to the screen as something new.
  var shown: [LedgerKey: Int] = [:]
  /// When that was, by the clock of then.
  var shownAt: [LedgerKey: Instant] = [:]
  /// What the server may have shown when the daemon crashed.
  var unsure: Set<LedgerKey> = []
  /// The clock never goes back by more than a day from here.
  var latest: Instant
  var hasServer = true
  var nextServerID: UInt32 = 1
  private(set) var zone: Zone

  init(seed: UInt64) throws {
    self.seed = seed
    random = Seeded(seed: seed)
    zone = try Zone.fixture(random.pick(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo"]))
    now = Instant(seconds: 1_774_000_000 + Int64.random(in: 0..<40 * 86_400, using: &random))
    latest = now
    settings.leads = [900]
    settings.leadDays = [1]
    if random.one(in: 2) { settings.again = [] }
    if random.one(in: 3) { settings.quietHours = RandomStory.night }
    reminders = Reminders(state: ReminderState(), settings: settings, zone: zone)
    keep(reminders.replan(tasks: [Task](), cause: .start, at: now))
  }

  private static let night = WeekdaySpans(
    DaySpan(from: TimeOfDay(seconds: 22 * 3600), to: TimeOfDay(seconds: 7 * 3600)))

  mutating func run(steps: Int) {
    for _ in 0..<steps where faults.isEmpty {
      step()
      turn()
      check()
    }
    // In the end nothing is paused, the server is there, and everything that waits must come.
    for pause in reminders.activePauses { keep(reminders.resume(pause.query, at: now)) }
    hasServer = true
    reminders.serverArrived(at: now)
    turn()
    pass(200)
    turn()
    check()
    checkNothingWaits()
  }

  private mutating func step() {
    switch Int.random(in: 0..<27, using: &random) {
    case 26: random.one(in: 2) ? configure() : travel()
    case 20..<26: act()
    case 0..<5: change(by: .client)
    case 5..<8: change(by: .file)
    case 8..<14: pass(random.pick([30, 600, 3600, 20_000, 90_000]))
    case 14: restart()
    case 15: crashWhileRinging()
    case 16 where random.one(in: 3): haveAWrongClock()
    case 16: jump(by: random.pick([-1, -3600, -80_000, 3600, 86_400, 400_000]))
    case 17:
      hasServer.toggle()
      if hasServer {
        reminders.serverArrived(at: now)
      } else if random.one(in: 2) {
        keep(reminders.serverLost(at: now))
      }
    case 18: react()
    default:
      let isOn = random.one(in: 2)
      reminders.setDoNotDisturb(isOn, at: now)
      if !isOn { turn() }
    }
  }

  private mutating func line() -> String {
    let day = zone.date(of: now).adding(days: random.pick([-2, 0, 0, 0, 1, 1, 2]))
    let minute = Int.random(in: 0..<1440, using: &random)
    let time = " at:\(padded(minute / 60, 2))\(padded(minute % 60, 2))"
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return "plain"
    case 1: return "a t:\(day)"
    case 2: return "a due:\(day) t:\(day.adding(days: 1))\(time)"
    case 3: return "a due:\(day)\(time) rem:2h,1d"
    case 4: return "a rem:\(day)T0\(Int.random(in: 0..<10, using: &random))30"
    case 5: return "a due:\(day)"
    default: return "a due:\(day)\(time)"
    }
  }

  private mutating func change(by cause: Cause) {
    let changes = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let id = Int32.random(in: 1...12, using: &random)
      let old = tasks[id]
      let text: String? =
        switch Int.random(in: 0..<6, using: &random) {
        case 0: nil
        case 1: old.map { $0.meaning.isDone ? $0.line.description : "x 2026-03-01 \($0.line)" }
        case 2: old.map { $0.meaning.isDone ? $0.line.description : "\($0.line) w" }
        default: line()
        }
      tasks[id] = text.map { Task(id: ItemID(id), uuid: TaskUUID(high: 0, low: 0), line: Line($0)) }
      return TaskChange(old: old, new: tasks[id])
    }
    // One change a task, as a reading of the file has it.
    var seen: Set<ItemID> = []
    let unique = changes.reversed().filter { change in
      guard let id = change.new?.id ?? change.old?.id else { return false }
      return seen.insert(id).inserted
    }.map { last in
      let id = last.new?.id ?? last.old?.id
      let first = changes.first { ($0.new?.id ?? $0.old?.id) == id }
      return TaskChange(old: first?.old, new: last.new)
    }
    for change in unique {
      tell("\(cause) \(change.old?.id ?? change.new?.id ?? ItemID(1)): \(change.new?.line.description ?? "gone")")
    }
    keep(reminders.changed(unique, cause: cause, at: now))
  }

  private mutating func pass(_ seconds: Int64) {
    let end = now.adding(seconds: seconds)
    for _ in 0..<3000 {
      guard let next = reminders.next, next <= end else { break }
      if next > now { now = next }
      turn()
    }
    if let next = reminders.next, next <= now {
      faults.append("never sleeps at \(zone.iso8601(now)), next \(zone.iso8601(next))")
    }
    now = max(now, end)
  }

  private mutating func jump(by seconds: Int64) {
    latest = max(latest, now)
    set(max(now.adding(seconds: seconds), latest.adding(seconds: -86_000)))
  }

  private mutating func set(_ time: Instant) {
    tell("clock by \(time.seconds(since: now))")
    now = time
    keep(reminders.replan(tasks: ordered, cause: .start, at: now))
  }

  /// Far ahead for a while and right again: what rang meanwhile rings again at its time.
  private mutating func haveAWrongClock() {
    let (right, before) = (now, latest)
    jump(by: random.pick([100_000, 300_000, 315_576_000]))
    turn()
    check()
    pass(random.pick([0, 30, 4000]))
    if random.one(in: 3) { react() }
    set(right.adding(seconds: 10))
    latest = max(before, now)
    for (key, instant) in shownAt where instant.seconds(since: now) > 86_400 { shown[key] = 0 }
    // It wrote over what a crash had left in doubt.
    for key in unsure where rows[key].map(isOfAWrongClock) ?? false {
      unsure.remove(key)
      shown[key] = 0
    }
  }

  private func isOfAWrongClock(_ row: LedgerRow) -> Bool {
    row.isVoid || min(row.rungAt ?? row.writtenAt, row.writtenAt).seconds(since: now) > 86_400
  }

  private mutating func configure() {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: settings.quietHours = settings.quietHours == nil ? RandomStory.night : nil
    case 1: settings.dayStart = WeekdayTimes(TimeOfDay(seconds: random.pick([7, 9, 11]) * 3600))
    case 2: settings.leads = random.pick([[], [900], [3600, 600]])
    default: settings.evening = random.pick([nil, TimeOfDay(seconds: 18 * 3600), TimeOfDay(seconds: 20 * 3600)])
    }
    tell("another configuration")
    keep(reminders.replan(tasks: ordered, cause: .settings, settings: settings, at: now))
  }

  private mutating func travel() {
    guard let new = try? Zone.fixture(random.pick(["Europe/Berlin", "America/New_York", "Asia/Kathmandu"])) else {
      return
    }
    zone = new
    tell("to \(new.name)")
    keep(reminders.replan(tasks: ordered, cause: .start, zone: new, at: now))
  }

  var ordered: [Task] { tasks.values.sorted { $0.id < $1.id } }

  private mutating func restart() {
    tell("restart")
    let state = ReminderState(
      rows: Array(rows.values), snoozes: facts.snoozes, dismissals: facts.dismissals, popups: Array(popups.values),
      pauses: facts.pauses)
    reminders = Reminders(state: state, settings: settings, zone: zone)
    keep(reminders.replan(tasks: ordered, cause: .start, at: now))
  }

  /// Everything up to the storing of `ringing` happens, then nothing is reported.
  private mutating func crashWhileRinging() {
    if let next = reminders.next, next < now.adding(seconds: 86_400) { now = max(now, next) }
    let taken = reminders.take(dueAt: now)
    // A crash may come before the record is written, too.
    guard random.one(in: 3) || taken.isEmpty else {
      keep(taken.recorded)
      let fresh = Set(taken.rows.filter { $0.state == .ringing }.map(\.key))
      for ring in taken.rings where hasServer && random.one(in: 2) { count(ring, fresh: fresh) }
      unsure.formUnion(fresh)
      return restart()
    }
    restart()
  }

  private struct Happening {
    var now: Instant
    var zone: Zone
    var what: What

    enum What {
      case event(String)
      case row(LedgerRow)
    }

    var words: String {
      switch what {
      case .event(let event): "\(zone.iso8601(now)) \(event)"
      case .row(let row):
        "\(zone.iso8601(now)) \(row.key.item?.description ?? "-") \(row.key.due) \(row.key.name): \(row.state) of "
          + zone.iso8601(row.moment)
      }
    }
  }

  var trace: [String] { happened.map(\.words) }

  mutating func tell(_ event: String) { note(.event(event)) }

  private mutating func note(_ what: Happening.What) {
    if happened.count > 400 { happened.removeFirst(200) }
    happened.append(Happening(now: now, zone: zone, what: what))
  }

  private mutating func react() {
    guard let slot = popups.keys.min() else { return }
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1: keep(reminders.closed(slot, at: now))
    case 2, 3: keep(reminders.answered(slot, at: now))
    case 4:
      tell("snooze button of \(slot)")
      keep(reminders.pressed(slot, at: now))
    default:
      tell("one by one of \(slot)")
      keep(reminders.unfold(slot, at: now))
    }
  }

  private mutating func turn() {
    for _ in 0..<200 {
      let taken = reminders.take(dueAt: now)
      keep(taken.recorded)
      if taken.isEmpty { return }
      let fresh = Set(taken.rows.filter { $0.state == .ringing }.map(\.key))
      for ring in taken.rings {
        checkContent(ring)
        if hasServer, !random.one(in: 12) {
          count(ring, fresh: fresh)
          keep(reminders.shown(ring.slot, serverID: nextServerID, at: now))
          nextServerID += 1
        } else {
          keep(reminders.failed(ring.slot, reason: "test", at: now))
        }
      }
    }
    faults.append("a turn never ends at \(zone.iso8601(now))")
  }

  /// What is rung anew counts; what a crash left open must say so and counts for nothing.
  private mutating func count(_ ring: Ring, fresh: Set<LedgerKey>) {
    guard let popup = popups[ring.slot] else { return }
    for key in popup.members {
      if unsure.remove(key) != nil {
        if !ring.isPerhapsShownBefore { faults.append("\(key) rings again after a crash and does not say so") }
        shownAt[key] = now
      } else if fresh.contains(key) {
        shown[key, default: 0] += 1
        shownAt[key] = now
      }
    }
  }

  mutating func keep(_ recorded: Recorded) {
    for row in recorded.rejudged { rows[row.key] = row }
    for row in recorded.rows {
      note(.row(row))
      // What a wrong clock wrote counts for nothing.
      if let old = rows[row.key], old.state == .closed || old.state == .answered, row.state == .ringing,
        !isOfAWrongClock(old)
      {
        faults.append("\(row.key) rings after \(old.state)")
      }
      // A popup that could not be shown again, or replaced, is gone: its moments may ring anew.
      if rows[row.key]?.state == .rung, row.state == .failed { shown[row.key] = 0 }
      // Who reacted has seen it; if that is taken back, it rings as something known.
      if row.state == .answered, unsure.remove(row.key) != nil { shown[row.key] = 0 }
      rows[row.key] = row
    }
    facts.keep(recorded.facts)
    for popup in recorded.popups {
      switch popup {
      case .open(let popup): popups[popup.slot] = popup
      case .gone(let slot): popups[slot] = nil
      }
    }
  }
}
