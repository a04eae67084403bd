import Foundation
import Testing
import TodoClient

/// What is printed of steps.
struct HistoryOutputTests {
  private static let answer = """
    = step name=s812 rev=900 at=2026-01-05T11:00:00+01:00 by=client title=set new=0 gone=0 changed=1
    - 17 step=s812 was=1\t(A) Call mum about the birthday of the cousin that nobody remembers @phone
    - 17 step=s812\t(A) Call mum about the birthday of the cousin that nobody remembers @phone due:2026-01-06
    = step name=s811 rev=899 at=2026-01-04T23:00:00+01:00 by=undo title=undo%20s99 new=1 gone=0 changed=0 file=done.txt \
    undoes=s99 undone=s813
    - 3 step=s811 was=1 file=done.txt\tx 2026-01-04 Buy milk
    - 3 step=s811\tBuy milk
    = step name=s810 rev=898 at=2025-12-01T08:00:00+01:00 by=editor title=external%20edit new=2 gone=1 changed=1 moved=7 \
    blank=-1
    - 4 step=s810\tone
    - 5 step=s810\ttwo
    - 6 step=s810 was=1\tthree
    - 7 step=s810 was=1\tfour
    - 7 step=s810\tvier
    = step name=s809 rev=897 at=2025-12-01T07:00:00+01:00 by=popup title=snooze new=0 gone=0 changed=0
    = fact step=s809 what=snooze id=17 after=2026-01-05T18:00:00+01:00
    = fact step=s809 what=moment id=17 moment=due before=rung after=answered
    - 17 step=s809 kept=1\tCall mum
    = step name=s808 rev=896 at=2025-12-01T06:00:00+01:00 by=client title=pause new=0 gone=0 changed=0
    = fact step=s808 what=pause query=+work before=on
    = fact step=s808 what=pause after=2026-01-05T18:00:00+01:00
    = step name=s807 rev=895 at=2025-12-01T05:00:00+01:00 by=client title=sort new=0 gone=0 changed=0 moved=12
    = step name=s9 rev=894 at=2025-12-01T04:00:00+01:00 by=client title=archive new=0 gone=1 changed=0 file=done.txt
    - 8 step=s9 was=1\tx 2025-12-01 old
    - 8 step=s9 file=done.txt\tx 2025-12-01 old
    OK rev=900 n=7 more=1
    """.replacingOccurrences(of: "\\\n", with: "")

  private func run(_ arguments: [String], isTerminal: Bool = false) -> World {
    let world = World()
    world.isTerminal = isTerminal
    world.columns = isTerminal ? 80 : nil
    world.script = [Self.answer]
    #expect(world.run(arguments) == 0)
    return world
  }

  @Test func whatAStepChangedIsReadOnEightyColumns() {
    let world = run(["history"], isTerminal: true)
    #expect(
      world.output == """
        s812  today 11:00       client  set
          ~  17  (A) Call mum about the birthday of the cousin that nobody remembers
                 @phone due:2026-01-06
            was  (A) Call mum about the birthday of the cousin that nobody remembers
                 @phone
        s811  yesterday 23:00   undo    s99 (undone by s813)
          +   3  Buy milk (from done.txt)
        s810  1 Dec 2025 08:00  editor  external edit: 2 new, 1 gone, 1 changed, 7
                                        moved, 1 blank line less
          +   4  one
          +   5  two
          -   6  three
                 and 1 more (todoctl history s810)
        s809  1 Dec 2025 07:00  popup   snooze
             17  Call mum snoozed until today 18:00
        s808  1 Dec 2025 06:00  client  pause
                 +work paused no more
                 paused until today 18:00
        s807  1 Dec 2025 05:00  client  sort: 12 moved
        s9    1 Dec 2025 04:00  client  archive
          -   8  x 2025-12-01 old (to done.txt)
        older ones: --limit N, or --limit all

        """)
    #expect(world.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func ofOneStepEverythingIsTold() {
    let world = run(["history", "s810"], isTerminal: true)
    #expect(world.output.contains("  ~   7  vier\n    was  four\n"))
    #expect(!world.output.contains("more (todoctl"))
  }

  @Test func inAPipeAStepIsALineOfFields() {
    let world = run(["history"])
    #expect(
      world.output == """
        s812\t2026-01-05T11:00:00+01:00\tclient\tset\t0\t0\t1\t-\t17\t(A) Call mum about the birthday of the cousin \
        that nobody remembers @phone due:2026-01-06
        s811\t2026-01-04T23:00:00+01:00\tundo\tundo s99\t1\t0\t0\ts813\t3\tBuy milk
        s810\t2025-12-01T08:00:00+01:00\teditor\texternal edit\t2\t1\t1\t-\t4,5,6,7\t
        s809\t2025-12-01T07:00:00+01:00\tpopup\tsnooze\t0\t0\t0\t-\t17\tCall mum
        s808\t2025-12-01T06:00:00+01:00\tclient\tpause\t0\t0\t0\t-\t-\t
        s807\t2025-12-01T05:00:00+01:00\tclient\tsort\t0\t0\t0\t-\t-\t
        s9\t2025-12-01T04:00:00+01:00\tclient\tarchive\t0\t1\t0\t-\t8\tx 2025-12-01 old

        """)
  }

  @Test func asJSONAStepHasEveryMember() throws {
    let world = run(["history", "--json"])
    let steps = try #require(try JSONSerialization.jsonObject(with: Data(world.output.utf8)) as? [[String: Any]])
    try #require(steps.count == 7)
    #expect(
      String(world.output.prefix { $0 != "\n" }.dropFirst()).hasPrefix(
        #"{"step":"s812","revision":900,"at":"2026-01-05T11:00:00+01:00","by":"client","title":"set","new":0,"gone":0,"#
          + #""changed":1,"moved":0,"blank":0,"file":null,"undoes":null,"undone_by":null,"changes":[{"id":17,"#
          + #""before":"(A) Call mum about the birthday of the cousin that nobody remembers @phone","#))
    #expect(steps[1]["undone_by"] as? String == "s813" && steps[1]["undoes"] as? String == "s99")
    let back = try #require((steps[1]["changes"] as? [[String: Any]])?.first)
    #expect(back["before"] is NSNull && back["after"] as? String == "Buy milk" && back["file"] as? String == "done.txt")
    #expect(back["from_file"] as? Bool == true && back["line_in_file"] as? String == "x 2026-01-04 Buy milk")
    let facts = try #require(steps[3]["facts"] as? [[String: Any]])
    try #require(facts.count == 2)
    #expect(facts[0]["what"] as? String == "snooze" && facts[0]["id"] as? Int == 17)
    #expect(facts[0]["before"] is NSNull && facts[1]["before"] as? String == "rung")
    #expect(facts[0]["line"] as? String == "Call mum")
  }

  @Test func nothingFoundIsSaid() {
    for (line, words) in [
      (["history"], "nothing was changed yet"), (["history", "17"], "no step changed that"),
      (["trash"], "the trash is empty"), (["trash", "x"], "nothing of that is in the trash"),
    ] {
      let world = World()
      world.isTerminal = true
      world.script = ["OK rev=1 n=0"]
      #expect(world.run(line) == 0)
      #expect(world.output.isEmpty && world.complaints == "todoctl: \(words)\n")
    }
  }

  @Test(arguments: [
    ("= line one%0d\n= line \n= line 100%25 %ff\nOK rev=3 n=3", [UInt8]("one\r\n\n100% ".utf8) + [0xFF, 0x0A]),
    ("= line \u{FEFF}one\n= line two\nOK rev=3 n=2 newline=0", [UInt8]("\u{FEFF}one\ntwo".utf8)),
    ("OK rev=3 n=0", []),
  ])
  func aVersionIsPrintedToTheByte(answer: String, bytes: [UInt8]) {
    let world = World()
    world.script = [answer]
    #expect(world.run(["history", "--print", "r3"]) == 0)
    #expect(world.written == bytes)
  }

  @Test func onATerminalAVersionMovesNoCursor() throws {
    let world = World()
    world.isTerminal = true
    world.script = ["= line a\u{1B}[2J%0d\nOK rev=3 n=1", "= line a%ff\nOK rev=3 n=1 newline=0"]
    #expect(world.run(["history", "--print", "r3"]) == 0)
    #expect(world.output == "a\u{241B}[2J\u{240D}\n")
    world.output = ""
    #expect(world.run(["history", "--print", "s7", "--json"]) == 0)
    #expect(
      world.output
        == #"{"version":"s7","revision":3,"ends_with_newline":false,"lines":[{"line":"a\#u{FFFD}","line_base64":"Yf8="}]}"#
        + "\n")
  }

  private static let trash = """
    - 17 step=s812 by=editor gone=2026-01-05T11:00:00+01:00\tCall mum about the birthday of the cousin that nobody remembers
    - 3 step=s9 by=client gone=2025-12-01T08:00:00+01:00 there=1\t(A) Buy milk
    OK rev=9 n=2 more=1
    """

  @Test func theTrashIsReadOnEightyColumns() {
    let world = World()
    world.isTerminal = true
    world.columns = 80
    world.script = [Self.trash]
    #expect(world.run(["trash"]) == 0)
    #expect(
      world.output == """
        17  today 11:00       editor  s812  Call mum about the birthday of the cousin
                                            that nobody remembers
         3  1 Dec 2025 08:00  client  s9    (A) Buy milk (the list has an older line)
        older ones: --limit N, or --limit all
        bring back: todoctl restore 17

        """)
    #expect(world.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func inAPipeTheTrashIsALineOfFields() {
    let world = World()
    world.script = [Self.trash, Self.trash]
    #expect(world.run(["trash"]) == 0)
    #expect(world.output.hasSuffix("\n3\t2025-12-01T08:00:00+01:00\tclient\ts9\t(A) Buy milk\n"))
    world.output = ""
    #expect(world.run(["trash", "--json"]) == 0)
    #expect(
      world.output.hasSuffix(
        #",{"id":3,"line":"(A) Buy milk","gone_at":"2025-12-01T08:00:00+01:00","by":"client","step":"s9","is_listed":true}]"#
          + "\n"))
  }
}
