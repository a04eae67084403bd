import Support
import Testing
import TodoCore

@testable import TodoDaemon

/// A batch is kept in memory until its commit: how much of it there may be.
struct BatchLimitTests {
  private let stage: Stage

  init() throws {
    stage = try Stage(now: try Transcript.civil("2026-03-01T08:00"), zone: .utc)
    stage.file = Array("one\n".utf8)
    try stage.start()
    _ = stage.takeEffects()
  }

  /// The last answer to some lines of one client.
  private func ask(_ lines: [String], client: Int = 1) throws -> String {
    for line in lines { try stage.say(line, client: client) }
    stage.settle()
    return stage.takeEffects().last ?? ""
  }

  private func request(bytes: Int) -> String { "add\t" + String(repeating: "a", count: bytes - 4) }

  @Test func aThousandRequestsAreTakenAndOneMoreSpoilsAll() throws {
    #expect(try ask(["begin"] + (1...1000).map { "add\ttask \($0)" }) == "< OK queued=1000")
    #expect(
      try ask(["add\tone too many"]) == "< ERR 7 busy a batch takes 1000 requests and 256 KiB: commit in several parts")
    #expect(try ask(["commit"]) == "< ERR 5 conflict a line of the batch was refused: nothing was changed")
    #expect(try ask(["list"]) == "< OK rev=1 n=1")
  }

  @Test func aThousandRequestsAreCarriedOut() throws {
    #expect(try ask(["begin"] + (1...1000).map { "add\ttask \($0)" } + ["commit"]) == "< OK rev=2 step=s1")
    #expect(stage.file?.count(where: { $0 == 10 }) == 1001)
  }

  @Test func exactly256KiBAreTakenAndOneByteMoreSpoilsAll() throws {
    let all = (1...32).map { _ in request(bytes: 8192) }
    #expect(try ask(["begin"] + all) == "< OK queued=32")
    #expect(try ask(["commit"]) == "< OK rev=2 step=s1")
    #expect(try ask(["begin"] + all.dropLast() + [request(bytes: 8188)]) == "< OK queued=32")
    #expect(try ask([request(bytes: 5)]).hasPrefix("< ERR 7 busy "))
    #expect(try ask(["commit"]).hasPrefix("< ERR 5 conflict "))
    #expect(try ask(["list"]) == "< OK rev=2 n=33")
  }

  @Test func allBatchesTogetherHaveALimitAndEachThatEndsMakesRoom() throws {
    let whole = ["begin"] + (1...32).map { _ in request(bytes: 8192) }
    for client in 1...16 { #expect(try ask(whole, client: client).hasSuffix("OK queued=32")) }
    let one = ["begin", request(bytes: 8192)]
    #expect(try ask(one, client: 17).hasPrefix("17< ERR 7 busy "))
    #expect(try ask(["abort"], client: 1) == "< OK")
    #expect(try ask(["abort"] + one, client: 17) == "17< OK queued=1")
    // Its client goes: that makes room too.
    let rest = (1...31).map { _ in request(bytes: 8192) }
    #expect(try ask(rest, client: 17) == "17< OK queued=32")
    #expect(try ask(one, client: 18).hasPrefix("18< ERR 7 busy "))
    stage.leave(17)
    #expect(try ask(["abort"] + one, client: 18) == "18< OK queued=1")
  }
}
