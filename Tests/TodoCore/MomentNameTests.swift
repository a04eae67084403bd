import Support
import Testing
import TodoCore
import TodoTxt

@Suite struct MomentNameTests {
  static let names: [(MomentName, String)] = [
    (.due, "due"), (.day(0), "day+0"), (.day(12), "day+12"), (.evening, "evening"), (.lead(.days(1)), "lead 1d"),
    (.lead(.seconds(7200)), "lead 2h"), (.lead(.seconds(900)), "lead 15min"), (.lead(.seconds(61)), "lead 61s"),
    (.again(2), "again 2"), (.snooze(3), "snooze 3"), (.threshold, "threshold"), (.older, "older"),
    (.welcome, "welcome"), (.absolute(CivilTime("2026-03-01 09:05")!), "rem 2026-03-01T0905"),
  ]

  @Test(arguments: names) func aNameIsReadAsItIsWritten(name: MomentName, text: String) {
    #expect(name.description == text)
    #expect(MomentName(parsing: text) == name)
  }

  @Test(arguments: [
    "", "Due", "due ", "day+", "day+x", "lead", "lead 1", "lead 1w", "again", "again x", "rem 2026-02-30T0900",
    "rem 2026-03-01",
  ])
  func anythingElseIsNoName(text: String) {
    #expect(MomentName(parsing: text) == nil)
  }
}
