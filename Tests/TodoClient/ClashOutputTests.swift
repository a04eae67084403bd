import Testing
import TodoClient
import TodoProtocol

/// What is printed of tasks that stand in several lines.
struct ClashOutputTests {
  @Test func aListNamesTheTwins() {
    let world = World()
    world.isTerminal = true
    world.script = ["- 1 mark=clash twin=3,14\tCall mum from work\n- 2 mark=clash\tWrite\nOK rev=3 n=2"]
    #expect(world.run(["list"]) == 0)
    #expect(world.output == "No date\n 1     Call mum from work [clash with 3, 14]\n 2     Write [clash]\n")
  }

  @Test func inAPipeALineIsAsItIs() {
    let world = World()
    world.script = ["- 1 mark=clash twin=3\tCall mum\nOK rev=3 n=1"]
    #expect(world.run(["list"]) == 0)
    #expect(world.output == "1\tCall mum\n")
  }

  @Test func whatThereIsToKnowOfATaskSaysHowToSettleIt() {
    let world = World()
    world.script = ["- 17 mark=clash twin=3\tCall mum\nOK rev=3 n=1"]
    #expect(world.run(["show", "17"]) == 0)
    #expect(world.output.contains("      Mark  clash with 3\n"))
    #expect(world.output.contains("            todoctl resolve 17 keep|drop|both\n"))
  }

  @Test func statusSaysHowManyWaitAndHowToSettleThem() {
    let world = World()
    world.script = ["= state running\n= clashes 2\nOK rev=3 n=4"]
    #expect(world.run(["status"]) == 0)
    #expect(
      world.output.contains("Clashes: 2: todoctl list mark:clash, then todoctl resolve ID keep|drop|both\n"))
  }

  @Test func whatGoesIsRemovedAndWhatStaysIsKept() {
    let world = World()
    world.script = ["! 3\n- 17\tCall mum\nOK rev=4 step=s9"]
    #expect(world.run(["resolve", "17", "keep"]) == 0)
    #expect(world.output == "kept  17  Call mum\nremoved  3\nundo: todoctl undo s9\n")
  }
}
