import Support
import Testing
import TodoClient

/// What the answer of `add` says of dates.
struct CaptureOutputTests {
  @Test func titlesAreSearchedForWhatMayHaveBeenMeantAsADate() throws {
    for row in try DateWordRow.all() where row.place == .title {
      let world = World()
      world.isTerminal = true
      world.script = ["- 22\t\(row.text)\nOK rev=2 step=s8"]
      #expect(world.run(["add", row.text]) == 0)
      let hint = row.result == "-" ? "" : " (\(row.result)? todoctl due 22 \(row.result))"
      #expect(world.output == "22  \(row.text)  no date\(hint)\nundo: todoctl undo s8\n")
      guard row.result != "-" else { continue }
      let words = ["due", "22"] + row.result.split(separator: " ").map(String.init)
      #expect(World().run(words) == 0, "the suggestion is a command that works")
    }
  }

  @Test func inAPipeNothingIsSuggestedAndDatesAreISO() {
    let world = World()
    world.script = ["- 22\tBuy milk tomorrow\n- 23 next=2026-01-06T09:00:00+01:00\tBuy due:2026-01-06 at:0900\nOK"]
    #expect(world.run(["add", "x"]) == 0)
    #expect(
      world.output == "22  Buy milk tomorrow  no date\n23  Buy  2026-01-06 09:00, rings 2026-01-06T09:00:00+01:00\n")
  }
}
