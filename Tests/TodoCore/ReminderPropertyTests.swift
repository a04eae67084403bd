import Foundation
import Support
import Testing
import TodoCore
import TodoTxt

/// Random tasks, edits, snoozes, pauses, restarts, crashes, clock steps and a server that fails: nothing is lost, nothing
/// rings twice.
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
