import Support
import Testing
import TodoCore
import TodoTxt

/// Costs at 100 000 tasks, as ratios or generous bounds: a debug build on a busy machine must pass too.
@Suite struct ReminderScaleTests {
  static func tasks(_ count: Int) -> [Task] {
    (0..<count).map { number in
      let day = CivilDate(daysSinceEpoch: Int32(20_500 - 20 + number % 700))
      let time = number % 3 == 0 ? " at:\(padded(number % 24, 2))\(padded(number % 60, 2))" : ""
      return Task(
        id: ItemID(Int32(number + 1)), uuid: TaskUUID(high: 0, low: UInt64(number)),
        line: Line("2026-01-01 task \(number) +p due:\(day)\(time)"))
    }
  }

  @Test func planningAHundredThousandTasksAndChangingOneIsFast() throws {
    let berlin = try Zone.fixture("Europe/Berlin")
    let now = berlin.instant(of: try #require(CivilTime("2026-02-15 12:00")))
    let tasks = ReminderScaleTests.tasks(100_000)
    let clock = ContinuousClock()
    var reminders = Reminders(state: ReminderState(), settings: ReminderSettings(), zone: berlin)
    let planning = clock.measure { _ = reminders.replan(tasks: tasks, cause: .firstSight, at: now) }
    let old = tasks[50_000]
    let new = Task(id: old.id, uuid: old.uuid, line: old.line.appending("more"))
    let copy = reminders
    let change = clock.measure {
      _ = reminders.changed([TaskChange(old: old, new: new)], cause: .client, at: now)
    }
    var taken: [Ring] = []
    let welcome = clock.measure { taken = reminders.take(dueAt: now).rings }
    let morning = berlin.instant(of: try #require(CivilTime("2026-02-16 09:00")))
    var rings: [Ring] = []
    let digest = clock.measure { rings = reminders.take(dueAt: morning).rings }
    #expect(taken.count == 1 && copy.counts.open == 100_000)
    #expect(rings.contains { $0.items.count > 1000 })
    print("plan \(planning), change after a copy \(change), welcome \(welcome), digest \(digest)")
    #expect(planning < .seconds(20) && change < .seconds(1) && digest < .seconds(10))
  }

  /// From ten to a hundred thousand n log n grows by 12.5 times; twice that is left to a busy machine, squares are not.
  @Test func planningGrowsNoFasterThanSorting() throws {
    let berlin = try Zone.fixture("Europe/Berlin")
    let now = berlin.instant(of: try #require(CivilTime("2026-02-15 12:00")))
    func least(_ count: Int, of rounds: Int) -> Duration {
      let tasks = ReminderScaleTests.tasks(count)
      return (0..<rounds).map { _ in
        var reminders = Reminders(state: ReminderState(), settings: ReminderSettings(), zone: berlin)
        return ContinuousClock().measure { _ = reminders.replan(tasks: tasks, cause: .firstSight, at: now) }
      }.min() ?? .zero
    }
    let (small, large) = (least(10_000, of: 5), least(100_000, of: 2))
    print("plan 10 000 in \(small), 100 000 in \(large): \(large / small) times")
    #expect(large / small < 25)
  }

  /// Ten thousand in one digest: none of these may make it anew for each of them.
  @Test func holdingAndPuttingOffAWholeDigestIsFast() throws {
    let now = Zone.utc.instant(of: try #require(CivilTime("2026-03-01 09:00")))
    let tasks = (1...10_000).map { number in
      Task(id: ItemID(Int32(number)), uuid: TaskUUID(high: 0, low: 0), line: Line("task \(number) +p due:2026-03-01"))
    }
    var reminders = Reminders(state: ReminderState(), settings: ReminderSettings(), zone: .utc)
    _ = reminders.replan(tasks: tasks, cause: .start, at: now.adding(seconds: -60))
    func ring() -> Int { reminders.take(dueAt: now).rings.first?.items.count ?? 0 }
    #expect(ring() == 10_000)
    let time = try ContinuousClock().measure {
      _ = reminders.pause("+p", until: nil, at: now)
      #expect(ring() == 0 && reminders.heldItems.count == 10_000)
      _ = reminders.resume("+p", at: now)
      #expect(ring() == 10_000)
      let later = Later(instant: now.adding(seconds: 600), isToTime: false)
      let (snoozes, recorded) = try reminders.snooze(tasks.map { ($0, later) }, at: now)
      #expect(snoozes.count == 10_000 && reminders.openPopups.isEmpty && recorded.popups.count == 1)
      let undone = reminders.undo(recorded.facts, of: { tasks[Int($0.number) - 1] }, at: now)
      #expect(undone.facts.count == 20_000 && reminders.snoozedItems.isEmpty)
    }
    print("pause, resume, snooze and undo of 10 000: \(time)")
    #expect(time < .seconds(15))
  }
}
