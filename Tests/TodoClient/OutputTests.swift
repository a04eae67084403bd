import Foundation
import Support
import Testing
import TodoClient
import TodoProtocol

/// What is printed for what the daemon says.
struct OutputTests {
  private static let rows = """
    - 1\t2026-01-01 Water plants @home due:2026-01-02
    - 2 overdue=1\t(A) Pay rent due:2026-01-05 at:0900
    - 3\t(B) Call mum @phone +family due:2026-01-05 at:1730
    - 14\tSomething today due:2026-01-05
    - 5\t(C) Read
    - 6\tDentist due:2026-01-06 at:0815
    - 7\tFriday thing due:2026-01-09
    - 8\tNext monday due:2026-01-12
    - 9\tTax due:2026-05-31
    - 10\tOld one due:2024-12-12
    - 11 mark=baddate\tOdd due:2026-02-30
    - 12 blocked=1 snoozed=2026-01-05T18:00:00+00:00\tPlain
    - 13\tx 2026-01-04 2026-01-01 Done thing due:2026-01-04 pri:A
    OK rev=118 n=13
    """

  @Test func aListOnATerminalIsGroupedByDay() {
    let world = World()
    world.isTerminal = true
    world.script = [Self.rows]
    #expect(world.run(["list"]) == 0)
    #expect(
      world.output == """
        Overdue
        10     12 Dec 2024     Old one
         1     3 days ago      Water plants @home
         2  A  today 09:00     Pay rent

        Today
        14     today           Something today
         3  B  today 17:30     Call mum @phone +family

        Priority
         5  C                  Read

        Tomorrow
         6     tomorrow 08:15  Dentist

        Friday
         7     Fri             Friday thing

        Monday
         8     12 Jan          Next monday

        Later
         9     31 May          Tax

        No date
        11                     Odd due:2026-02-30 [bad date]
        12                     Plain [blocked] [snoozed]

        Done
        13  x  yesterday       Done thing pri:A

        """)
    #expect(world.complaints.isEmpty)
  }

  @Test func inAPipeALineIsItsIdAndItsBytes() {
    let world = World()
    world.script = ["- 3 next=2026-01-05T17:30:00+01:00\t(B) Call\u{1B}[31m mum  due:2026-01-05\n- 11\tx y\nOK n=2"]
    #expect(world.run(["list"]) == 0)
    #expect(world.output == "3\t(B) Call\u{1B}[31m mum  due:2026-01-05\n11\tx y\n")
  }

  @Test func onATerminalNoControlByteOfATaskPasses() {
    let world = World()
    world.isTerminal = true
    let evil = "\u{1B}[2J\u{7}\u{7F}\u{9B}31m\u{202E}txt\u{2066}\u{200F}\u{2028}ok"
    let line = "- 3\t\(evil) +p\(evil)\nOK n=1 step=s1 failing=\(evil.replacingOccurrences(of: " ", with: ""))"
    for command in [["list"], ["show", "3"], ["add", "x"], ["done", "3"], ["agenda"], ["next"], ["watch"], []] {
      world.script = [line, line, line]
      world.output = ""
      world.complaints = ""
      _ = world.run(command)
      let bad = (world.output + world.complaints).unicodeScalars.filter {
        ($0.value < 0x20 && $0 != "\n" && $0 != "\t") || (0x7F..<0xA0).contains($0.value)
          || [0x202E, 0x2066, 0x200F, 0x2028].contains($0.value)
      }
      #expect(bad.isEmpty, "\(command)")
      #expect(world.output.contains("txt"), "\(command): \(world.output)")
    }
  }

  @Test func aLongTextIsBrokenBetweenWordsAndKeepsItsColumn() {
    let world = World()
    world.isTerminal = true
    world.columns = 40
    world.script = ["- 3\tone two three four five six seven eight nine ten\n- 4\t日本語 日本語 日本語 日本語 日本語 日本語\nOK n=2"]
    #expect(world.run(["list"]) == 0)
    #expect(
      world.output == """
        No date
         3     one two three four five six seven
               eight nine ten
         4     日本語 日本語 日本語 日本語
               日本語 日本語

        """)
  }

  @Test func prioritiesHaveTheirColoursAndNoColorTakesThemAway() {
    let world = World()
    world.isTerminal = true
    let list = "- 1\t(A) a +p\n- 2\t(B) b\n- 3\t(C) c\n- 4\t(D) d\nOK n=4"
    for (arguments, noColor, hasColor) in [
      (["list"], "", true), (["list"], "1", false), (["list", "--color=always"], "1", true),
      (["list", "--color", "never"], "", false),
    ] {
      world.environment["NO_COLOR"] = noColor
      world.script = [list]
      world.output = ""
      #expect(world.run(arguments) == 0)
      for ink in [
        "\u{1B}[31mA\u{1B}[0m", "\u{1B}[38;5;208mB\u{1B}[0m", "\u{1B}[33mC\u{1B}[0m", "\u{1B}[36m+p\u{1B}[0m",
      ] {
        #expect(world.output.contains(ink) == hasColor)
      }
      #expect(world.output.contains(" D "))
    }
  }

  @Test(arguments: [
    ("long", "05 Jan 2026 17:30"), ("iso", "2026-01-05 17:30"),
  ])
  func datesCanBeWrittenOut(style: String, date: String) {
    let world = World()
    world.isTerminal = true
    world.script = ["- 3\tz due:2026-01-05 at:1730\nOK"]
    #expect(world.run(["list", "--dates", style]) == 0)
    #expect(world.output == "Today\n 3     \(date)  z\n")
  }

  @Test func aSortedListKeepsItsOrderAndHasNoHeadings() {
    let world = World()
    world.isTerminal = true
    world.script = ["- 3\tb\n- 1\t(A) a due:2026-01-05\nOK"]
    #expect(world.run(["list", "--sort", "text"]) == 0)
    #expect(world.output == " 3            b\n 1  A  today  a\n")
  }

  @Test func aDueWithAnOffsetIsShownAsTheDaemonsClockHasIt() {
    let world = World()
    world.isTerminal = true
    world.script = ["- 3 at=2026-01-06T01:30:00+02:00\tz due:2026-01-05T23:30Z\nOK"]
    #expect(world.run(["list"]) == 0)
    #expect(world.output == "Tomorrow\n 3     tomorrow 01:30  z\n")
  }

  @Test func bareTodoctlShowsWhatIsNearAndCountsTheRest() {
    let world = World()
    world.isTerminal = true
    world.script = [
      "- 3\tz due:2026-01-05\nOK n=1", "- 9 next=2026-01-07T09:00:00+00:00\tRing due:2026-01-07\nOK n=1",
      "= open 13\nOK",
    ]
    #expect(world.run([]) == 0)
    #expect(
      world.output == "Today\n 3     today  z\n\nnext: Wed 09:00  9  Ring\n+ 12 more (todoctl list)\n")
  }

  // MARK: Changes

  @Test(arguments: [
    (
      ["add", "x"], "- 22\t2026-01-05 Buy milk\nOK rev=2 step=s812",
      "22  Buy milk  no date\nundo: todoctl undo s812\n"
    ),
    (
      ["add", "x"], "- 22\t2026-01-05 Buy milk tomorrow\nOK rev=2 step=s812",
      "22  Buy milk tomorrow  no date (tomorrow? todoctl due 22 tomorrow)\nundo: todoctl undo s812\n"
    ),
    (
      ["add", "x"], "- 22\tBuy milk 9am due:2026-01-09\nOK rev=2 step=s812",
      "22  Buy milk 9am  no time (9am? todoctl set 22 at:9am), Fri 9 Jan\nundo: todoctl undo s812\n"
    ),
    (
      ["add", "x"], "- 22 next=2026-01-06T09:00:00+01:00\t(A) Buy due:2026-01-06 at:0900\nOK rev=2 step=s812",
      "22  (A) Buy  Tue 6 Jan 09:00 (tomorrow), rings tomorrow 09:00\nundo: todoctl undo s812\n"
    ),
    (
      ["done", "17"],
      "- 17\tx 2026-01-05 Bins rec:1w due:2026-01-05\n- 23\tBins rec:1w due:2026-01-12\n= note recurs weekly\nOK step=s3",
      "done  17  Bins rec:1w\nagain  23  Bins rec:1w  12 Jan\nrecurs weekly\nundo: todoctl undo s3\n"
    ),
    (["remove", "17"], "! 17\n! 18\nOK step=s4", "removed  17 18\nundo: todoctl undo s4\n"),
    (
      ["done", "1"], "- 1\tx 2026-01-05 Call mum pri:A\nOK step=s3", "done  1  Call mum pri:A\nundo: todoctl undo s3\n"
    ),
    (["archive"], "OK rev=2", "archived: nothing to change\n"),
    (["sort"], "OK rev=2 step=s5", "sorted\nundo: todoctl undo s5\n"),
    (["undo", "s5"], "- 3\tz due:2026-01-05\nOK step=s6", "undone  3  z  today\nredo: todoctl redo s6\n"),
    (["redo"], "! 3\nOK step=s7", "redone  3\nundo: todoctl undo s7\n"),
    (["move", "3", "some.txt"], "! 3\nOK step=s7", "moved to some.txt  3\nundo: todoctl undo s7\n"),
  ])
  func aChangeSaysWhatItDidWhenItRingsAndHowToUndoIt(line: [String], answer: String, output: String) {
    let world = World()
    world.isTerminal = true
    world.script = [answer]
    #expect(world.run(line) == 0)
    #expect(world.output == output)
  }

  @Test func aChangeOfManyTasksOnlyCountsMostOfThem() {
    let world = World()
    world.script = [(1...50).map { "- \($0)\tx 2026-01-05 task \($0)\n" }.joined() + "OK step=s1"]
    #expect(world.run(["done", "1-50"]) == 0)
    #expect(world.output.split(separator: "\n").count == 22)
    #expect(world.output.contains("and 30 more\n"))
  }

  @Test(arguments: [
    ("ERR 4 not-found no task 99", 4, "no task 99: 'todoctl list' shows the ids"),
    ("ERR 5 conflict item 17 changed", 5, "item 17 changed: look again with 'todoctl list'"),
    ("ERR 6 file-busy vim holds it", 6, "vim holds it: try again in a moment"),
    ("ERR 6 file read-only", 6, "read-only: 'todoctl doctor' says more"),
    ("ERR 7 busy 64 clients", 7, "64 clients: try again in a moment"),
    ("ERR 2 unknown-verb no verb", 2, "no verb: the running todod is older: 'systemctl --user restart todod'"),
    ("ERR 2 bad-request due:soon is no date", 2, "due:soon is no date"),
    ("ERR 6 file-busy vim writes: try again", 6, "vim writes: try again"),
    ("ERR 77 future what", 77, "what"),
  ])
  func anErrorOfTheDaemonIsTheExitCodeWithAHint(answer: String, code: Int32, words: String) {
    for line in [["done", "99"], ["list"], ["status"], ["agenda"], ["undo"], ["show", "99"], ["projects"]] {
      let world = World()
      world.script = [answer]
      #expect(world.run(line) == code)
      #expect(world.complaints == "todoctl: \(words)\n")
      #expect(world.output.isEmpty)
    }
  }

  @Test func staleListsAndFailingPopupsAreSaid() {
    let world = World()
    world.isTerminal = true
    world.script = ["- 3\tx\nOK stale=1 failing=no%20server"]
    #expect(world.run(["list"]) == 0)
    #expect(
      world.complaints == """
        todoctl: the file is missing or being written: this is the last list known
        todoctl: popups do not show: no server ('todoctl status' says more)

        """)
  }

  // MARK: Status

  @Test func statusBeginsLikeSystemctls() {
    let world = World()
    world.isTerminal = true
    world.script = [
      """
      = state running
      = version 0.1.0
      = since 2026-01-05T08:00:00+00:00
      = file /home/me/todo.txt
      = file-state ok
      = tasks 14
      = open 12
      = today 3
      = overdue 2
      = next 2026-01-05T17:30:00+00:00
      = next-item 3
      = popups dunst 1.9
      OK
      """
    ]
    #expect(world.run(["status"]) == 0)
    #expect(
      world.output == """
        ● todod - active (running) since today 08:00
                 Tasks: 14 (12 open, 3 today, 2 overdue)
                  File: /home/me/todo.txt (ok)
                  Next: today 17:30, task 3
               Version: 0.1.0
                Popups: dunst 1.9

        """)
  }

  @Test func withoutADaemonStatusSaysSoAndIsThree() {
    let world = World()
    world.isRunning = false
    #expect(world.run(["status"]) == 3)
    #expect(world.output == "○ todod - inactive (not running)\n")
    #expect(world.complaints == "todoctl: todod is not running: start it with 'systemctl --user start todod'\n")
    #expect(world.run(["list"]) == 3)
  }

  // MARK: Watch

  @Test func watchPrintsEventsAsLines() throws {
    let script = """
      - 1\tfirst
      - 2\tx done one
      OK rev=1
      * task id=1 if=00000001\tfirst changed
      * gone id=2
      * gone id=3 done=1
      * due id=1\tfirst changed
      * lost n=3
      """
    let world = World()
    world.script = [script]
    #expect(world.run(["watch"]) == 3)
    #expect(
      world.output
        == "row\t1\tfirst\ntask\t1\tfirst changed\ngone\t2\ngone\t3\tdone\ndue\t1\tfirst changed\nlost\tn=3\n")
    let json = World()
    json.script = [script]
    #expect(json.run(["watch", "--json"]) == 3)
    let events = json.output.split(separator: "\n").map {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    try #require(events.map { $0?["event"] as? String } == ["row", "task", "gone", "gone", "due", "lost"])
    #expect((events[1]?["task"] as? [String: Any])?["line"] as? String == "first changed")
    #expect(events[2]?["id"] as? Int == 2 && events[2]?["done"] == nil)
    #expect(events[3]?["id"] as? Int == 3 && events[3]?["done"] as? Bool == true)
  }
}
