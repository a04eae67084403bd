import Support
import Testing
import TodoCore
import TodoTxt

/// What becomes of a moment that is reached, in the order of the rules: rows further up win.
@Suite struct FateTests {
  struct Row: Sendable {
    var remark: String
    var name: MomentName
    /// How many seconds ago its time was, and how many ago that was seen.
    var age: Int64 = 0
    var seen: Int64 = 0
    var change: @Sendable (inout Reached, inout Circumstances) -> Void = { _, _ in }
    var fate: Fate
  }

  /// A Sunday, 12:00 in UTC.
  static let now = Zone.utc.instant(of: CivilTime("2026-03-01 12:00")!)
  static let item = ItemID(1)

  static func at(_ time: String) -> Instant { Zone.utc.instant(of: CivilTime("2026-03-01 \(time)")!) }

  static let quiet = WeekdaySpans(DaySpan(from: TimeOfDay(seconds: 11 * 3600), to: TimeOfDay(seconds: 14 * 3600)))

  static func snooze(by seconds: Int64, toTime: Bool, count: Int = 1) -> Snooze {
    Snooze(
      item: item, due: "2026-03-01 1200", until: now.adding(seconds: seconds), isToTime: toTime, count: count)
  }

  static let rows: [Row] =
    unwanted + snoozed + born + held + late + [
      Row(remark: "on time", name: .due, fate: .rings(isLate: false)),
      Row(remark: "60 s after", name: .due, age: 60, seen: 60, fate: .rings(isLate: false)),
      Row(remark: "a day task", name: .day(0), fate: .rings(isLate: false)),
    ]

  static let unwanted: [Row] = [
    Row(
      remark: "done, deleted, dismissed", name: .due, change: { reached, _ in reached.isWanted = false }, fate: .nothing
    ),
    Row(remark: "rung or answered", name: .due, change: { reached, _ in reached.isSettled = true }, fate: .nothing),
    Row(
      remark: "settled comes before snoozed, born late and paused", name: .lead(.seconds(60)),
      change: { reached, _ in
        reached.isSettled = true
        reached.birth = .client
        reached.snooze = snooze(by: 60, toTime: true)
        reached.pause = Pause(until: nil, since: now)
      }, fate: .nothing),
  ]

  static let snoozed: [Row] = [
    Row(
      remark: "a lead before the snooze ends", name: .lead(.seconds(60)),
      change: { reached, _ in reached.snooze = snooze(by: 600, toTime: false) }, fate: .superseded),
    Row(
      remark: "a morning before it ends", name: .day(1),
      change: { reached, _ in reached.snooze = snooze(by: 600, toTime: false) }, fate: .superseded),
    Row(
      remark: "a due that a snooze without a time would pass", name: .due,
      change: { reached, _ in reached.snooze = snooze(by: 600, toTime: false) }, fate: .rings(isLate: false)),
    Row(
      remark: "a due that a typed time passes", name: .due,
      change: { reached, _ in reached.snooze = snooze(by: 600, toTime: true) }, fate: .superseded),
    Row(
      remark: "after the snooze", name: .day(1),
      change: { reached, _ in reached.snooze = snooze(by: -600, toTime: true) }, fate: .rings(isLate: false)),
    Row(
      remark: "the snooze itself", name: .snooze(2),
      change: { reached, _ in reached.snooze = snooze(by: 0, toTime: false, count: 2) }, fate: .rings(isLate: false)),
    Row(
      remark: "a snooze before the last", name: .snooze(1),
      change: { reached, _ in reached.snooze = snooze(by: 600, toTime: false, count: 2) }, fate: .superseded),
    Row(
      remark: "snoozed comes before born late", name: .lead(.seconds(60)),
      change: { reached, _ in
        reached.snooze = snooze(by: 600, toTime: false)
        reached.birth = .client
      }, fate: .superseded),
  ]

  static let born: [Row] = [
    Row(
      remark: "past by a client", name: .due, age: 1, change: { reached, _ in reached.birth = .client }, fate: .bornLate
    ),
    Row(
      remark: "past by the configuration", name: .lead(.seconds(60)), age: 1,
      change: { reached, _ in reached.birth = .settings }, fate: .bornLate),
    Row(
      remark: "at first sight", name: .due, age: 1, change: { reached, _ in reached.birth = .firstSight },
      fate: .bornLate),
    Row(
      remark: "a timed due of the file", name: .due, age: 43_200, seen: 20,
      change: { reached, _ in reached.birth = .file }, fate: .rings(isLate: true)),
    Row(
      remark: "a timed due of the file over MaxLate", name: .due, age: 43_201, seen: 20,
      change: { reached, _ in reached.birth = .file }, fate: .bornLate),
    Row(
      remark: "a day task of the file", name: .day(0), age: 60, change: { reached, _ in reached.birth = .file },
      fate: .bornLate),
    Row(
      remark: "a lead of the file", name: .lead(.seconds(60)), age: 1, change: { reached, _ in reached.birth = .file },
      fate: .bornLate),
    Row(
      remark: "born late comes before paused", name: .due, age: 1,
      change: { reached, _ in
        reached.birth = .client
        reached.pause = Pause(until: nil, since: now)
      }, fate: .bornLate),
    Row(
      remark: "a machine that does not ring", name: .due, change: { _, world in world.settings.rings = false },
      fate: .dropped),
  ]

  static let held: [Row] = [
    Row(
      remark: "paused", name: .due, change: { reached, _ in reached.pause = Pause(until: nil, since: now) },
      fate: .held(.paused, until: nil)),
    Row(
      remark: "paused until", name: .due,
      change: { reached, _ in reached.pause = Pause(until: at("13:00"), since: now) },
      fate: .held(.paused, until: at("13:00"))),
    Row(
      remark: "a pause that is over", name: .due,
      change: { reached, _ in reached.pause = Pause(until: now, since: now) },
      fate: .rings(isLate: false)),
    Row(
      remark: "nothing breaks a pause, quiet hours end later", name: .due,
      change: { reached, world in
        reached.pause = Pause(until: nil, since: now)
        world.settings.quietHours = quiet
      }, fate: .held(.paused, until: nil)),
    Row(
      remark: "do not disturb", name: .due, change: { _, world in world.isDoNotDisturb = true },
      fate: .held(.doNotDisturb, until: nil)),
    Row(
      remark: "FollowDesktop=no", name: .due,
      change: { _, world in
        world.isDoNotDisturb = true
        world.settings.followDesktop = false
      }, fate: .rings(isLate: false)),
    Row(
      remark: "a day task in quiet hours", name: .day(0), change: { _, world in world.settings.quietHours = quiet },
      fate: .held(.quietHours, until: at("14:00"))),
    Row(
      remark: "a due with a time in quiet hours", name: .due, change: { _, world in world.settings.quietHours = quiet },
      fate: .rings(isLate: false)),
    Row(
      remark: "a lead was given no time", name: .lead(.seconds(60)),
      change: { _, world in world.settings.quietHours = quiet },
      fate: .held(.quietHours, until: at("14:00"))),
    Row(
      remark: "an absolute rem: was", name: .absolute(CivilTime("2026-03-01 12:00")!),
      change: { _, world in world.settings.quietHours = quiet }, fate: .rings(isLate: false)),
    Row(
      remark: "a snooze to a time", name: .snooze(1),
      change: { reached, world in
        world.settings.quietHours = quiet
        reached.snooze = snooze(by: 0, toTime: true)
      }, fate: .rings(isLate: false)),
    Row(
      remark: "a snooze by 10 minutes", name: .snooze(1),
      change: { reached, world in
        world.settings.quietHours = quiet
        reached.snooze = snooze(by: 0, toTime: false)
      }, fate: .held(.quietHours, until: at("14:00"))),
    Row(
      remark: "QuietExcept=none", name: .due,
      change: { _, world in
        world.settings.quietHours = quiet
        world.settings.quietExcept = .none
      }, fate: .held(.quietHours, until: at("14:00"))),
    Row(
      remark: "QuietExcept=A", name: .day(0),
      change: { reached, world in
        world.settings.quietHours = quiet
        if let urgent = Priority(UInt8(ascii: "A")) { world.settings.quietExcept = .priorities([urgent]) }
        reached.priority = Priority(UInt8(ascii: "A"))
      }, fate: .rings(isLate: false)),
    Row(
      remark: "held comes before late", name: .day(0), age: 3600,
      change: { reached, world in
        world.settings.quietHours = quiet
        reached.hasNewer = true
      }, fate: .held(.quietHours, until: at("14:00"))),
  ]

  static let late: [Row] = [
    Row(remark: "61 s after, just seen", name: .due, age: 61, fate: .held(.lateWait, until: now.adding(seconds: 20))),
    Row(remark: "seen 20 s ago", name: .due, age: 81, seen: 20, fate: .rings(isLate: true)),
    Row(
      remark: "the file changed since", name: .due, age: 100, seen: 39,
      change: { _, world in world.fileLastChanged = now.adding(seconds: -5) },
      fate: .held(.lateWait, until: now.adding(seconds: 15))),
    Row(
      remark: "at most 90 s", name: .due, age: 200, seen: 80,
      change: { _, world in world.fileLastChanged = now }, fate: .held(.lateWait, until: now.adding(seconds: 10))),
    Row(
      remark: "waited 90 s", name: .due, age: 200, seen: 90,
      change: { _, world in world.fileLastChanged = now }, fate: .rings(isLate: true)),
    Row(
      remark: "a newer one of the task passed too", name: .due, age: 600,
      change: { reached, _ in reached.hasNewer = true }, fate: .superseded),
    Row(remark: "a lead over MaxLate", name: .lead(.seconds(60)), age: 43_201, seen: 100, fate: .dropped),
    Row(remark: "a lead at MaxLate", name: .lead(.seconds(60)), age: 43_200, seen: 100, fate: .rings(isLate: true)),
    Row(
      remark: "a due over MaxLate that was slept through", name: .due, age: 90_000, seen: 100,
      fate: .rings(isLate: true)),
  ]

  @Test(arguments: rows) func theFirstRuleThatFitsDecides(row: Row) {
    var reached = Reached(
      item: FateTests.item, moment: Moment(row.name, FateTests.now.adding(seconds: -row.age)),
      reachedAt: FateTests.now.adding(seconds: -row.seen), isTimed: row.name == .due)
    var world = Circumstances(now: FateTests.now, zone: .utc, settings: ReminderSettings())
    row.change(&reached, &world)
    #expect(Fate(of: reached, in: world) == row.fate, "\(row.remark)")
  }
}
