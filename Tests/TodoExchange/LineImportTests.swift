import Testing
import TodoCore
import TodoExchange

/// Files with a task a line, and which format a file is taken for.
struct LineImportTests {
  static let calcurse: [(line: String, ours: String)] = [
    ("[1] Call mum", "(A) Call mum"),
    ("[4] Call mum", "(A) Call mum"),
    ("[5] Call mum", "(B) Call mum"),
    ("[6] Call mum", "(C) Call mum"),
    ("[9] Call mum", "(C) Call mum"),
    ("[0] Call mum", "Call mum"),
    ("[-5] Call mum", "x Call mum pri:B"),
    ("[-0] Call mum", "x Call mum"),
    ("[1]>16ec9d66 Call mum", "(A) Call mum (first line second line)"),
    ("[-1]>16ec9d66 Call mum", "x Call mum (first line second line) pri:A"),
    ("[0] x ray", " x ray"),
    ("[0] pay due:fri", "pay due: fri"),
  ]

  @Test(arguments: calcurse) func aLineOfCalcurse(_ row: (line: String, ours: String)) {
    let list = ForeignList(row.line + "\n", notes: ["16ec9d66": "first line\nsecond line\n"])
    #expect(list.words == [])
    #expect(list.lines == [row.ours])
  }

  @Test func aNoteThatIsNotThereIsTold() {
    let list = ForeignList("[1]>abc Call mum\n")
    #expect(list.lines == ["(A) Call mum"])
    #expect(list.remarks == ["its note abc is not there: name the file itself, beside which 'notes' lies"])
  }

  @Test func aTodoTxtIsTakenAsItIs() {
    let text = "\u{FEFF}(A) 2026-01-01 Call mum +family due:2026-03-01\r\n\r\n  \nx 2026-01-02 done\r\n"
    let list = ForeignList(text)
    #expect(list.words == [])
    #expect(list.lines == ["(A) 2026-01-01 Call mum +family due:2026-03-01", "x 2026-01-02 done"])
    #expect(
      list.tasks.map(\.place) == ["line 1 '(A) 2026-01-01 Call mum +family due:2...'", "line 4 'x 2026-01-02 done'"])
  }

  @Test func equalLinesAreTasksOfTheirOwnAndTheSameEachTime() {
    let first = ForeignList("milk\nbread\nmilk\n")
    #expect(Set(first.tasks.map(\.uuid)).count == 3)
    #expect(first.tasks.map(\.uuid) == ForeignList("milk\nbread\nmilk\n").tasks.map(\.uuid))
    #expect(first.tasks[0].uuid == ForeignList("bread\nmilk").tasks[1].uuid)
  }

  static let formats: [(text: String, lines: [String])] = [
    ("", []),
    ("\n\n", []),
    ("[]", []),
    (" [ ] ", []),
    (#"{"description":"a"}"#, ["a"]),
    ("{\"description\":\"a\"}\n{\"description\":\"b\"}\n", ["a", "b"]),
    // As Taskwarrior before 2.6 writes without `json.array`.
    ("{\"description\":\"a\"},\n{\"description\":\"b\"}\n", ["a", "b"]),
    ("[\n{\"description\":\"a\"}\n]\n", ["a"]),
    ("[urgent] call", ["[urgent] call"]),
    ("{call} mum", ["{call} mum"]),
    ("[10] call", ["[10] call"]),
    (#"[{"line":"(B) ours","uuid":"11111111-1111-4111-8111-111111111111","id":1}]"#, ["(B) ours"]),
  ]

  @Test(arguments: formats) func aFormatIsFoundByContent(_ row: (text: String, lines: [String])) {
    let list = ForeignList(row.text)
    #expect(list.words == [])
    #expect(list.lines == row.lines)
  }
}
