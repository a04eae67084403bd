import Foundation
import Support
import Testing
import TodoCore
import TodoTxt

/// Random tasks, edits, restarts, crashes, clock steps and a server that fails: nothing is lost, nothing rings twice.
@Suite struct ReminderPropertyTests {
  @Test func everyMomentIsRungOnceOrAccountedFor() throws {
    var seeds = Seeded()
    print("seed \(seeds.seed)")
    // A million steps where every test has its full size.
    let isLong = ProcessInfo.processInfo.environment["TODOD_LONG"] != nil
    for _ in 0..<(isLong ? 8_400 : 30) {
      var story = try RandomStory(seed: seeds.next())
      story.run(steps: 120)
      #expect(
        story.faults.isEmpty,
        "seed \(story.seed) of \(seeds.seed): \(story.faults.prefix(5))\n\(story.trace.suffix(60).joined(separator: "\n"))"
      )
      if !story.faults.isEmpty { return }
    }
  }
}

/// One random life of a daemon, told to the engine; what it shows is held against a ledger of the test's own.
struct RandomStory {
  let seed: UInt64
  private(set) var faults: [String] = []
  /// What happened last, to be read when a seed fails.
  private(set) var trace: [String] = []
  private var random: Seeded
  private var reminders: Reminders
  private var settings = ReminderSettings()
  private var now: Instant
  private var tasks: [Int32: Task] = [:]
  private var rows: [LedgerKey: LedgerRow] = [:]
  private var popups: [Int: OpenPopup] = [:]
  /// How often each moment was brought to the screen as something new.
  private var shown: [LedgerKey: Int] = [:]
  /// What the server may have shown when the daemon crashed.
  private var unsure: Set<LedgerKey> = []
  /// The clock never goes back by more than a day from here.
  private var latest: Instant
  private var hasServer = true
  private var nextServerID: UInt32 = 1
  private let zone: Zone

  init(seed: UInt64) throws {
    self.seed = seed
    random = Seeded(seed: seed)
    zone = try Zone.fixture(random.pick(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo"]))
    now = Instant(seconds: 1_774_000_000 + Int64.random(in: 0..<40 * 86_400, using: &random))
    latest = now
    settings.leads = [900]
    settings.leadDays = [1]
    if random.one(in: 2) { settings.again = [] }
    reminders = Reminders(state: ReminderState(), settings: settings, zone: zone)
    keep(reminders.replan(tasks: [Task](), cause: .start, at: now))
  }

  mutating func run(steps: Int) {
    for _ in 0..<steps where faults.isEmpty {
      step()
      turn()
      check()
    }
    // In the end the server is there and everything that waits must come.
    hasServer = true
    reminders.serverArrived(at: now)
    turn()
    pass(200)
    turn()
    check()
    checkNothingWaits()
  }

  private mutating func step() {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<5: change(by: .client)
    case 5..<8: change(by: .file)
    case 8..<14: pass(random.pick([30, 600, 3600, 20_000, 90_000]))
    case 14: restart()
    case 15: crashWhileRinging()
    case 16: jump(by: random.pick([-1, -3600, -80_000, 3600, 86_400, 400_000]))
    case 17:
      hasServer.toggle()
      if hasServer { reminders.serverArrived(at: now) }
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
    tell("clock by \(seconds)")
    now = max(now.adding(seconds: seconds), latest.adding(seconds: -86_000))
    keep(reminders.replan(tasks: ordered, cause: .start, at: now))
  }

  private var ordered: [Task] { tasks.values.sorted { $0.id < $1.id } }

  private mutating func restart() {
    tell("restart")
    let state = ReminderState(rows: Array(rows.values), popups: Array(popups.values))
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

  private mutating func tell(_ event: String) {
    if trace.count > 400 { trace.removeFirst(200) }
    trace.append("\(zone.iso8601(now)) \(event)")
  }

  private mutating func react() {
    guard let slot = popups.keys.min() else { return }
    keep(random.one(in: 2) ? reminders.closed(slot, at: now) : reminders.answered(slot, at: now))
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
      } else if fresh.contains(key) {
        shown[key, default: 0] += 1
      }
    }
  }

  private mutating func keep(_ recorded: Recorded) {
    for row in recorded.rows {
      let item = row.key.item?.description ?? "-"
      tell("\(item) \(row.key.due) \(row.key.name): \(row.state) of \(zone.iso8601(row.moment))")
      if let old = rows[row.key], old.state == .closed || old.state == .answered, row.state == .ringing {
        faults.append("\(row.key) rings after \(old.state)")
      }
      // A popup that could not be shown again, or replaced, is gone: its moments may ring anew.
      if rows[row.key]?.state == .rung, row.state == .failed { shown[row.key] = 0 }
      rows[row.key] = row
    }
    for popup in recorded.popups {
      switch popup {
      case .open(let popup): popups[popup.slot] = popup
      case .gone(let slot): popups[slot] = nil
      }
    }
  }

  /// Only open tasks ring, each once in a popup.
  private mutating func checkContent(_ ring: Ring) {
    var seen: Set<ItemID> = []
    for item in ring.items {
      guard seen.insert(item.task.id).inserted else { faults.append("twice in one popup: \(item.task.id)"); return }
      if tasks[item.task.id.number]?.line != item.task.line || item.task.meaning.isDone {
        faults.append("rings an old task: \(item.task.line)")
      }
      if item.moment > now.adding(seconds: 86_400) { faults.append("rings ahead of time: \(item.task.line)") }
    }
  }

  private mutating func check() {
    for (key, count) in shown where count > 1 { faults.append("\(key) rang \(count) times") }
    if Set(reminders.openPopups.map(\.slot)) != Set(popups.keys) { faults.append("the state has other popups") }
    if reminders.openPopups.count > settings.openLimit + 1 { faults.append("too many popups") }
    checkAccounts()
    checkCounts()
  }

  /// Every passed moment of an open task has a row that settles it or one after it, or waits with a reason.
  private mutating func checkAccounts() {
    for task in ordered where !task.meaning.isDone {
      let reports = reminders.moments(of: task.id, at: now)
      if let next = reminders.next(for: task.id), next < now.adding(seconds: -100_000) {
        faults.append("stale next \(task.line)")
      }
      let plan = MomentPlan(of: task.meaning, settings: settings)
      let past = plan.moments(on: zone.date(of: now), in: zone).filter { $0.instant <= now }
      guard let newest = past.max(by: { $0.instant < $1.instant }) else { continue }
      let isKnown = reports.contains { report in
        switch report.status {
        case .armed, .settled, .dismissed, .snoozedAway: false
        case .held: true
        case .recorded:
          report.name == newest.name || report.moment >= newest.instant || report.moment > now.adding(seconds: -100_000)
        }
      }
      if !isKnown { faults.append("no trace of \(newest.name) of \(task.line) at \(zone.iso8601(now))") }
    }
  }

  private mutating func checkCounts() {
    let open = tasks.values.filter { !$0.meaning.isDone }
    if reminders.counts.open != open.count { faults.append("open \(reminders.counts.open) is \(open.count)") }
    let today = zone.date(of: now)
    let overdue = open.filter { task in
      guard let due = task.meaning.due, task.meaning.threshold ?? due <= today else { return false }
      guard due == today, let time = task.meaning.time else { return due < today }
      return zone.instant(of: CivilTime(due, time)) <= now && (task.meaning.threshold ?? due) <= due
    }
    if reminders.counts.overdue != overdue.count {
      faults.append("overdue \(reminders.counts.overdue) is \(overdue.count) at \(zone.iso8601(now))")
    }
  }

  private mutating func checkNothingWaits() {
    if reminders.isDoNotDisturb { return }
    for task in ordered {
      for report in reminders.moments(of: task.id, at: now) {
        if case .held(let reason, _) = report.status, reason != .failed {
          faults.append("\(task.line) still \(reason)")
        }
      }
    }
  }
}
