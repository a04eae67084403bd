import Foundation
import Linux
import Support
import Testing

@testable import TodoDaemon

/// Another program writes while we do: whatever either wrote must be in the file in the end.
@Suite struct FileKeeperRaceTests {
  /// A caller that only ever adds lines: its merge is "their bytes, and our lines that they lack".
  private final class Adder {
    let fixture: FileKeeperFixture
    var held: [UInt8]
    var revision: Int64 = 0

    init(_ fixture: FileKeeperFixture, _ text: String) {
      self.fixture = fixture
      held = text.bytes
      fixture.keeper.onDisplacedChange = { [unowned self] displaced in takeIn(displaced) }
    }

    func united(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] {
      let lines = one.split(separator: 10)
      let known = Set(lines)
      let new = other.split(separator: 10).filter { !known.contains($0) }
      return Array((lines + new).joined(separator: [10])) + [10]
    }

    /// Looks, takes in what is there, and adds a line; tries again as long as somebody saves.
    func add(_ line: String) throws -> Bool {
      try fixture.turn {
        switch fixture.look() {
        case .same: break
        case .changed(let bytes):
          held = bytes
          fixture.keeper.adopt(bytes)
        case .busy, .empty, .missing: return false
        case .unusable: throw FileKeeperFixture.ShellFailure(command: "look")
        }
        return write(held + line.bytes + [10])
      }
    }

    private func write(_ bytes: [UInt8]) -> Bool {
      revision += 1
      switch fixture.keeper.replace(with: bytes, basedOn: held, create: false, revision: revision) {
      case .done:
        held = bytes
        return true
      case .foreign(let displaced, _):
        held = bytes
        takeIn(displaced)
        return true
      case .gone, .busy, .failed: return false
      }
    }

    private func takeIn(_ displaced: FileKeeper.Displaced) {
      while true {
        // A save in between is found by the next look, and these bytes come after it.
        if case .changed(let bytes) = fixture.look() {
          held = bytes
          fixture.keeper.adopt(bytes)
        }
        let merged = united(held, displaced.bytes)
        if merged == held || write(merged) { break }
      }
      fixture.keeper.release(displaced.name)
    }
  }

  /// Opening the file for each line, and holding it open; synced each time, so that our writes fall in between.
  @Test(arguments: [
    "for n in range(300):\n  f = open(path, 'a')\n  f.write(f'theirs {n}\\n')\n  f.flush()\n  os.fsync(f)\n  f.close()",
    "f = open(path, 'a')\nfor n in range(300):\n  f.write(f'theirs {n}\\n')\n  f.flush()\n  os.fsync(f)",
  ])
  func nothingThatEitherAppendedIsLost(program: String) throws {
    let fixture = try FileKeeperFixture("start\n")
    let adder = Adder(fixture, "start\n")
    let writer = try ChildProcess(
      ["python3", "-c", "import os, sys\npath = sys.argv[1]\n\(program)", fixture.keeper.path],
      environment: Environment.current(), output: .null, errors: .inherited)
    var count = 0
    while try writer.reap() == nil || count < 20 {
      count += 1
      #expect(try adder.add("ours \(count)"))
    }
    // What the writer left in displaced files comes in when they are looked at.
    #expect(try fixture.turn { fixture.keeper.keptNames.isEmpty })
    #expect(try adder.add("end"))
    let lines = Set((fixture.text ?? "").split(separator: "\n").map(String.init))
    let wanted = (0..<300).map { "theirs \($0)" } + (1...count).map { "ours \($0)" } + ["start", "end"]
    #expect(wanted.filter { !lines.contains($0) } == [])
    #expect(try fixture.turn { fixture.stateNames.isEmpty })
  }
}
