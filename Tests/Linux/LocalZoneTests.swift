import Foundation
import Linux
import Support
import Testing

@Suite struct LocalZoneTests {
  @Test func theNameComesFromTheSetting() {
    #expect(LocalZone.name(environment: ["TZ": "Europe/Berlin"]) == "Europe/Berlin")
    #expect(LocalZone.name(environment: ["TZ": ":Asia/Tokyo"]) == "Asia/Tokyo")
    #expect(LocalZone.name(environment: ["TZ": "/usr/share/zoneinfo/America/New_York"]) == "America/New_York")
    #expect(LocalZone.name(environment: ["TZ": "CET-1CEST"]) == "CET-1CEST")
  }

  @Test func theOffsetIsThatOfTheCLibrary() {
    LocalZone.reread()
    for seconds: Int64 in [0, 1_772_323_200, 1_782_864_000, -1_000_000_000] {
      var time = time_t(seconds)
      var parts = tm()
      localtime_r(&time, &parts)
      #expect(Int(LocalZone.offset(at: seconds)) == parts.tm_gmtoff)
    }
    #expect(LocalZone.offset(at: .max) == 0)
  }

  @Test func theClockOfTheWallAndTheOtherBothGoOn() {
    let (wall, other) = (Clock.realtime(), Clock.monotonic())
    #expect(eventually { Clock.realtime() > wall && Clock.monotonic() > other })
    #expect(abs(Double(wall) / 1e6 - Date().timeIntervalSince1970) < 60)
  }

  @Test func randomNumbersDiffer() {
    #expect(Set((0..<100).map { _ in CurrentProcess.random() }).count == 100)
  }

  @Test(arguments: [("a", 1), ("ä", 1), ("漢", 2), ("\u{301}", 0)] as [(Unicode.Scalar, Int)])
  func charactersHaveAWidth(scalar: Unicode.Scalar, columns: Int) {
    TextWidth.prepare()
    #expect(TextWidth.columns(of: scalar) == columns)
  }

  @Test func controlCharactersHaveNone() {
    TextWidth.prepare()
    #expect(TextWidth.columns(of: "\u{1b}") == nil)
  }
}
