import Foundation
import Support
import Testing

@testable import TodoDaemon

struct TranscriptTests {
  static let stories: [String] = {
    let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/transcripts")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted()
  }()

  @Test func thereAreStories() { #expect(Self.stories.count >= 24) }

  @Test(arguments: stories)
  func theStoryGoesAsItIsTold(name: String) throws {
    let text = String(decoding: try Fixture.bytes("transcripts/\(name)"), as: UTF8.self)
    let told = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let went = try Transcript.run(text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let directory = ProcessInfo.processInfo.environment["TODOD_TRANSCRIPTS"] {
      // For whoever writes a story: how it went, to be read and, if it is right, taken.
      try Data((went.joined(separator: "\n")).utf8).write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
    }
    for (number, (wanted, found)) in zip(told, went).enumerated() where wanted != found {
      Issue.record("\(name):\(number + 1): told '\(wanted)', but it went '\(found)'")
      return
    }
    #expect(told.count == went.count, "\(name): \(told.dropFirst(went.count)) \(went.dropFirst(told.count))")
  }
}
