import Foundation
import Testing
import TodoClient

/// What is printed about what rings.
struct ReminderOutputTests {
  private static let why = """
    - 17 at=2026-01-05T12:00:00+01:00 held=paused\tCall mum due:2026-01-05 at:1200 +family
    = moment name=lead%202h at=2026-01-05T10:00:00+01:00 is=answered rung=2026-01-05T10:02:05+01:00 late=125 \
    since=2026-01-05T10:03:00+01:00 by=snoozed
    = moment name=lead%201h at=2026-01-05T11:00:00+01:00 is=closed rung=2026-01-05T11:00:00+01:00 \
    since=2026-01-05T11:01:00+01:00
    = moment name=due at=2026-01-05T12:00:00+01:00 is=held why=not-delivered until=2026-01-05T12:00:30+01:00 \
    reason=no%20server since=2026-01-05T12:00:00+01:00
    = moment name=again%201 at=2026-01-04T12:00:00+01:00 is=rung rung=2026-01-04T12:00:00+01:00 of=2026-01-04%201200
    = moment name=day+1 at=2026-01-06T09:00:00+01:00 is=armed why=paused until=2026-01-07T18:00:00+01:00
    = moment name=evening at=2026-01-06T18:00:00+01:00 is=later-word
    = note snoozed until 2026-01-05T12:10:00+01:00: soon
    OK rev=3 n=6
    """.replacingOccurrences(of: "\\\n", with: "")

  @Test func everyMomentIsExplainedInWordsOnEightyColumns() {
    let world = World()
    world.isTerminal = true
    world.columns = 80
    world.script = [Self.why]
    #expect(world.run(["why", "17"]) == 0)
    #expect(
      world.output == """
        17  Call mum +family [paused] (due today 12:00)
          today 10:00      2h before     rang 10:02, 2 min late, snoozed 10:03
          today 11:00      1h before     rang, closed by hand 11:01
          today 12:00      due           waits until 12:00: not delivered (no server)
          yesterday 12:00  repetition 1  rang, nobody has reacted (of due 2026-01-04
                                         1200)
          tomorrow 09:00   morning +1d   to come, will be held: paused until Wed 18:00
          tomorrow 18:00   evening       later-word
          snoozed until today 12:10: soon

        """)
    #expect(world.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func inAPipeAMomentIsALineOfFields() throws {
    let world = World()
    world.script = [Self.why]
    #expect(world.run(["why", "17"]) == 0)
    let lines = world.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 6)
    #expect(
      lines[2]
        == "2026-01-05T12:00:00+01:00\tdue\theld\twhy=not-delivered\tuntil=2026-01-05T12:00:30+01:00\treason=no server"
        + "\tsince=2026-01-05T12:00:00+01:00")
  }

  @Test func asJSONAMomentHasEveryMember() throws {
    let world = World()
    world.script = [Self.why]
    #expect(world.run(["why", "17", "--json"]) == 0)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(world.output.utf8)) as? [String: Any])
    let moments = try #require(object["moments"] as? [[String: Any]])
    #expect((object["task"] as? [String: Any])?["held"] as? String == "paused")
    try #require(moments.count == 6)
    #expect(moments[0]["late"] as? Int == 125 && moments[0]["by"] as? String == "snoozed")
    #expect(moments[1]["by"] is NSNull && moments[1]["state"] as? String == "closed")
    #expect(Set(moments[1].keys) == Set(moments[4].keys))
    #expect(object["notes"] as? [String] == ["snoozed until 2026-01-05T12:10:00+01:00: soon"])
  }

  @Test func whyWantsOneTask() {
    for arguments in [["why"], ["why", "3", "5"], ["why", "rung"], ["why", "-"], ["why", "3-5"]] {
      let world = World()
      #expect(world.run(arguments) == 2, "\(arguments)")
      #expect(world.sent.isEmpty)
    }
    let world = World()
    world.script = ["- 17\tCall mum\nOK n=1", "- 17\tCall mum\nOK n=0"]
    #expect(world.run(["why", "call mum"]) == 0)
    #expect(world.sent == ["list\tcall mum", "why 17"])
  }

  @Test func whatWasMissedStandsWithItsTime() {
    let world = World()
    world.isTerminal = true
    world.columns = 40
    world.script = [
      "- 3 rung=2026-01-04T09:00:00+00:00\tone two three four five six\n- 117 rung=2026-01-05T10:00:00+00:00\tb\nOK n=2"
    ]
    #expect(world.run(["missed"]) == 0)
    #expect(
      world.output == """
        yesterday 09:00    3  one two three four
                              five six
        today 10:00      117  b

        """)
    world.script = ["OK n=0"]
    #expect(world.run(["missed"]) == 0)
    #expect(world.complaints.contains("nothing was missed"))
    world.isTerminal = false
    world.output = ""
    world.script = ["- 3 rung=2026-01-04T09:00:00+00:00\tone\nOK n=1"]
    #expect(world.run(["missed"]) == 0)
    #expect(world.output == "3\tone\n")
  }

  @Test func theAgendaSaysWhatRingsOfATask() {
    let world = World()
    world.isTerminal = true
    world.script = [
      "- 3 next=2026-01-05T16:30:00+00:00 moment=lead%201h\tCall mum due:2026-01-05 at:1730\n"
        + "- 3 next=2026-01-05T17:30:00+00:00 moment=due\tCall mum due:2026-01-05 at:1730\n"
        + "- 4 next=2026-01-06T09:00:00+00:00 moment=day+3\tPay rent due:2026-01-03\nOK n=3"
    ]
    #expect(world.run(["agenda"]) == 0)
    #expect(
      world.output == """
        today 16:30      3  Call mum (1h before)
        today 17:30      3  Call mum
        tomorrow 09:00   4  Pay rent (morning +3d)

        """)
  }

  @Test func aSnoozeSaysUntilWhen() {
    let world = World()
    world.isTerminal = true
    world.script = [
      "- 17 next=2026-01-05T17:30:00+00:00 snoozed=2026-01-05T17:30:00+00:00\tCall mum due:2026-01-05 at:0900\n"
        + "= note task 17 is due before that, at 2026-01-06T09:00:00+00:00: say a time\n"
        + "OK rev=2 step=s1 until=2026-01-05T17:30:00+00:00"
    ]
    #expect(world.run(["snooze", "17", "17:30"]) == 0)
    #expect(
      world.output == """
        snoozed  17  Call mum [snoozed]  today 09:00, snoozed until today 17:30
        task 17 is due before that, at tomorrow 09:00: say a time
        undo: todoctl undo s1

        """)
  }

  @Test func pausesAreToldInWords() throws {
    let world = World()
    world.isTerminal = true
    let answer =
      "= paused everything until 2026-01-05T18:00:00+00:00; +work\n= note no task matches\n"
      + "OK rev=2 step=s1 until=2026-01-05T18:00:00+00:00"
    world.script = [answer, "= paused nothing\n= note nothing is paused\nOK rev=2", answer]
    #expect(world.run(["pause", "2h"]) == 0)
    #expect(
      world.output == """
        paused: everything until today 18:00; +work
        no task matches
        undo: todoctl undo s1

        """)
    world.output = ""
    #expect(world.run(["resume"]) == 0)
    #expect(world.output == "paused: nothing\nnothing is paused\n")
    world.output = ""
    #expect(world.run(["pause", "2h", "--json"]) == 0)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(world.output.utf8)) as? [String: Any])
    #expect(object["until"] as? String == "2026-01-05T18:00:00+00:00" && object["step"] as? String == "s1")
    #expect(world.run(["pause"]) == 2)
    #expect(world.complaints.contains("for how long is missing: 2h, until 18:00, until 20 aug, on or toggle"))
  }

  @Test func aTestSaysWhatAnsweredAndFailsWithThePopup() {
    let world = World()
    world.script = [
      "= server dunst\n= version 1.9\n= actions yes\n= do-not-disturb yes\nOK popup=shown",
      "= server unknown\n= do-not-disturb no\n= reason no bus\nOK popup=failed",
    ]
    #expect(world.run(["test"]) == 0)
    #expect(world.output.contains("server: dunst\n") && world.output.hasSuffix("a popup is shown\n"))
    #expect(world.complaints.contains("do-not-disturb is on"))
    world.output = ""
    #expect(world.run(["test"]) == 1)
    #expect(world.complaints.contains("no popup was shown: no bus ('todoctl status' says more)"))
    #expect(!world.output.contains("a popup is shown"))
  }

  @Test func whatIsHeldSaysWhyAndUntilWhen() {
    let world = World()
    world.isTerminal = true
    world.script = [
      "- 3 next=2026-01-06T09:00:00+00:00 held=quiet-hours\tCall mum\n- 4 held=paused\tPay rent\n- 5 held=spaced\tNow\nOK n=3"
    ]
    #expect(world.run(["list", "held"]) == 0)
    #expect(
      world.output == """
        No date
         3     Call mum [quiet-hours until tomorrow 09:00]
         4     Pay rent [paused]
         5     Now

        """)
  }

  @Test func statusSaysWhatIsPaused() {
    let world = World()
    world.isTerminal = true
    world.script = ["= state running\n= paused +work until 2026-01-06T09:00:00+00:00\n= held 3\nOK"]
    #expect(world.run(["status"]) == 0)
    #expect(world.output.contains("Paused: +work until tomorrow 09:00\n") && world.output.contains("Held: 3\n"))
  }
}
