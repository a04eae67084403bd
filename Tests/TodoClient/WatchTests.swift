import Foundation
import Linux
import Testing
import TodoClient
import TodoCore
import TodoProtocol
import TodoTxt

/// `watch` on a terminal.
struct WatchTests {
  private static func answers(_ rows: String, step: String = "s1", more: String = "") -> String {
    """
    \(rows)
    OK rev=5
    - 3 next=2026-01-05T17:30:00+01:00\tCall mum due:2026-01-05 at:1730
    OK n=1
    \(more.isEmpty ? "= open 1" : more)
    OK
    = step name=\(step) rev=5 at=2026-01-05T11:58:00+01:00 by=client title=add new=1 gone=0 changed=0
    - 3 step=\(step)\tCall mum due:2026-01-05 at:1730
    OK n=1
    """
  }
  private static let mum = "- 3 next=2026-01-05T17:30:00+01:00\tCall mum due:2026-01-05 at:1730"

  private func world(_ vigil: ScriptedVigil) -> World {
    let world = World()
    world.isTerminal = true
    world.environment["TERM"] = "xterm"
    world.vigil = vigil.vigil
    return world
  }

  /// The frames, each as its lines.
  private func frames(_ output: String) -> [[String]] {
    output.components(separatedBy: "\u{1B}[?2026h\u{1B}[H").dropFirst().map { frame in
      let end = frame.range(of: "\u{1B}[?2026l")?.lowerBound ?? frame.endIndex
      return frame[..<end].components(separatedBy: "\r\n").map { $0.replacingOccurrences(of: "\u{1B}[K", with: "") }
    }
  }

  @Test func aChangeIsAWholeNewPictureInOneWrite() {
    let vigil = ScriptedVigil([
      .connect, .said(Self.answers(Self.mum)), .said("OK rev=5"), .said("* changed rev=6"), .pass(200),
      .said(Self.answers(Self.mum + "\n- 4\tRead", step: "s2")), .keys("q"),
    ])
    let world = world(vigil)
    #expect(world.run(["watch"]) == 0, "\(world.complaints)")
    let foot = "next: today 17:30  3  Call mum  |  11:58 add  3  Call mum du"
    #expect(
      frames(world.output) == [
        ["Today", " 3     today 17:30  Call mum", "", "", "", "", "", foot],
        ["Today", " 3     today 17:30  Call mum", "", "No date", " 4                  Read", "", "", foot],
      ])
    #expect(world.output.hasPrefix("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"))
    #expect(world.output.hasSuffix("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"))
    #expect(vigil.sent.prefix(5) == ["list", "next", "status", "history limit=1", "watch since=5 tasks,reminders\t"])
    #expect(!vigil.hasKeys && vigil.isDone)
  }

  @Test func whatIsTheSameIsNotDrawnAgain() {
    let vigil = ScriptedVigil([
      .connect, .said(Self.answers(Self.mum)), .said("OK rev=5"), .said("* changed rev=6"), .pass(200),
      .said(Self.answers(Self.mum)), .signal(.interrupt),
    ])
    let world = world(vigil)
    #expect(world.run(["watch"]) == 0)
    #expect(frames(world.output).count == 1)
  }

  @Test func aResizeDrawsAtOnceAndCutsToTheWindow() {
    let rows = (1...9).map { "- \($0)\tTask \($0)" }.joined(separator: "\n")
    let vigil = ScriptedVigil([
      .connect, .said(Self.answers(rows)), .resize(columns: 20, rows: 5), .resize(columns: 20, rows: 1), .keys("q"),
    ])
    let world = world(vigil)
    #expect(world.run(["watch"]) == 0)
    let drawn = frames(world.output)
    #expect(drawn.map(\.count) == [8, 5, 1])
    #expect(
      drawn[1] == ["No date", " 1     Task 1", " 2     Task 2", "... 7 more lines (t", "next: today 17:30  3"]
        || drawn[1][3].hasPrefix("... 7 more lines"), "\(drawn[1])")
    #expect(drawn[1].allSatisfy { $0.count <= 20 })
  }

  @Test func aLostConnectionIsSaidAndTheListStays() {
    let vigil = ScriptedVigil([
      .connect, .said(Self.answers(Self.mum)), .said("OK rev=5"), .lost, .refuse, .pass(5000), .connect,
      .said(Self.answers("- 4\tRead")), .keys("q"),
    ])
    let world = world(vigil)
    vigil.size = (100, 8)
    #expect(world.run(["watch"]) == 0)
    let drawn = frames(world.output)
    #expect(drawn.count == 3)
    #expect(
      drawn[1][1].contains("Call mum")
        && drawn[1][7].hasPrefix("waiting for todod, this is the list of 12:00: "))
    #expect(drawn[2][1].contains("Read") && drawn[2][7].hasPrefix("next:"))
  }

  @Test func whatRingsIsSaid() {
    let vigil = ScriptedVigil([
      .connect, .said(Self.answers(Self.mum)), .said("OK rev=5"), .said("* due id=3\tCall mum"), .keys("q"),
    ])
    let world = world(vigil)
    #expect(world.run(["watch"]) == 0)
    #expect(frames(world.output).last?.last?.hasSuffix("12:00 rang  3  Call mum") == true)
  }

  @Test func aNewDayIsDrawnWithoutAWordOfTheDaemons() {
    let vigil = ScriptedVigil([
      .connect, .said(Self.answers(Self.mum)), .said("OK rev=5"), .pass(12 * 3_600_000), .keys("q"),
    ])
    let world = world(vigil)
    #expect(world.run(["watch"]) == 0)
    vigil.size = (60, 8)
    // The day after that of the answer, by the clock of the console.
    let later = ScriptedVigil([
      .connect, .said(Self.answers(Self.mum)), .said("OK rev=5"),
      .check { world.now = world.now.adding(seconds: 43_200) },
      .pass(12 * 3_600_000 + 10), .keys("q"),
    ])
    world.vigil = later.vigil
    world.output = ""
    #expect(world.run(["watch"]) == 0)
    let drawn = frames(world.output)
    #expect(drawn.count == 2)
    #expect(drawn.first?.first == "Today" && drawn.last?.first == "Overdue", "\(drawn)")
  }

  @Test func signalsEndItWithTheTerminalAsItWas() {
    for (signal, code) in [(Signal.interrupt, Int32(0)), (.terminate, 143), (.hangup, 129)] {
      let vigil = ScriptedVigil([.connect, .said(Self.answers(Self.mum)), .signal(signal)])
      let world = world(vigil)
      #expect(world.run(["watch"]) == code)
      #expect(world.output.hasSuffix("\u{1B}[?1049l") && !vigil.hasKeys)
    }
    let vigil = ScriptedVigil([.connect, .said(Self.answers(Self.mum)), .signal(.suspend), .keys("q")])
    let world = world(vigil)
    #expect(world.run(["watch"]) == 0)
    #expect(vigil.stops == 1 && frames(world.output).count == 2)
  }

  @Test func whatIsWrongAtTheStartIsSaidOnTheScreenThatWasThere() {
    let off = world(ScriptedVigil([.refuse]))
    #expect(off.run(["watch"]) == 3)
    #expect(off.output.isEmpty && off.complaints.contains("not running"))
    let bad = world(ScriptedVigil([.connect, .said("ERR 2 bad-request no such day: x\nOK\nOK\nOK")]))
    #expect(bad.run(["watch", "due:x"]) == 2)
    #expect(bad.output.isEmpty && bad.complaints.contains("no such day"))
  }

  @Test func noTextMovesTheCursor() {
    let evil = "\u{1B}[2J\u{1B}]52;c;eA==\u{7}\u{9B}31m\u{202E}x"
    let vigil = ScriptedVigil([
      .connect, .said(Self.answers("- 3\t\(evil) +\(evil)")), .said("OK rev=5"), .said("* due id=3\t\(evil)"),
      .keys("q"),
    ])
    let world = world(vigil)
    vigil.size = (300, 8)
    #expect(world.run(["watch", "\u{1B}[2J"]) == 0)
    for line in frames(world.output).joined() {
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }, "\(line)")
      #expect(!line.contains("\u{202E}"))
    }
  }
}
