import Testing
import TodoClient

/// Tasks named by words, from the input, and many at once.
struct NamingTests {
  @Test func wordsThatFitOneTaskNameItAndTheHashHoldsIt() {
    let world = World()
    world.script = ["- 17 if=3f9a21c0\tCall mum\nOK n=1", "- 17\tx Call mum\nOK step=s1"]
    #expect(world.run(["done", "call mum"]) == 0)
    #expect(world.sent == ["list\tcall mum", "done if=3f9a21c0 17"])
  }

  @Test func wordsLookWhereTheTasksOfTheCommandAre() {
    let world = World()
    world.script = ["- 17 if=3f9a21c0\tx Call mum\nOK n=1", "- 17\tCall mum\nOK step=s1"]
    #expect(world.run(["undone", "call mum"]) == 0)
    #expect(world.sent == ["list\tdone call mum", "undone if=3f9a21c0 17"])
    let removed = World()
    removed.script = ["- 17 gone=2026-01-05T12:00:00+00:00\tCall mum\nOK n=1", "- 17\tCall mum\nOK step=s1"]
    #expect(removed.run(["restore", "call mum"]) == 0)
    #expect(removed.sent == ["trash where call mum", "restore 17"])
  }

  @Test func lookingByWordsFindsDoneTasksWhereNoOpenOneFits() {
    let shown = World()
    shown.script = ["OK n=0", "- 17\tx Call mum\nOK n=1"]
    #expect(shown.run(["show", "call mum"]) == 0)
    #expect(shown.sent == ["list\tcall mum", "list\tdone call mum"])
    let explained = World()
    explained.script = ["- 17 if=3f9a21c0\tCall mum\nOK n=1", "- 17\tCall mum\nOK"]
    #expect(explained.run(["why", "call mum"]) == 0)
    #expect(explained.sent == ["list\tcall mum", "why 17"], "an open one is meant before a done one")
  }

  @Test func wordsThatFitManyListThem() {
    let world = World()
    world.script = [(1...12).map { "- \($0)\tCall \($0)\n" }.joined() + "OK n=12"]
    #expect(world.run(["done", "call"]) == 4)
    #expect(world.sent == ["list\tcall"])
    #expect(world.complaints.hasPrefix("todoctl: 'call' fits 12 tasks: name one by its id\n  1  Call 1\n"))
    #expect(world.complaints.hasSuffix("  10  Call 10\n  and 2 more\n"))
  }

  @Test func wordsThatFitNothingAreNotFound() {
    let world = World()
    #expect(world.run(["done", "nothing"]) == 4)
    #expect(world.complaints == "todoctl: no task fits 'nothing': 'todoctl list' shows the ids\n")
  }

  @Test func removingByWordsAsksAndInAPipeNeedsYes() {
    let found = "- 17 if=3f9a21c0\tCall mum\nOK n=1"
    for (isTerminal, reply, flags, code, removes) in [
      (true, "y", [], 0, true), (true, "n", [], 2, false), (true, "", [], 2, false), (false, nil, [], 2, false),
      (false, nil, ["--yes"], 0, true),
    ] as [(Bool, String?, [String], Int32, Bool)] {
      let world = World()
      world.isTerminal = isTerminal
      world.replies = reply.map { [$0] } ?? []
      world.script = [found, "! 17\nOK step=s1"]
      #expect(world.run(["remove", "call mum"] + flags) == code)
      #expect(world.sent.contains("remove if=3f9a21c0 17") == removes)
      #expect(world.questions == (isTerminal ? ["remove  17  Call mum\nSure? [y/N] "] : []))
    }
  }

  @Test func overTenTasksAreAskedAboutOnATerminal() {
    let many = (1...11).map { "- \($0)\tt \($0)\n" }.joined() + "OK n=11"
    for (isTerminal, reply, sent) in [
      (true, "y", ["get where +a", "done where +a"]), (true, "n", ["get where +a"]), (false, "", ["done where +a"]),
    ] {
      let world = World()
      world.isTerminal = isTerminal
      world.replies = [reply]
      world.script = isTerminal ? [many] : []
      #expect(world.run(["done", "--where", "+a"]) == (reply == "n" ? 2 : 0))
      #expect(world.sent == sent)
    }
    let few = World()
    few.isTerminal = true
    #expect(few.run(["done", "1-10"]) == 0)
    #expect(few.sent == ["done 1-10"] && few.questions.isEmpty)
  }

  @Test func theInputNamesTasksByItsFirstWords() {
    let world = World()
    world.input = "3\tCall mum\n 5 x\n\n7-9\r\n"
    #expect(world.run(["done", "-"]) == 0)
    #expect(world.sent == ["done 3 5 7-9"])
    let bad = World()
    bad.input = "milk\n"
    #expect(bad.run(["done", "-"]) == 2)
    #expect(
      bad.complaints
        == "todoctl: 'milk' in the input is no id: a line begins with an id, as 'todoctl list' prints it\n")
  }

  @Test func severalLinesAreAddedInOneStep() {
    let world = World()
    world.input = "Buy milk\r\n\nBuy bread +shop\n"
    world.script = ["OK", "OK queued=1", "OK queued=2", "- 1\tBuy milk\n- 2\tBuy bread +shop\nOK step=s1"]
    #expect(world.run(["add", "-", "--due", "fri", "-p", "B"]) == 0)
    #expect(world.sent == ["begin", "add\t(B) Buy milk due:fri", "add\t(B) Buy bread +shop due:fri", "commit"])
    #expect(world.rounds == 1)
    #expect(world.output.hasSuffix("undo: todoctl undo s1\n"))
  }

  @Test func everyTwoWeekdaysIsATaskForEachInOneStep() {
    let world = World()
    world.script = ["OK", "OK queued=1", "OK queued=2", "- 1\tSwim\n- 2\tSwim\nOK step=s1"]
    #expect(world.run(["add", "Swim", "--every", "mon, Wed and mon"]) == 0)
    #expect(world.sent == ["begin", "add\tSwim due:mon rec:+1w", "add\tSwim due:wed rec:+1w", "commit"])
  }

  @Test func aRefusedLineSaysWhyAndThatNothingWasAdded() {
    let world = World()
    world.input = "a\nb due:2026-02-30\n"
    world.script = ["OK", "OK queued=1", "ERR 2 bad-request no such day", "ERR 5 conflict at=2"]
    #expect(world.run(["add"]) == 2)
    #expect(world.complaints == "todoctl: no such day: no task was added\n")
  }

  @Test func aFloodOfLinesGoesInBatchesThatTheDaemonTakes() {
    let world = World()
    world.input = (1...2000).map { "task \($0)\n" }.joined()
    #expect(world.run(["add", "-"]) == 0)
    #expect(world.sent.count == 2000 + 2 * 2)
    #expect(world.sent.split(separator: "commit").allSatisfy { $0.count <= 1001 })
    let large = World()
    large.input = String(repeating: String(repeating: "x", count: 8000) + "\n", count: 60)
    #expect(large.run(["add", "-"]) == 0)
    #expect(
      large.sent.split(separator: "commit").allSatisfy { $0.reduce(0) { $0 + $1.utf8.count } <= 256 * 1024 })
  }

  @Test func withoutTextATerminalIsAsked() {
    let world = World()
    world.isTerminal = true
    world.replies = ["Buy milk"]
    world.script = ["- 1\tBuy milk\nOK step=s1"]
    #expect(world.run(["add"]) == 0)
    #expect(world.sent == ["add\tBuy milk"] && world.questions == ["Task: "])
    world.replies = []
    #expect(world.run(["add"]) == 2)
  }
}
