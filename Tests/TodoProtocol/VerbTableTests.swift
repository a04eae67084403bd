import Testing
import TodoProtocol

struct VerbTableTests {
  @Test func noVerbStandsTwice() {
    let names = VerbTable.rows.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test func exactlyTheVerbsThatChangeSomethingMakeAStep() {
    let stepping = VerbTable.rows.filter(\.makesStep).map(\.name).sorted()
    #expect(
      stepping == [
        "accept", "add", "append", "archive", "commit", "dismiss", "done", "move", "pause", "prepend", "put", "redo",
        "remove", "reorder", "replace", "resolve", "restore", "resume", "set", "skip", "snooze", "sort", "undo",
        "undone",
      ])
  }

  @Test func aVerbSaysHowItIsWritten() throws {
    func usage(_ name: String) throws -> String { try #require(VerbTable.rows.first { $0.name == name }).usage }
    #expect(try usage("ping") == "ping")
    #expect(try usage("append") == "append [if=HASH] ITEM... TAB TEXT")
    #expect(try usage("watch") == "watch [since=REV] TOPICS [TAB QUERY]")
  }

  @Test func theHashTellsOneByteFromAnother() {
    let hashes = Set((0..<20_000).map { LineHash(of: bytes("Task \($0) due:2026-01-03")) })
    // With 32 bits, 20 000 lines collide 0.05 times on average.
    #expect(hashes.count >= 19_998)
    #expect(LineHash(of: bytes("a")) != LineHash(of: bytes("a ")))
    #expect(LineHash(of: []).description == "4fd0bfc1")
  }
}
