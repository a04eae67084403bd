import Support
import Testing
import TodoCore
import TodoExchange
import TodoTxt

/// What becomes of each attribute of Taskwarrior's.
struct TaskwarriorImportTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let remark: String
    let members: String
    var status = "pending"
    var zone = "UTC"
    let line: String
    var notCarried: [String] = []
    var testDescription: String { remark }
  }

  static let cases: [Case] = [
    Case(remark: "nothing but a text", members: "", line: "Call mum"),
    Case(remark: "H is A", members: #""priority":"H""#, line: "(A) Call mum"),
    Case(remark: "M is B", members: #""priority":"M""#, line: "(B) Call mum"),
    Case(remark: "L is C", members: #""priority":"L""#, line: "(C) Call mum"),
    Case(
      remark: "another priority is told", members: #""priority":"1""#, line: "Call mum",
      notCarried: ["priority=1 is none of H, M and L"]),
    Case(
      remark: "the entry is the day of creation here", members: #""entry":"20260301T233000Z""#, zone: "Europe/Berlin",
      line: "2026-03-02 Call mum"),
    Case(remark: "dots stay in a project", members: #""project":"Home.Garden""#, line: "Call mum +Home.Garden"),
    Case(remark: "blanks do not", members: #""project":"Home and Garden""#, line: "Call mum +Home_and_Garden"),
    Case(remark: "tags, each once", members: #""tags":["a","b","a"]"#, line: "Call mum @a @b"),
    Case(
      remark: "midnight is a day", members: #""due":"20260301T230000Z""#, zone: "Europe/Berlin",
      line: "Call mum due:2026-03-02"),
    Case(
      remark: "a time is one here, in summer too", members: #""due":"20260701T070000Z""#, zone: "Europe/Berlin",
      line: "Call mum due:2026-07-01 at:0900"),
    Case(remark: "the last second is a day", members: #""due":"20260331T235959Z""#, line: "Call mum due:2026-03-31"),
    Case(
      remark: "seconds are left out", members: #""due":"20260331T120001Z""#, line: "Call mum due:2026-03-31 at:1200",
      notCarried: ["the seconds of due=20260331T120001Z are left out"]),
    Case(remark: "wait is a threshold", members: #""wait":"20260331T000000Z""#, line: "Call mum t:2026-03-31"),
    Case(
      remark: "of wait and scheduled the later", members: #""wait":"20260331T000000Z","scheduled":"20260402T000000Z""#,
      line: "Call mum t:2026-04-02", notCarried: ["wait=20260331T000000Z is before 'scheduled', which counts"]),
    Case(
      remark: "a threshold has no time", members: #""wait":"20260331T120000Z""#, line: "Call mum t:2026-03-31",
      notCarried: ["the time 12:00 of 'wait' is left out: 't:' is a day"]),
    Case(
      remark: "nothing goes by itself", members: #""until":"20260331T120000Z""#, line: "Call mum",
      notCarried: ["until=20260331T120000Z: no task goes by itself"]),
    Case(
      remark: "a done one has its dates", members: #""entry":"20260301T000000Z","end":"20260302T000000Z""#,
      status: "completed", line: "x 2026-03-02 2026-03-01 Call mum"),
    Case(
      remark: "a done one keeps its priority", members: #""priority":"H","end":"20260302T000000Z""#,
      status: "completed", line: "x 2026-03-02 Call mum pri:A"),
    Case(
      remark: "a done one without an end has no date", members: #""entry":"20260301T000000Z""#, status: "completed",
      line: "x Call mum"),
    Case(
      remark: "annotations stand behind the text",
      members: #""annotations":[{"entry":"20260301T000000Z","description":"she was out"},{"description":"due:fri"}]"#,
      line: "Call mum (2026-03-01 she was out) (due: fri)",
      notCarried: ["'due:fri' in its text would be read as a key: written as 'due: ...'"]),
    Case(
      remark: "the user's own attributes are told", members: #""estimate":"PT3H","n":1.5"#, line: "Call mum",
      notCarried: ["estimate=PT3H has no place in todo.txt", "n=1.5 has no place in todo.txt"]),
    Case(
      remark: "so is that it was begun", members: #""start":"20260301T000000Z""#, line: "Call mum",
      notCarried: ["start=20260301T000000Z has no place in todo.txt"]),
    Case(
      remark: "bookkeeping is not", members: #""id":3,"urgency":1.5,"modified":"20260301T000000Z""#, line: "Call mum"),
    Case(
      remark: "what our export kept comes back", members: #""todod":"rem:1d,2h h:1 pri:D""#,
      line: "(D) Call mum rem:1d,2h h:1"),
  ]

  @Test(arguments: cases) func anAttributeHasItsPlace(_ row: Case) throws {
    let list = ForeignList(exported(row.members, status: row.status), in: try .fixture(row.zone))
    #expect(list.words == [])
    #expect(list.lines == [row.line])
    #expect(list.remarks == row.notCarried)
  }

  static let texts: [(text: String, line: String)] = [
    ("x marks the spot", " x marks the spot"),
    ("(A) is a letter", " (A) is a letter"),
    ("2026-03-01 is a day", " 2026-03-01 is a day"),
    ("a\ttab and  two blanks", "a tab and two blanks"),
    ("see http://example.org at 10:30", "see http://example.org at 10:30"),
    ("meet at:office p:x", "meet at:office p:x"),
    ("ask @bob about +garden", "ask @bob about +garden"),
    ("Grüße \u{1F600}", "Grüße \u{1F600}"),
  ]

  @Test(arguments: texts) func aTextIsReadBackAsText(_ row: (text: String, line: String)) {
    let text = row.text.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "\\t")
    let list = ForeignList(#"{"description":"\#(text)"}"#)
    #expect(list.lines == [row.line])
    #expect(list.remarks == [])
    #expect(list.tasks.allSatisfy { $0.line.header.priority == nil && !$0.line.header.isDone })
  }

  @Test func aTagThatTheTextHasIsNotWrittenTwice() {
    let list = ForeignList(#"{"description":"ask @bob about it","tags":["bob","x"],"project":"p"}"#)
    #expect(list.lines == ["ask @bob about it +p @x"])
  }

  @Test func deletedOnesAreLeftOut() {
    let list = ForeignList(exported("", status: "deleted"))
    #expect(list.lines == [])
    #expect(list.leftOut.map(\.place) == ["entry 1 'Call mum'"])
    #expect(list.leftOut.map(\.reason) == ["deleted"])
  }
}
