import Support
import Testing
import TodoCore
import TodoTxt

@Suite struct ZoneCivilTests {
  struct Row: Sendable {
    var zone: String
    var civil: String
    var expected: String
    var remark: String
  }

  static let rows: [Row] = [
    Row(zone: "Europe/Berlin", civil: "2026-01-03 09:00", expected: "2026-01-03T09:00:00+01:00", remark: "winter"),
    Row(zone: "Europe/Berlin", civil: "2026-07-03 09:00", expected: "2026-07-03T09:00:00+02:00", remark: "summer"),
    Row(zone: "Europe/Berlin", civil: "2026-03-29 01:59", expected: "2026-03-29T01:59:00+01:00", remark: "before gap"),
    Row(zone: "Europe/Berlin", civil: "2026-03-29 02:00", expected: "2026-03-29T03:00:00+02:00", remark: "gap begins"),
    Row(zone: "Europe/Berlin", civil: "2026-03-29 02:30", expected: "2026-03-29T03:30:00+02:00", remark: "in the gap"),
    Row(zone: "Europe/Berlin", civil: "2026-03-29 03:00", expected: "2026-03-29T03:00:00+02:00", remark: "after gap"),
    Row(zone: "Europe/Berlin", civil: "2026-10-25 02:30", expected: "2026-10-25T02:30:00+02:00", remark: "the first"),
    Row(zone: "Europe/Berlin", civil: "2026-10-25 03:00", expected: "2026-10-25T03:00:00+01:00", remark: "once again"),
    Row(zone: "America/New_York", civil: "2026-03-08 02:30", expected: "2026-03-08T03:30:00-04:00", remark: "gap"),
    Row(zone: "America/New_York", civil: "2026-11-01 01:30", expected: "2026-11-01T01:30:00-04:00", remark: "first"),
    Row(zone: "America/New_York", civil: "2026-11-01 02:00", expected: "2026-11-01T02:00:00-05:00", remark: "after"),
    Row(
      zone: "Australia/Lord_Howe", civil: "2026-10-04 02:15", expected: "2026-10-04T02:45:00+11:00", remark: "30 min"),
    Row(zone: "Australia/Lord_Howe", civil: "2026-04-05 01:45", expected: "2026-04-05T01:45:00+11:00", remark: "first"),
    Row(
      zone: "Pacific/Apia", civil: "2011-12-29 23:59", expected: "2011-12-29T23:59:00-10:00", remark: "the day before"),
    Row(zone: "Pacific/Apia", civil: "2011-12-30 00:00", expected: "2011-12-31T00:00:00+14:00", remark: "skipped"),
    Row(zone: "Pacific/Apia", civil: "2011-12-30 09:00", expected: "2011-12-31T00:00:00+14:00", remark: "skipped"),
    Row(zone: "Pacific/Apia", civil: "2011-12-30 23:59", expected: "2011-12-31T00:00:00+14:00", remark: "skipped"),
    Row(
      zone: "Pacific/Apia", civil: "2011-12-31 09:00", expected: "2011-12-31T09:00:00+14:00", remark: "the day after"),
    Row(zone: "Africa/Cairo", civil: "2026-04-24 00:00", expected: "2026-04-24T01:00:00+03:00", remark: "no midnight"),
    Row(zone: "Africa/Cairo", civil: "2026-04-24 00:30", expected: "2026-04-24T01:30:00+03:00", remark: "gap"),
    Row(zone: "Africa/Cairo", civil: "2026-10-29 23:30", expected: "2026-10-29T23:30:00+03:00", remark: "the first"),
    Row(zone: "Asia/Kathmandu", civil: "2026-05-05 09:00", expected: "2026-05-05T09:00:00+05:45", remark: "quarter"),
    Row(
      zone: "Asia/Kathmandu", civil: "1985-12-31 23:50", expected: "1985-12-31T23:50:00+05:30", remark: "before +5:45"),
    Row(zone: "Asia/Kathmandu", civil: "1986-01-01 00:10", expected: "1986-01-01T00:25:00+05:45", remark: "gap of 15"),
  ]

  @Test(arguments: rows) func aCivilTimeIsTheInstantThatPeopleThereMean(row: Row) throws {
    let zone = try Zone.fixture(row.zone)
    let civil = try #require(CivilTime(row.civil))
    #expect(zone.iso8601(zone.instant(of: civil)) == row.expected, "\(row.zone) \(row.remark)")
  }

  /// Two changes of the offset within four days: neither the offset before nor the one after is that between.
  @Test func timesBetweenTwoCloseTransitionsAreFound() throws {
    let start: Int64 = 1_000_000_000
    let zone = Zone(name: "odd") { second in
      (start..<start + 86_400).contains(second) ? 3 * 3600 : second < start ? 0 : 7200
    }
    let inside = Instant(seconds: start + 40_000)
    #expect(zone.instant(of: zone.civil(of: inside)) == inside)
    let back = Zone(name: "bump") { (start..<start + 86_400).contains($0) ? 3600 : 0 }
    #expect(back.instant(of: back.civil(of: inside)) == inside)
  }

  @Test func everyUnambiguousInstantComesBackFromItsCivilTime() throws {
    for name in ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Cairo"] {
      let zone = try Zone.fixture(name)
      // From 2011 to 2037 in odd steps, so that all times of day occur.
      for second in stride(from: Int64(1_300_000_000), to: 2_120_000_000, by: 86_400 * 3 + 5_437) {
        let instant = Instant(seconds: second)
        let civil = zone.civil(of: instant)
        let back = zone.instant(of: civil)
        #expect(back <= instant && zone.civil(of: back) == civil, "\(name) \(second)")
      }
    }
  }

  @Test func daysStartInOrderAndWhereTheCalendarSays() throws {
    for name in ["Europe/Berlin", "Pacific/Apia", "Africa/Cairo", "Australia/Lord_Howe"] {
      let zone = try Zone.fixture(name)
      let first = try #require(CivilDate(year: 2011, month: 1, day: 1))
      for day in 0..<6_000 {
        let date = first.adding(days: day)
        let start = zone.start(of: date)
        #expect(start <= zone.start(of: date.adding(days: 1)), "\(name) \(date)")
        #expect(zone.date(of: start) >= date && zone.date(of: start.adding(seconds: -1)) < date, "\(name) \(date)")
      }
    }
  }

  @Test func aWrittenInstantNamesItsOffset() {
    let instant = Instant(microseconds: 1_767_427_200_999_999)
    #expect(Zone.utc.iso8601(instant) == "2026-01-03T08:00:00+00:00")
    #expect(Zone(name: "x") { _ in -(3 * 3600 + 1800) }.iso8601(instant) == "2026-01-03T04:30:00-03:30")
    #expect(Zone(name: "x") { _ in 3 * 3600 + 28 }.iso8601(instant) == "2026-01-03T11:00:28+03:00:28")
  }
}
