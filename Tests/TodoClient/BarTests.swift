import Foundation
import Linux
import Testing
import TodoClient
import TodoProtocol
import TodoTxt

/// `status --format`: lines for bars and prompts.
struct BarTests {
  private static let status = """
    = state running
    = open 7
    = today 3
    = overdue 2
    OK rev=5
    """
  private static let agenda = """
    - 3 next=2026-01-05T17:30:00+01:00 moment=due\tCall <mum> & dad due:2026-01-05 at:1730
    - 4 next=2026-01-07T09:00:00+01:00 moment=lead%201h\tReport +work due:2026-01-07 at:1000
    OK n=2
    """

  private func line(_ format: String, _ script: [String], more: [String] = []) -> String {
    let world = World()
    world.script = script
    #expect(world.run(["status", "--format", format] + more) == 0, "\(world.complaints)")
    return world.output
  }

  private func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test func plainIsOneQuestionAndOneLine() {
    let world = World()
    world.script = [Self.status]
    #expect(world.run(["status", "--format", "plain"]) == 0)
    #expect(world.output == "2 overdue, 3 due\n")
    #expect(world.sent == ["status"])
    #expect(line("plain", ["= open 7\n= today 0\n= overdue 0\nOK"]) == "\n")
    #expect(line("plain", ["= today 1\n= overdue 0\nOK"]) == "1 due\n")
  }

  @Test func waybarIsItsCustomModulesObject() throws {
    let said = try object(line("waybar", [Self.status, Self.agenda]))
    #expect(said["text"] as? String == "2 overdue, 3 due")
    #expect(said["alt"] as? String == "overdue")
    #expect(said["class"] as? [String] == ["overdue", "due"])
    #expect(
      said["tooltip"] as? String
        == "2 overdue, 3 due\ntoday 17:30  Call &lt;mum&gt; &amp; dad\nWed 09:00  Report +work (1h before)")
  }

  @Test func classesNameAllThatHolds() throws {
    let status = """
      = today 1
      = overdue 0
      = paused everything until 2026-01-05T18:00:00+01:00
      = snoozed 2
      = held 1
      OK
      """
    let said = try object(line("waybar", [status, "OK n=0"]))
    #expect(said["class"] as? [String] == ["due", "paused", "snoozed", "held"])
    #expect(said["alt"] as? String == "paused")
    #expect(
      said["tooltip"] as? String == "1 due\npaused: everything until today 18:00\n2 snoozed\n1 held back")
    let calm = try object(line("waybar", ["= today 0\nOK", "OK n=0"]))
    #expect(calm["class"] as? [String] == ["ok"] && calm["text"] as? String == "")
  }

  @Test func polybarAndI3HaveTheirColours() throws {
    #expect(line("polybar", [Self.status]) == "%{F#e06c75}2 overdue%{F-}, %{F#e5c07b}3 due%{F-}\n")
    let block = try object(line("i3", [Self.status]))
    #expect(block["full_text"] as? String == "2 overdue, 3 due")
    #expect(block["short_text"] as? String == "2/3" && block["color"] as? String == "#e06c75")
  }

  @Test func ownFormatsHaveFields() {
    #expect(line("{overdue} {due}", [Self.status]) == "2 3\n")
    #expect(
      line("{{{open}}} {next_time} {next_id} {next}|{class}", [Self.status, Self.agenda])
        == "{7} today 17:30 3 Call <mum> & dad|overdue due\n")
    #expect(line("{snoozed}{held}{clashes}{paused}", [Self.status]) == "000\n")
    #expect(
      line("{next_time}", [Self.status, Self.agenda], more: ["--dates", "iso"]) == "2026-01-05T17:30:00+01:00\n")
  }

  @Test func aTasksWordsAreNoMarkupOfABar() {
    let evil = "- 3 next=2026-01-05T17:30:00+01:00\t%{A1:reboot:}x #[fg=red] \u{9B}31m\u{1B}[2J\u{202E}\nOK"
    #expect(line("{next}", [Self.status, evil]) == "% {A1:reboot:}x # [fg=red] \u{FFFD}31m\u{241B}[2J\u{FFFD}\n")
  }

  @Test func formatsThatMeanNothingSayWhatThereIs() {
    let rows: [([String], String)] = [
      (["--format", "{nxt}"], "{next}"), (["--format", "waybr"], "waybar, polybar"), (["--format", "{due"], "{{"),
      (["--format", "due}"], "waybar, polybar"), (["--follow"], "--format"),
      (["--json", "--format", "plain"], "two ways"),
    ]
    for (words, hint) in rows {
      let world = World()
      #expect(world.run(["status"] + words) == 2)
      #expect(world.complaints.contains(hint), "\(words): \(world.complaints)")
      #expect(world.sent.isEmpty)
    }
  }

  @Test func withoutADaemonAPromptStaysSilent() throws {
    for format in ["plain", "polybar", "{due}"] {
      let world = World()
      world.isRunning = false
      #expect(world.run(["status", "--format", format]) == 3)
      #expect(world.output.isEmpty && world.complaints.isEmpty)
    }
    let world = World()
    world.isRunning = false
    #expect(world.run(["status", "--format", "waybar"]) == 3)
    #expect(try object(world.output)["class"] as? [String] == ["off"])
    #expect(world.complaints.isEmpty)
  }

  // MARK: Following

  @Test func followPrintsALineOnlyWhenItIsAnother() {
    let world = World()
    let vigil = ScriptedVigil([
      .connect, .said("= today 1\n= overdue 0\nOK rev=5"), .said("OK rev=5"), .said("* changed rev=6"), .pass(200),
      .said("= today 1\n= overdue 0\nOK rev=6"), .said("* changed rev=7"), .pass(200),
      .said("= today 1\n= overdue 1\nOK rev=7"), .lost, .refuse, .pass(5000), .connect,
      .said("= today 0\n= overdue 1\nOK rev=1"), .readerGone,
    ])
    world.vigil = vigil.vigil
    #expect(world.run(["status", "--format", "plain", "--follow"]) == 0)
    #expect(world.output == "1 due\n1 overdue, 1 due\n\n1 overdue\n")
    #expect(
      vigil.sent == [
        "status", "watch since=5 tasks,reminders\t", "status", "status", "status", "watch since=1 tasks,reminders\t",
      ])
    #expect(vigil.isDone)
  }

  @Test func followBeginsBeforeTheDaemonDoes() {
    let world = World()
    let vigil = ScriptedVigil([
      .refuse, .refuse, .appeared, .connect, .said("= today 2\nOK rev=1"), .readerGone,
    ])
    world.vigil = vigil.vigil
    #expect(world.run(["status", "--format", "waybar", "--follow"]) == 0)
    let lines = world.output.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].contains("\"off\""), "\(lines)")
    #expect(vigil.isDone)
  }

  /// What changes between the answer and the watch is asked about.
  @Test func followMissesNothingWhileItBegins() {
    let world = World()
    let vigil = ScriptedVigil([
      .connect, .said("= today 1\nOK rev=5"), .said("- 3\tx\nOK rev=6"), .pass(200), .said("= today 2\nOK rev=6"),
      .readerGone,
    ])
    world.vigil = vigil.vigil
    #expect(world.run(["status", "--format", "plain", "--follow"]) == 0)
    #expect(world.output == "1 due\n2 due\n")
  }
}
