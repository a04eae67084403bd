import Foundation
import Support
import Testing
import TodoCore
import TodoTxt

/// Random tasks, edits, snoozes, pauses, restarts, crashes, clock steps and a server that fails: nothing is lost, nothing
/// rings twice.
@Suite struct ReminderPropertyTests {
  /// Each runs on a core of its own.
  private static let parts = 4
  /// Of each part, of 120 steps each: together a million steps where every test has its full size. Tests/long has them
  /// run by an optimised build, which takes minutes where the other takes an hour.
  private static var stories: Int {
    guard ProcessInfo.processInfo.environment["TODOD_LONG"] == "1" else { return 8 }
    #if DEBUG
      return 80
    #else
      return 2_100
    #endif
  }

  @Test(arguments: 1...ReminderPropertyTests.parts)
  func everyMomentIsRungOnceOrAccountedFor(part: Int) throws {
    let run = Seeded()
    print("seed \(run.seed)")
    var seeds = Seeded(seed: run.seed &+ UInt64(part))
    for _ in 0..<ReminderPropertyTests.stories {
      var story = try RandomStory(seed: seeds.next())
      story.run(steps: 120)
      #expect(
        story.faults.isEmpty,
        "seed \(story.seed) of \(run.seed): \(story.faults.prefix(5))\n\(story.trace.suffix(60).joined(separator: "\n"))"
      )
      if !story.faults.isEmpty { return }
    }
  }
}
