import Testing
import TodoClient

/// How lists are shaped: formats, marks, clocks, widths, and what is said when there is nothing.
struct ListingTests {
  private static let row = """
    - 17 uuid=018f0000-0000-7000-8000-000000000001 ln=4 at=2026-01-05T09:00:00+01:00 next=2026-01-05T09:00:00+01:00 urgency=7.2 \
    overdue=1\t(A) 2026-01-01 Call mum @phone +family due:2026-01-05 at:0900 rec:1w
    OK rev=1 n=1
    """

  private func list(
    _ arguments: [String], _ script: [String] = [row], isTerminal: Bool = false, columns: Int? = nil,
    _ environment: [String: String] = [:]
  ) -> World {
    let world = World()
    (world.isTerminal, world.columns, world.script) = (isTerminal, columns, script)
    world.environment.merge(environment) { $1 }
    _ = world.run(["list"] + arguments)
    return world
  }

  @Test(arguments: [
    (#"{id}\t{due}\t{text}"#, "17\t2026-01-05\tCall mum @phone +family due:2026-01-05 at:0900 rec:1w"),
    ("{line}", "(A) 2026-01-01 Call mum @phone +family due:2026-01-05 at:0900 rec:1w"),
    ("{title}", "Call mum"), ("{priority}{done}{created}{completed}", "A2026-01-01"),
    ("{projects} {contexts} {at} {key:rec} {key:none}", "family phone 09:00 1w "),
    (
      "{due_at} {next} {urgency} {overdue} {line_number}",
      "2026-01-05T09:00:00+01:00 2026-01-05T09:00:00+01:00 7.2 overdue 4"
    ),
    (#"\{{id}\} \\ {held}{snoozed}{blocked}{mark}{threshold}{rung_at}"#, #"{17} \ "#),
    (#"a\nb"#, "a\nb"), ("", ""), ("{uuid}", "018f0000-0000-7000-8000-000000000001"),
  ])
  func aFormatIsALineATask(template: String, line: String) {
    #expect(list(["--format", template]).output == line + "\n")
  }

  @Test(arguments: [
    ("{iid}", "there is no field '{iid}'"), ("{id", "'{' without '}' in '{id'"), (#"\q"#, "means nothing in a format"),
    (#"a\"#, "means nothing in a format"), ("{key:}", "there is no field '{key:}'"),
  ])
  func aFormatThatMakesNoSenseIsNamed(template: String, words: String) {
    let world = list(["--format", template])
    #expect(world.complaints.contains(words) && world.output.isEmpty && world.sent.isEmpty)
  }

  @Test func aFormatHasTheDatesThatAreAskedFor() {
    #expect(list(["--format", "{due}", "--dates", "long"]).output == "05 Jan 2026\n")
    #expect(list(["--format", "{due}"], isTerminal: true).output == "2026-01-05\n")
  }

  /// In a pipe bytes are what they are; on a terminal nothing in a task can move the cursor.
  @Test func aFormatOnATerminalIsClean() {
    let script = ["- 1\tred \u{1B}[31m +p\u{9B}x\nOK rev=1 n=1"]
    #expect(list(["--format", "{text}"], script).output == "red \u{1B}[31m +p\u{9B}x\n")
    #expect(list(["--format", "{text}"], script, isTerminal: true).output == "red \u{241B}[31m +p\u{FFFD}x\n")
    #expect(list(["--format", "{projects}"], script, isTerminal: true).output == "p\u{FFFD}x\n")
  }

  @Test func marksStandForTheFirstThreeLetters() {
    let rows = "- 1\t(A) a\n- 2\t(B) b\n- 3\t(C) c\n- 4\t(D) d\n- 5\te\nOK rev=1 n=5"
    #expect(
      list(["--priority", "marks"], [rows], isTerminal: true).output
        == "Priority\n 1  !!!  a\n 2  !!   b\n 3  !    c\n 4  D    d\n\nNo date\n 5       e\n")
    #expect(
      list(["--priority", "stars"]).complaints.contains("'stars' is no way to show priorities: letters or marks"))
  }

  @Test(arguments: [
    (["LC_TIME": "en_US.UTF-8"], "9am"), (["LANG": "en_US"], "9am"), (["LANG": "en_US", "LC_TIME": "en_GB"], "09:00"),
    (["LC_TIME": "de_DE.UTF-8"], "09:00"), (["LC_ALL": "C", "LC_TIME": "en_US"], "09:00"), ([:], "09:00"),
    (["LC_ALL": "", "LC_TIME": "en_US"], "9am"),
  ])
  func theClockIsThatOfTheLocale(environment: [String: String], time: String) {
    #expect(list([], isTerminal: true, environment).output.contains("today \(time)  Call mum"))
    #expect(list(["--dates", "iso"], isTerminal: true, environment).output.contains("2026-01-05 09:00"))
  }

  @Test func midnightAndNoonHaveTheirNames() {
    let rows =
      "- 1\ta due:2026-01-05 at:0000\n- 2\tb due:2026-01-05 at:1205\n- 3\tc due:2026-01-05 at:2359\nOK rev=1 n=3"
    let output = list([], [rows], isTerminal: true, ["LC_TIME": "en_US"]).output
    #expect(output.contains("today 12am") && output.contains("today 12:05pm") && output.contains("today 11:59pm"))
  }

  @Test func anAddressIsALinkWhereThereAreColours() {
    let script = ["- 1\tsee https://a.b/c?d=1 now\nOK rev=1 n=1"]
    let plain = list([], script, isTerminal: true)
    #expect(plain.output.contains("see https://a.b/c?d=1 now"))
    let world = list(["--color", "always"], script, isTerminal: true)
    #expect(
      world.output.contains("see \u{1B}]8;;https://a.b/c?d=1\u{1B}\\https://a.b/c?d=1\u{1B}]8;;\u{1B}\\ now"))
    let bad = list(["--color", "always"], ["- 1\thttps://a\u{7}b\nOK rev=1 n=1"], isTerminal: true)
    #expect(!bad.output.contains("]8;;"))
  }

  /// Words wrap under the text; no line is wider than the terminal unless one word is.
  @Test(arguments: [20, 21, 40, 79, 80, 120, 300])
  func noLineIsWiderThanTheTerminal(columns: Int) {
    let texts = [
      "Ein längerer Satz über Grüße und Gemüse in vielen kurzen Worten",
      "日本語 の 文 は 一 文字 で 二 桁 を 取る から 幅 を 数える こと", "e\u{301}a\u{308} ko\u{301}mbinie\u{301}rt a b c d e f g",
      "שלום עולם זה משפט קצר בעברית עם מילים", "one two three four five six seven eight nine ten eleven twelve",
    ]
    let rows = texts.enumerated().map { "- \($0.offset + 1)\t\($0.element)" }.joined(separator: "\n") + "\nOK rev=1 n=5"
    let output = list([], [rows], isTerminal: true, columns: columns).output
    let indent = 7
    for line in output.split(separator: "\n") where line.split(separator: " ").count > 2 {
      #expect(width(of: line) <= max(columns, indent + 20), "\(line)")
    }
    let words = output.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
    for text in texts { #expect(words.contains(text), "nothing is left out") }
  }

  /// Of the texts above: two columns from U+1100 on, none for the accents that combine.
  private func width(of line: Substring) -> Int {
    line.unicodeScalars.reduce(0) { $0 + ((0x300..<0x370).contains($1.value) ? 0 : $1.value >= 0x1100 ? 2 : 1) }
  }

  @Test func aCountIsANumber() {
    let world = World()
    world.script = ["- 1\ta\n- 2\tb\nOK rev=1 n=2"]
    #expect(world.run(["count", "+a"]) == 0 && world.output == "2\n" && world.sent == ["list rows=plain\t+a"])
    world.script = ["OK rev=1 n=0"]
    (world.output, world.sent) = ("", [])
    #expect(world.run(["--json", "count"]) == 0 && world.output == "{\"count\":0}\n")
  }

  @Test func theOrderOfAViewIsKept() {
    let rows = "- 2\tb due:2026-01-06\n- 1\ta due:2026-01-05\nOK rev=1 n=2"
    let sorted = list(["view:w"], [rows, "= w +a sort:-due\nOK n=1"], isTerminal: true)
    #expect(sorted.output == " 2     tomorrow  b\n 1     today     a\n" && sorted.rounds == 1)
    let grouped = list(["view:w"], [rows, "= w +a\nOK n=1"], isTerminal: true)
    #expect(grouped.output == "Today\n 1     today     a\n\nTomorrow\n 2     tomorrow  b\n")
  }

  @Test func viewsAreListed() {
    let world = World()
    world.script = ["= home @home or +house\n= week due:..+7d sort:due\nOK n=2"]
    #expect(world.run(["views"]) == 0 && world.output == "home\t@home or +house\nweek\tdue:..+7d sort:due\n")
    world.script = ["= home @home\nOK n=1"]
    world.output = ""
    #expect(world.run(["--json", "views"]) == 0 && world.output == "[{\"name\":\"home\",\"query\":\"@home\"}]\n")
    (world.isTerminal, world.output, world.script) = (true, "", ["OK n=0"])
    #expect(world.run(["views"]) == 0 && world.output.isEmpty && world.complaints.contains("[Views] of todod.conf"))
  }

  @Test(arguments: [
    ("+famly", "no open task has +famly: did you mean +family?"),
    ("@phne", "no open task has @phne: did you mean @phone?"),
    ("+zzz", "no open task has +zzz"), ("prio:A", "'prio:A' is searched for as it stands: did you mean pri:A?"),
    ("dues:fri", "did you mean due:fri?"), ("foo:bar", "'foo:bar' is searched for as it stands"),
    ("today", "did you mean due:today?"), ("Fri", "did you mean due:fri?"), ("overdu", "did you mean overdue?"),
    ("family", "did you mean +family?"), ("phone", "did you mean @phone?"),
  ])
  func anEmptyAnswerSaysWhatCouldHaveBeenMeant(query: String, hint: String) {
    let tags = ["= family 2\nOK n=1", "= phone 1\nOK n=1", "OK rev=1 n=0"]
    let world = list([query], ["OK rev=1 n=0"] + tags, isTerminal: true)
    #expect(world.output.isEmpty && world.complaints.contains("no task fits '\(query)'"), "\(world.complaints)")
    #expect(world.complaints.contains(hint), "\(world.complaints)")
  }

  @Test func anEmptyAnswerCountsWhatIsDone() {
    let world = list(["mum"], ["OK rev=1 n=0", "OK n=0", "OK n=0", "- 1\tx mum\nOK rev=1 n=1"], isTerminal: true)
    #expect(world.complaints == "todoctl: no task fits 'mum' (1 done or hidden: 'todoctl list all mum')\n")
    let none = ["OK rev=1 n=0", "OK n=0", "OK n=0", "OK rev=1 n=0"]
    let quiet = list(["-work", "or", "+OVERDUE"], none, isTerminal: true)
    #expect(quiet.complaints == "todoctl: no task fits '-work or +OVERDUE'\n")
    #expect(list(["mum"], ["OK rev=1 n=0"]).complaints.isEmpty, "in a pipe nothing is nothing")
  }
}
