import Testing
import TodoCore

@testable import TodoDaemon

/// A story cannot go well by not being looked at.
struct TranscriptRunnerTests {
  private static let start = "= file \"one\\n\"\n= start\n"

  @Test(arguments: [
    "= start",
    "= file \"one\\n\"\n= start\n> add<TAB>two",
    "= file \"one\\n\"\n= start\n~ shown 1",
  ])
  func whatComesOfItIsToldAlsoWhereTheStoryDoesNotExpectIt(story: String) throws {
    #expect(try Transcript.run(story) != story)
  }

  @Test(arguments: [
    ("= colour red\n= start", "not understood before the start: = colour red"),
    ("= file \"a\"\n= file \"b\"\n= start", "not understood before the start: = file \"b\""),
    ("= file a\n= start", "not in quotes: a"),
    ("! wake never\n= start", "not understood before the start: ! wake never"),
    ("= now 2026-03-01T08:00", "a story without = start"),
    ("\(start)~ dance", "not understood: ~ dance"),
    ("\(start)~ remove it", "not understood: ~ remove it"),
    ("\(start)~ shown two", "no number: two"),
    ("\(start)~ press 2", "not understood: ~ press 2"),
    ("\(start)x> ping", "not understood: x> ping"),
    ("\(start)~ leaves 2", "no client 2"),
    ("\(start)2> ping\n~ leaves 2\n2> ping", "client 2 has left"),
    ("\(start)~ crash", "a fault that nothing met"),
    ("\(start)~ full\n> list", "a fault that nothing met"),
    ("\(start)~ full\n~ room", "room, but nothing was too full"),
  ])
  func aStoryThatIsNotUnderstoodIsAnError(story: String, words: String) throws {
    let error = #expect(throws: Transcript.Difference.self) { try Transcript.run(story) }
    #expect(error?.description == words)
  }

  @Test func whatAStopDoesIsTold() throws {
    let went = try Transcript.run("\(Self.start)~ restart").split(separator: "\n")
    let told = went.drop { $0 != "~ restart" }.dropFirst()
    #expect(told.prefix(2) == ["! journal stopping", "! wake never"])
  }

  @Test func aGreetingThatIsNotAsItShouldBeIsTold() throws {
    let stage = try Stage(now: try Transcript.civil("2026-03-01T08:00"), zone: .utc, version: "other")
    try stage.start()
    _ = stage.takeEffects()
    try stage.say("ping", client: 1)
    let told = stage.takeEffects()
    #expect(told.count == 2 && told[0].hasPrefix("< OK todod 1.0 server=other ") && told[1] == "! no greeting for 1")
  }
}
