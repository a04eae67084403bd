import Testing

@testable import TodoClient

/// What shells are offered.
struct CompletionTests {
  private static let tasks = "- 3\tCall mum @phone\n- 17\tBuy milk +shop\nOK rev=1 n=2"

  private func complete(_ words: [String], _ script: [String] = []) -> [String] {
    let world = World()
    world.script = script
    #expect(world.run(["__complete", "--"] + words) == 0 && world.complaints.isEmpty)
    return world.output.split(separator: "\n").map(String.init)
  }

  @Test func aCommandIsOfferedWithItsHelp() {
    #expect(complete(["und"]).map { $0.prefix { $0 != "\t" } } == ["undone", "undo"])
    #expect(complete(["lsa"]) == ["lsa\tlist all"])
    #expect(complete([""]).count == CommandTable.rows.reduce(0) { $0 + 1 + $1.aliases.count })
    #expect(complete(["--j"]) == ["--json\tprint JSON"])
  }

  @Test func everyCommandOffersSomethingOrNothingButNeverFails() {
    for row in CommandTable.rows {
      _ = complete([row.name, ""])
      _ = complete([row.name, "17", "x"])
      #expect(complete([row.name, "--"]).count == Flag.common.count + row.flags.count, "\(row.name)")
    }
  }

  @Test func tasksComeWithTheirText() {
    let many = (1...300).map { "- \($0)\tTask \($0)\n" }.joined() + "OK rev=1 n=300"
    #expect(complete(["done", "1"], [Self.tasks]) == ["17\tBuy milk +shop"])
    #expect(
      complete(["done", "17", ""], [Self.tasks]) == [
        "3\tCall mum @phone", "last\tthe one that rang last", "rung\tall that rang unanswered",
      ])
    #expect(complete(["done", ""], [many]).count == 200, "no more than anybody reads")
    #expect(complete(["done", "250"], [many]) == ["250\tTask 250"])
    #expect(complete(["done", "call"], [Self.tasks]).isEmpty)
    #expect(complete(["restore", ""], ["- 9 by=client\tGone\nOK n=1"]) == ["9\tGone"])
  }

  @Test func whatFollowsTheTasks() {
    #expect(complete(["resolve", "17", "k"]) == ["keep"])
    #expect(complete(["reorder", "17", ""], []).prefix(2) == ["top", "after"])
    #expect(complete(["snooze", "last", "to"]) == ["tonight", "tomorrow"])
    #expect(complete(["due", "17", "n"]) == ["none"])
    #expect(complete(["pri", "17", "h"]) == ["high"])
    #expect(complete(["set", "17", "p"]) == ["pri:"])
    #expect(complete(["set", "17", "-+"], ["OK rev=1 n=0", "= home 2\nOK n=1", "OK n=0"]) == ["-+home\t2 tasks"])
    #expect(complete(["17", "don"]).first?.hasPrefix("done\t") == true)
  }

  @Test func queriesAndTextsKnowTheUsersTags() {
    // Of a sign that is typed already only those that have it are asked for.
    let (projects, contexts) = (["= family 1\n= finance 3\nOK n=2"], ["= phone 2\nOK n=1"])
    #expect(complete(["list", "+f"], projects) == ["+family\t1 task", "+finance\t3 tasks"])
    #expect(complete(["add", "Call", "mum", "@"], contexts) == ["@phone\t2 tasks"])
    #expect(complete(["list", "-@"], contexts) == ["-@phone\t2 tasks"])
    #expect(complete(["list", "project:fi"], projects) == ["project:finance\t3 tasks"])
    #expect(complete(["list", "view:"], ["= home @home\nOK n=1"]) == ["view:home\t@home"])
    #expect(complete(["list", "due:to"]) == ["due:today", "due:tomorrow"])
    #expect(complete(["list", "ov"]) == ["overdue"])
    #expect(complete(["add", "x", "due:f"]) == ["due:fri"])
  }

  @Test func optionsOfferTheirValues() {
    #expect(complete(["--color", "n"]) == ["never"])
    #expect(complete(["list", "--color", "n"]) == ["never"])
    #expect(complete(["list", "--color=n"]) == ["--color=never"])
    #expect(complete(["list", "--dates", ""]) == ["long", "iso"])
    #expect(complete(["list", "--priority", ""]) == ["letters", "marks"])
    #expect(complete(["add", "-p", "l"]) == ["low"])
    #expect(complete(["list", "--sort", "-u"]) == ["-urgency"])
    #expect(complete(["done", "--where", "ov"]) == ["overdue"])
    #expect(complete(["history", "--limit", "a"]) == ["all"])
    #expect(complete(["restore", "--version", ""], ["= step name=s12 by=client title=done\nOK n=1"]) == ["s12\tdone"])
  }

  @Test func filesAreTheShellsOwn() {
    #expect(complete(["init", ""]) == [":files"])
    #expect(complete(["list", "--socket", ""]) == [":files"])
  }

  @Test func withoutADaemonTheRestIsThere() {
    let world = World()
    world.isRunning = false
    #expect(world.run(["__complete", "--", "done", ""]) == 0 && world.complaints.isEmpty)
    #expect(world.output == "last\tthe one that rang last\nrung\tall that rang unanswered\n")
  }

  @Test func whatCannotBeTypedIsLeftOut() {
    #expect(complete(["list", "+"], ["= a%1Bb 1\n= ok 1\nOK n=2", "OK n=0"]) == ["+ok\t1 task"])
  }
}
