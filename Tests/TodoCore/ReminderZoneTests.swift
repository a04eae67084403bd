import Foundation
import Support
import Testing
import TodoCore

/// Tasks in zones, over odd days, clock steps, sleep, changes and everything that holds: what rings, by the clock on the
/// wall there. One rule a row.
@Suite struct ReminderZoneTests {
  @Test func theTableIsThere() {
    #expect(ZoneStory.all.count >= 120)
    #expect(Set(ZoneStory.all.map(\.remark)).count == ZoneStory.all.count)
  }

  @Test(arguments: ZoneStory.all) func whatRingsIsWhatPeopleThereExpect(story: ZoneStory) throws {
    let told = try story.told()
    #expect(told == story.script, "\(story.zone): \(story.remark)\n\(told.joined(separator: "\n"))")
  }

  /// Each quiet one is run with a restart between any two wakes: the rings are the same, but for popups brought back.
  @Test(arguments: ZoneStory.all.filter { $0.isQuiet && !$0.rings.contains { $0.contains("digest") } })
  func aRestartBetweenChangesNothing(story: ZoneStory) throws {
    var stage = try story.stage()
    let end = stage.zone.instant(of: try #require(CivilTime(String(story.events[0].dropFirst(6)))))
    for _ in 0..<200 {
      guard let next = stage.reminders.next, next <= end else { break }
      stage.wait(until: next)
      for id in Set(stage.popups.values.flatMap(\.members).compactMap(\.item)) { stage.close(id.number) }
      stage.restart()
    }
    let rings = story.rings.filter { !$0.contains("again") }
    #expect(stage.log == rings, "\(story.zone): \(story.remark)")
  }
}
