import Linux
import Testing

@testable import TodoDaemon

/// Answers that are longer than what a socket takes at once, and clients that go.
struct ServerTests {
  private static let many = 10_000

  /// Far more than the kernel and the daemon keep for a client together.
  private func long() throws -> ServerDesk {
    let words = String(repeating: " and so on", count: 10)
    return try ServerDesk(file: (1...Self.many).map { "task \($0)\(words)\n" }.joined())
  }

  @Test func aLongAnswerIsMadeAsItsClientReads() throws {
    let desk = try long()
    let (reader, other) = (try desk.client(), try desk.client())
    try reader.say("@a list", "@b ping")
    try desk.turnUntilQuiet()
    try other.say("remove 9990-10000", "replace 9989\tas it is now")
    #expect(try other.answer().last == "OK rev=2 step=s1")
    #expect(try other.answer().last == "OK rev=3 step=s2")

    let answer = try reader.answer()
    #expect(answer.last == "OK @a rev=1 n=9989")
    #expect(answer.count == 9990)
    #expect(answer.dropLast().last?.hasSuffix("\tas it is now") == true)
    let ids = answer.dropLast().compactMap { Int($0.dropFirst(2).prefix { $0 != " " }) }
    #expect(ids == Array(1...9989))
    #expect(try reader.answer() == ["OK @b"])
  }

  @Test func eventsWaitForTheEndOfALongAnswer() throws {
    let desk = try long()
    let (reader, other) = (try desk.client(), try desk.client())
    try reader.say("watch tasks")
    try desk.turnUntilQuiet()
    for number in 1...3 {
      try other.say("replace \(number)\tanother")
      #expect(try other.answer().last?.hasPrefix("OK ") == true)
    }
    let answer = try reader.answer()
    #expect(answer.count == Self.many + 1 && !answer.contains { $0.hasPrefix("* ") })
    #expect(try reader.line() == "* changed rev=4", "of three only the newest")
  }

  @Test func aClientThatGoesInTheMiddleOfItsAnswerIsForgotten() throws {
    let desk = try long()
    let other = try desk.client()
    do {
      let reader = try desk.client()
      try reader.say("watch tasks")
      try desk.turnUntilQuiet()
      #expect(desk.server.clientCount == 2)
    }
    try desk.turnUntilQuiet()
    #expect(desk.server.clientCount == 1 && desk.stage.daemon?.watches.isEmpty == true)
    try other.say("ping")
    #expect(try other.answer() == ["OK"])
  }

  @Test func ofABatchWhoseClientGoesNothingHappens() throws {
    let desk = try ServerDesk(file: "one\n")
    let other = try desk.client()
    do { try desk.client().say("begin", "add\ttwo") }
    try desk.turnUntilQuiet()
    #expect(desk.server.clientCount == 1)
    #expect(desk.stage.daemon?.batches.isEmpty == true && desk.stage.daemon?.gone.isEmpty == true)
    try other.say("list")
    #expect(try other.answer().last == "OK rev=1 n=1")
  }

  @Test(arguments: [true, false])
  func aChangeThatWaitsForTheFileIsDoneThoughItsClientHasSaidAllOrGone(isGone: Bool) throws {
    let desk = try ServerDesk(file: "one\n")
    desk.stage.edit(Array("one\nhalf a li".utf8))
    desk.stage.isHeld = true
    var client: ServerDesk.Client? = try desk.client()
    try client?.say("add\ttwo")
    client?.socket.finishWriting()
    if isGone { client = nil }
    try desk.turnUntilQuiet()
    desk.stage.edit(Array("one\nhalf a line\n".utf8))
    desk.stage.fileSettled()
    try desk.turnUntilQuiet()
    #expect(desk.stage.file == Array("one\nhalf a line\ntwo\n".utf8))
    #expect(try isGone || client?.answer().last == "OK rev=3 step=s2")
    try desk.turnUntilQuiet()
    #expect(desk.server.clientCount == 0)
  }
}
