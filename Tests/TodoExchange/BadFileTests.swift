import Testing
import TodoCore
import TodoExchange

/// What is no file of tasks is told by entry, and all of it.
struct BadFileTests {
  static let cases: [(text: String, words: [String])] = [
    (
      "[{\"description\":\"a\"},{\"description\":\"b\"",
      ["entry 2: broken JSON in line 1, column 40: it ends in the middle"]
    ),
    (
      "[\n{\"description\":\"a\"},\n{\"description\" \"b\"}]",
      ["entry 2: broken JSON in line 3, column 16: '\"' is not what may stand here"]
    ),
    ("[{\"description\":\"a\"}] x", ["entry 2: broken JSON in line 1, column 23: 'x' is not what may stand here"]),
    ("[{\"description\":\"a\"},]", ["entry 2: broken JSON in line 1, column 22: ']' is not what may stand here"]),
    (
      "[{\"description\":\"a\nb\"}]",
      ["entry 1: broken JSON in line 1, column 19: a text has a control character or a line break"]
    ),
    (
      #"[{"description":"\q"}]"#,
      ["entry 1: broken JSON in line 1, column 18: a backslash and what follows it mean nothing"]
    ),
    (#"[{"description":"\uD800x"}]"#, ["entry 1: broken JSON in line 1, column 18: \\u names half a character"]),
    (#"[{"n":01}]"#, ["entry 1: broken JSON in line 1, column 7: this is no number"]),
    (#"[{"due":"","due":""}]"#, ["entry 1: broken JSON in line 1, column 12: 'due' stands twice"]),
    (
      "[{\"a\":" + String(repeating: "[", count: 100),
      ["entry 1: broken JSON in line 1, column 70: more than 64 lists in one another"]
    ),
    (#"[{"description":"a\nb"}]"#, ["entry 1 'a b': 'description' has a line break; a task is one line"]),
    (#"[{"description":"a\u001bb"}]"#, ["entry 1 'a\u{1B}b': 'description' has the control character U+001B"]),
    (#"[{"description":"a\u0085b"}]"#, ["entry 1 'a b': 'description' has the control character U+0085"]),
    (
      #"[{"description":"a","annotations":[{"description":"b\nc"}]}]"#,
      ["entry 1 'a': 'annotations' has a line break; a task is one line"]
    ),
    (#"[{"description":"  "}]"#, ["entry 1: has no text"]),
    (#"[{"status":"pending"}]"#, ["entry 1: has no 'description'"]),
    (#"[{"description":1}]"#, ["entry 1: 'description' should be a text"]),
    (#"[{"description":"a"},7]"#, ["entry 2: is no JSON object"]),
    (#"[{"description":"a","uuid":"17"}]"#, ["entry 1 'a': '17' is no uuid"]),
    (
      #"[{"description":"a","status":"lost"}]"#,
      ["entry 1 'a': the status 'lost' is unknown: pending, waiting, recurring, completed or deleted"]
    ),
    (
      #"[{"description":"a","due":"20260230T000000Z"},{"description":"b","wait":"99990000T000000Z"}]"#,
      [
        "entry 1 'a': '20260230T000000Z' in 'due' is no date from 1970 to 9998, such as 20260301T090000Z",
        "entry 2 'b': '99990000T000000Z' in 'wait' is no date from 1970 to 9998, such as 20260301T090000Z",
      ]
    ),
    (
      #"[{"description":"a","entry":"00010101T000000Z"}]"#,
      ["entry 1 'a': '00010101T000000Z' in 'entry' is no date from 1970 to 9998, such as 20260301T090000Z"]
    ),
    (
      #"[{"description":"a","due":"99991231T233000Z"}]"#,
      ["entry 1 'a': '99991231T233000Z' in 'due' is no date from 1970 to 9998, such as 20260301T090000Z"]
    ),
    ("milk\na\u{07}b\n", ["line 2 'a\u{07}b': 'text' has the control character U+0007"]),
    ("[1] milk\nbread\n", ["line 2 'bread': is no line of calcurse's, such as '[1] text'"]),
    ("[1] milk\n[1] \n", ["line 2 '[1]': has no text"]),
    (
      "BEGIN:VCALENDAR\nVERSION:2.0\n",
      ["this is iCalendar, which import does not read; calcurse keeps its todos in its file 'todo'"]
    ),
  ]

  @Test(arguments: cases) func itIsNamed(_ row: (text: String, words: [String])) {
    #expect(ForeignList(row.text).words == row.words)
  }

  @Test func bytesThatAreNotUTF8AreNamedByLine() {
    let latin1 = ForeignList(reading: Array("milk\ngr".utf8) + [0xFC, 0x6E, 0x0A], zone: .utc) { _ in nil }
    #expect(latin1.words == ["line 2: is not UTF-8 (convert the file with iconv)"])
    let json = ForeignList(reading: Array("[{\"description\":\"".utf8) + [0xFC] + Array("\"}]".utf8), zone: .utc) { _ in
      nil
    }
    #expect(json.words == ["line 1: is not UTF-8 (convert the file with iconv)"])
    let utf16 = ForeignList(reading: [0xFF, 0xFE, 0x61, 0x00], zone: .utc) { _ in nil }
    #expect(utf16.words == ["the file is UTF-16, not UTF-8: convert it with iconv -f UTF-16 -t UTF-8"])
  }
}
