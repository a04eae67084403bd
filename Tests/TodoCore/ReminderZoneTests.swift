import Support
import Testing
import TodoCore

/// Tasks in zones, over their odd days: what rings, by the clock on the wall there.
@Suite struct ReminderZoneTests {
  struct Row: Sendable {
    var remark: String
    var zone: String
    var task: String
    var from: String
    var to: String
    var rings: [String]
  }

  static let rows: [Row] = [
    Row(
      remark: "a time in the gap rings after it", zone: "Europe/Berlin", task: "a due:2026-03-29 at:0230",
      from: "2026-03-28 20:00", to: "2026-03-29 08:30", rings: ["03-29 03:30:00 due 1", "03-29 08:00:00 again 1 1"]),
    Row(
      remark: "a time that comes twice rings the first time", zone: "Europe/Berlin",
      task: "a due:2026-10-25 at:0230 rem:30m",
      from: "2026-10-24 20:00", to: "2026-10-25 07:00", rings: ["10-25 02:00:00 lead 30min 1", "10-25 02:30:00 due 1"]),
    Row(
      remark: "an hour before is an hour before", zone: "Europe/Berlin", task: "a due:2026-03-29 at:0330 rem:1h",
      from: "2026-03-28 20:00", to: "2026-03-29 07:00", rings: ["03-29 01:30:00 lead 1h 1", "03-29 03:30:00 due 1"]),
    Row(
      remark: "a day before is the same time of the day before", zone: "Europe/Berlin",
      task: "a due:2026-03-29 at:1200 rem:1d", from: "2026-03-28 08:00", to: "2026-03-29 12:00",
      rings: ["03-28 12:00:00 lead 1d 1", "03-29 12:00:00 due 1"]),
    Row(
      remark: "a morning is a morning on a short day", zone: "Europe/Berlin", task: "a due:2026-03-29",
      from: "2026-03-28 20:00", to: "2026-03-29 20:00", rings: ["03-29 09:00:00 day+0 1", "03-29 18:00:00 evening 1"]),
    Row(
      remark: "a gap in New York", zone: "America/New_York", task: "a due:2026-03-08 at:0215", from: "2026-03-07 20:00",
      to: "2026-03-08 07:00", rings: ["03-08 03:15:00 due 1"]),
    Row(
      remark: "an overlap in New York", zone: "America/New_York", task: "a due:2026-11-01 at:0115",
      from: "2026-10-31 20:00", to: "2026-11-01 07:00", rings: ["11-01 01:15:00 due 1"]),
    Row(
      remark: "an instant is the same everywhere", zone: "America/New_York", task: "a due:2026-03-01T09:00Z",
      from: "2026-02-28 20:00", to: "2026-03-01 07:00", rings: ["03-01 04:00:00 due 1"]),
    Row(
      remark: "and its mornings are those here", zone: "Asia/Kathmandu", task: "a due:2026-03-01T22:00Z",
      from: "2026-03-02 03:00", to: "2026-03-02 07:59", rings: ["03-02 03:45:00 due 1"]),
    Row(
      remark: "half an hour of gap", zone: "Australia/Lord_Howe", task: "a due:2026-10-04 at:0210",
      from: "2026-10-03 20:00", to: "2026-10-04 07:00", rings: ["10-04 02:40:00 due 1"]),
    Row(
      remark: "half an hour twice", zone: "Australia/Lord_Howe", task: "a due:2026-04-05 at:0145",
      from: "2026-04-04 20:00",
      to: "2026-04-05 07:00", rings: ["04-05 01:45:00 due 1"]),
    Row(
      remark: "a day that was skipped rings at the first instant after it", zone: "Pacific/Apia",
      task: "a due:2011-12-30 at:1200", from: "2011-12-29 20:00", to: "2011-12-31 07:00",
      rings: ["12-31 00:00:00 due 1"]),
    Row(
      remark: "a day task of that day too, and the next morning is another's", zone: "Pacific/Apia",
      task: "a due:2011-12-30",
      from: "2011-12-29 20:00", to: "2011-12-31 12:00", rings: ["12-31 00:00:00 evening 1", "12-31 09:00:00 day+1 1"]),
    Row(
      remark: "no midnight in Cairo", zone: "Africa/Cairo", task: "a due:2026-04-24 at:0000", from: "2026-04-23 20:00",
      to: "2026-04-24 07:00", rings: ["04-24 01:00:00 due 1"]),
    Row(
      remark: "a threshold without a midnight", zone: "Africa/Cairo", task: "a due:2026-04-20 t:2026-04-24",
      from: "2026-04-23 20:00", to: "2026-04-24 10:00", rings: ["04-24 09:00:00 day+4 1"]),
    Row(
      remark: "a quarter of an hour", zone: "Asia/Kathmandu", task: "a due:2026-05-05 at:0900",
      from: "2026-05-05 08:00",
      to: "2026-05-05 09:05", rings: ["05-05 09:00:00 due 1"]),
    Row(
      remark: "a moment in the gap that was given absolutely", zone: "Europe/Berlin", task: "a rem:2026-03-29T0200",
      from: "2026-03-28 20:00", to: "2026-03-29 12:00", rings: ["03-29 03:00:00 rem 2026-03-29T0200 1"]),
  ]

  @Test(arguments: rows) func whatRingsIsWhatPeopleThereExpect(row: Row) throws {
    var stage = Stage([row.task], at: row.from, in: try Zone.fixture(row.zone))
    stage.wait(until: row.to)
    #expect(stage.log == row.rings, "\(row.zone): \(row.remark)")
  }

  /// Each of these is run with a restart between any two wakes: the rings are the same, but for popups brought back.
  @Test(arguments: rows) func aRestartBetweenChangesNothing(row: Row) throws {
    var stage = Stage([row.task], at: row.from, in: try Zone.fixture(row.zone))
    let end = stage.zone.instant(of: try #require(CivilTime(row.to)))
    for _ in 0..<100 {
      guard let next = stage.reminders.next, next <= end else { break }
      stage.wait(until: next)
      for id in Set(stage.popups.values.flatMap(\.members).compactMap(\.item)) { stage.close(id.number) }
      stage.restart()
    }
    #expect(stage.log == row.rings.filter { !$0.contains("again") }, "\(row.zone): \(row.remark)")
  }
}
