import Testing
import TodoProtocol

@testable import TodoDaemon

/// What one client may cost the others.
struct ServerLimitTests {
  @Test func theSixtyFifthClientIsToldAndTheOthersAreServed() throws {
    let desk = try ServerDesk(file: "one\n")
    var clients = try (1...64).map { _ in try desk.client() }
    let one = try desk.connect()
    #expect(try one.line() == "ERR 7 busy 64 clients are connected: close one, or try again")
    #expect(try one.line() == "(closed)")
    #expect(desk.journal.events == [.clientRefused])
    for client in clients {
      try client.say("ping")
      #expect(try client.line() == "OK")
    }
    clients.removeLast()
    try desk.turnUntilQuiet()
    let next = try desk.client()
    try next.say("ping")
    #expect(try next.line() == "OK")
  }

  @Test func aLineThatIsTooLongIsRefusedAndTheConnectionClosed() throws {
    let desk = try ServerDesk(file: "one\n")
    let client = try desk.client()
    try client.say("add\t" + String(repeating: "a", count: 8188))
    #expect(try client.answer().last == "OK rev=2 step=s1", "exactly as long as may be")
    try client.say("ping", "add\t" + String(repeating: "a", count: 8189), "ping")
    #expect(try client.line() == "OK")
    #expect(try client.line() == "ERR 9 too-large a request has at most 8192 bytes: say less, or edit the file itself")
    #expect(try client.line() == "(closed)")
  }

  @Test func manyRequestsAtOnceAreAnsweredInOrderAndHoldNobodyUp() throws {
    let desk = try ServerDesk(file: "one\n")
    let (many, other) = (try desk.client(), try desk.client())
    try many.say(contentsOf: (1...2000).map { "@\($0) ping" })
    try other.say("ping")
    #expect(try other.line() == "OK")
    for number in 1...2000 { #expect(try many.line() == "OK @\(number)") }
  }

  @Test func aHalfLineIsDroppedAfterAWhileAndAWholeOneIsNot() throws {
    let desk = try ServerDesk(file: "one\n", patience: 60)
    let (half, whole) = (try desk.client(), try desk.client())
    try half.say(half: "pi")
    try whole.say("ping")
    #expect(try whole.line() == "OK")
    #expect(try desk.turn { desk.journal.events == [.clientDropped] })
    #expect(try half.line() == "(closed)")
    #expect(desk.server.clientCount == 1)
  }

  @Test func whoReadsNothingOfAnAnswerIsDroppedAfterAWhile() throws {
    let words = String(repeating: " and so on", count: 50)
    let desk = try ServerDesk(file: (1...2000).map { "task \($0)\(words)\n" }.joined(), patience: 60)
    let client = try desk.client()
    try client.say("list")
    #expect(try desk.turn { desk.journal.events == [.clientDropped] })
    #expect(desk.server.clientCount == 0)
  }

  @Test func whoReadsSlowlyIsNotDropped() throws {
    let words = String(repeating: " and so on", count: 50)
    let desk = try ServerDesk(file: (1...2000).map { "task \($0)\(words)\n" }.joined(), patience: 2000)
    let client = try desk.client()
    try client.say("list")
    // A pause after each hundred rows, all together longer than the patience.
    for number in 1...2000 {
      #expect(try client.line().hasPrefix("- \(number) "))
      if number.isMultiple(of: 100) { try desk.turn(milliseconds: 120) }
    }
    #expect(try client.line() == "OK rev=1 n=2000")
    #expect(desk.journal.events.isEmpty)
  }

  @Test func commandsListsEveryVerb() throws {
    let desk = try ServerDesk(file: "one\n")
    let client = try desk.client()
    try client.say("commands")
    let answer = try client.answer()
    #expect(answer.dropLast() == VerbTable.rows.map { "= \($0.name) \($0.usage)" }[...])
    #expect(answer.last == "OK n=\(VerbTable.rows.count)")
  }

  @Test func quitIsAnsweredAndThenTheConnectionCloses() throws {
    let desk = try ServerDesk(file: "one\n")
    let client = try desk.client()
    try client.say("list", "@q quit", "ping")
    #expect(try client.answer().last == "OK rev=1 n=1")
    #expect(try client.line() == "OK @q")
    #expect(try client.line() == "(closed)")
    #expect(desk.server.clientCount == 0)
  }

  @Test func getOfManyIsMadeAsItIsRead() throws {
    let desk = try ServerDesk(file: (1...150).map { "task \($0)\n" }.joined())
    let client = try desk.client()
    try client.say("get 1-150", "remove 150", "get 1-100")
    #expect(try client.answer().last == "OK rev=1 n=149", "found in its turn, gone when it is read")
    #expect(try client.answer() == ["! 150", "OK rev=2 step=s1"])
    #expect(try client.answer().last == "OK rev=2 n=100")
  }
}
