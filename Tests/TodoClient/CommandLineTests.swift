import Testing
import TodoClient
import TodoProtocol

/// What a command line asks the daemon.
struct CommandLineTests {
  static let requests: [(line: [String], request: String)] = [
    (["add", "Call", "mum", "due:fri", "at:9am", "+family"], "add\tCall mum due:fri at:9am +family"),
    (["a", "Buy  milk"], "add\tBuy  milk"),
    (["add", "Buy", "--due", "fri"], "add\tBuy due:fri"),
    (["add", "--due", "fri 9am", "Buy"], "add\tBuy due:fri-9am"),
    (["add", "--due=2026-01-05 17:30", "Buy"], "add\tBuy due:2026-01-05-17:30"),
    (["add", "--due", "17:30", "Buy"], "add\tBuy due:17:30"),
    (["add", "Buy", "--at", "9"], "add\tBuy at:9"),
    (["add", "Buy", "--at", "1730", "--due", "+3d"], "add\tBuy due:+3d at:1730"),
    (["add", "-p", "high", "Buy"], "add\t(A) Buy"),
    (["add", "--priority", "b", "Buy", "--top"], "add top=1\t(B) Buy"),
    (["add", "--every", "month", "Rent", "--due", "eom"], "add\tRent due:eom rec:+1m"),
    (["add", "--every", "2 weeks", "Bins"], "add\tBins rec:+2w"),
    (["add", "--every", "weekday", "Stretch"], "add\tStretch rec:+1b"),
    (["add", "--every", "other week", "Bins"], "add\tBins rec:+2w"),
    (["add", "--every", "3mo", "Bins"], "add\tBins rec:+3m"),
    (["add", "--every", "quarter", "Bins"], "add\tBins rec:+3m"),
    (["add", "--every", "mon", "Bins", "--at", "9"], "add\tBins due:mon at:9 rec:+1w"),
    (["add", "Buy", "--due", "next friday 9 pm"], "add\tBuy due:next-friday-9-pm"),
    (["add", "Buy", "--due", "2026-01-05T17:30"], "add\tBuy due:2026-01-05T17:30"),
    (["add", "Buy", "due:next friday 9am", "+a"], "add\tBuy due:next-friday-9am +a"),
    (["add", "Buy", "due:next", "friday"], "add\tBuy due:next friday"),
    (["add", "due:fri is a word"], "add\tdue:fri is a word"),
    (["remind", "20min", "tea"], "add\ttea due:in-20min"),
    (["remind", "in", "20", "min", "tea"], "add\ttea due:in-20-min"),
    (["remind", "3m", "tea"], "add\ttea due:in-3m"),
    (["remind", "at", "5pm", "call", "Bob"], "add\tcall Bob due:at-5pm"),
    (["remind", "me", "tomorrow", "9am", "Pay", "rent"], "add\tPay rent due:tomorrow-9am"),
    (["remind", "5 dec 17:30 Buy  cake"], "add\tBuy  cake due:5-dec-17:30"),
    (["remind", "tonight", "-p", "a", "Read"], "add\t(A) Read due:tonight"),
    (["remind", "9am", "--every", "mon", "Swim"], "add\tSwim due:mon-9am rec:+1w"),
    (["remind", "sat", "sun", "cream"], "add\tsun cream due:sat"),
    (["add", "--", "--due", "-p", "x"], "add\t--due -p x"),
    (["add", "-5", "degrees"], "add\t-5 degrees"),
    (["list"], "list rows=plain\t"),
    (["ls", "+family", "-work", "due:..fri"], "list rows=plain\t+family -work due:..fri"),
    (["list", "--sort", "due,-pri", "milk"], "list sort=due,-pri rows=plain\tmilk"),
    (["list", "--sort", "due"], "list sort=due rows=plain\t"),
    (["lsa"], "list rows=plain\tall"),
    (["lsp", "+home"], "list rows=plain\tpri:A..Z +home"),
    (["completed"], "list rows=plain\tdone"),
    (["done", "3", "5", "7-9"], "done 3 5 7-9"),
    (["do", "3,5", ":12", "last"], "done 3 5 :12 last"),
    (["done", "rung"], "done rung"),
    (["17", "done"], "done 17"),
    (["3", "5", "pri", "a"], "set 3 5\tpri:A"),
    (["done", "--where", "+family overdue"], "done where +family overdue"),
    (["undone", "17"], "undone 17"),
    (["rm", "17", "--yes"], "remove 17"),
    (["restore", "17"], "restore 17"),
    (["restore", "--file"], "restore file"),
    (["restore", "--version", "s812"], "restore s812"),
    (["restore", "--version=r118"], "restore r118"),
    (["trash"], "trash limit=20"),
    (["trash", "milk", "s8"], "trash where milk s8"),
    (["trash", "17", "--limit", "1"], "trash limit=1 17"),
    (["history", "--print", "s812"], "version s812"),
    (["accept"], "accept"),
    (["undo"], "undo"),
    (["undo", "s812"], "undo s812"),
    (["undo", "812"], "undo s812"),
    (["redo"], "redo"),
    (["redo", "s812"], "redo s812"),
    (["history"], "history limit=20"),
    (["log", "--limit", "5"], "history limit=5"),
    (["history", "--limit=all"], "history"),
    (["history", "s812"], "history s812"),
    (["history", "3", "7-9", "last"], "history 3 7-9 last"),
    (["history", "17", "--limit", "1"], "history limit=1 17"),
    (["history", "call", "-work", "+a"], "history where call -work +a"),
    (["history", "--where", "17"], "history where 17"),
    (["set", "17", "18", "due:fri", "at:", "+a", "-+b"], "set 17 18\tdue:fri at: +a -+b"),
    (["mod", "17", "due:fri +a"], "set 17\tdue:fri +a"),
    (["set", "--where", "+a", "pri:"], "set where +a\tpri:"),
    (["due", "22", "tomorrow"], "set 22\tdue:tomorrow"),
    (["due", "22", "fri", "9am"], "set 22\tdue:fri-9am"),
    (["due", "22", "2026-03-01 17:30"], "set 22\tdue:2026-03-01-17:30"),
    (["due", "22", "next", "friday", "9am"], "set 22\tdue:next-friday-9am"),
    (["due", "22", "5", "dec"], "set 22\tdue:5-dec"),
    (["due", "22", "9", "pm"], "set 22\tdue:9-pm"),
    (["due", "22", "in", "2h"], "set 22\tdue:in-2h"),
    (["due", "22", "17:30"], "set 22\tdue:17:30"),
    (["set", "22", "due:next", "friday", "17:30", "+a"], "set 22\tdue:next-friday-17:30 +a"),
    (["set", "22", "due:in 2 hours"], "set 22\tdue:in-2-hours"),
    (["append", "22", "due:next friday"], "append 22\tdue:next-friday"),
    (["due", "22", "none"], "set 22\tdue: at:"),
    (["due", "--where", "overdue", "today"], "set where overdue\tdue:today"),
    (["pri", "17", "medium"], "set 17\tpri:B"),
    (["depri", "17"], "set 17\tpri:"),
    (["append", "3", "5", "minutes"], "append 3\t5 minutes"),
    (["prep", "last", "Soon:"], "prepend last\tSoon:"),
    (["replace", "3", "(A) new due:fri"], "replace 3\t(A) new due:fri"),
    (["reorder", "3", "top"], "reorder 3 top"),
    (["reorder", "3", "after", ":1"], "reorder 3 after :1"),
    (["mv", "3", "4", "someday.txt"], "move 3 4\tsomeday.txt"),
    (["sort"], "sort"),
    (["sort", "due,-pri"], "sort due,-pri"),
    (["archive"], "archive"),
    (["show", "17"], "get 17"),
    (["17"], "get 17"),
    (["3", "7-9"], "get 3 7-9"),
    (["agenda"], "agenda"),
    (["agenda", "5"], "agenda 5"),
    (["next"], "next"),
    (["snooze", "17"], "snooze 17"),
    (["snooze", "3", "5", "7-9", "10min"], "snooze 3 5 7-9\t10min"),
    (["snooze", "last", "fri", "9am"], "snooze last\tfri 9am"),
    (["snooze", "17", "20", "aug"], "snooze 17\t20 aug"),
    (["snooze", "17", "5", "dec", "2027"], "snooze 17\t5 dec 2027"),
    (["snooze", "3", "5", "10", "min"], "snooze 3 5\t10 min"),
    (["snooze", "17", "1", "hour"], "snooze 17\t1 hour"),
    (["snooze", "12", "may", "5"], "snooze 12\tmay 5"),
    (["snooze", "rung", "17:30"], "snooze rung\t17:30"),
    (["snooze", "17", "at", "17"], "snooze 17\tat 17"),
    (["snooze", "--where", "overdue +work", "tomorrow"], "snooze where overdue +work\ttomorrow"),
    (["snooze", "--where", "overdue"], "snooze where overdue\t"),
    (["snooze", ":4", "3h"], "snooze :4\t3h"),
    (["17", "snooze", "tonight"], "snooze 17\ttonight"),
    (["dismiss", "rung"], "dismiss rung"),
    (["resolve", "17", "keep"], "resolve 17 keep"),
    (["resolve", "3", "5-7", "drop"], "resolve 3 5-7 drop"),
    (["resolve", "--where", "mark:clash +work", "both"], "resolve where mark:clash +work both"),
    (["skip", "3", "5"], "skip 3 5"),
    (["pause", "2h"], "pause\t2h"),
    (["pause", "+work", "until", "20", "aug"], "pause\t+work until 20 aug"),
    (["pause", "toggle"], "pause\ttoggle"),
    (["pause", "-work", "on"], "pause\t-work on"),
    (["resume"], "resume"),
    (["unpause", "+work"], "resume\t+work"),
    (["missed"], "missed"),
    (["why", "last"], "why last"),
    (["projects"], "projects"),
    (["count", "overdue"], "list rows=plain\toverdue"),
    (["views"], "views"),
    (["lsc", "done"], "contexts\tdone"),
    (["status"], "status"),
    (["reload"], "reload"),
    (["test"], "test"),
    (["ping"], "ping"),
    (["watch"], "watch tasks,reminders\tall"),
    (["watch", "+a"], "watch tasks,reminders\t+a"),
    (["--json", "list"], "list"),
    (["--color", "never", "list"], "list rows=plain\t"),
  ]

  @Test(arguments: requests)
  func aCommandLineBecomesARequest(line: [String], request: String) {
    let world = World()
    // A watch ends when the connection does; every other command by itself.
    #expect(world.run(line) == (line.first == "watch" ? 3 : 0), "\(world.complaints)")
    #expect(world.sent == [request])
  }

  @Test func everyCommandIsAmongTheLinesTried() {
    let tried = Set(Self.requests.flatMap(\.line))
    let elsewhere: Set = ["init", "help", "import", "export", "doctor", "edit", "request"]
    for row in CommandTable.rows where !elsewhere.contains(row.name) {
      #expect(tried.contains(row.name) || row.aliases.contains { tried.contains($0.name) }, "\(row.name)")
    }
  }

  @Test func foreignFormatsAreLeftToTheirProgram() {
    for line in [
      ["import", "--dry-run", "tasks.json"], ["--socket", "s", "import", "-"], ["export", "--json", "+a"],
    ] {
      let world = World()
      #expect(world.run(line) == 0)
      #expect(world.exchanged == line)
      #expect(world.sent == [])
    }
  }

  @Test func severalStepsAreTakenBackInTheOrderTheyAreNamed() {
    let world = World()
    #expect(world.run(["undo", "s14", "13"]) == 0)
    #expect(world.sent == ["undo s14", "undo s13"])
  }

  @Test func bareTodoctlAsksThreeThingsAtOnce() {
    let world = World()
    #expect(world.run([]) == 0)
    #expect(world.sent == ["list\tdue:..tomorrow", "next", "status"])
    #expect(world.rounds == 1)
  }

  @Test(arguments: [
    (["lits"], "'lits' is no command: did you mean 'todoctl list'?"),
    (["dnoe", "3"], "'dnoe' is no command: did you mean 'todoctl done'?"),
    (["frobnicate"], "'frobnicate' is no command: 'todoctl --help' lists them; to add a task say 'todoctl add ...'"),
    (["restart"], "'restart' is systemd's: systemctl --user restart todod"),
    (["done"], "no task is named: say an id (3), a range (7-9), a line (:12), last, rung or --where QUERY"),
    (["done", "call", "mum"], "'call' is no id: words that name a task are one argument: 'call mum'"),
    (["done", "3", "mum"], "'mum' is no id: words that name a task are one argument: 'call mum'"),
    (["done", "3", "--where", "x"], "'--where' and '3' do not mix: \(Self.usage("done"))"),
    (["done", "-", "3"], "'-' stands alone: \(Self.usage("done"))"),
    (["done", " "], "an empty word names no task: \(Self.usage("done"))"),
    (["list", "--due", "fri"], "there is no option '--due' here: after '--' every word is taken as it is"),
    (
      ["add", "x", "--due"],
      "--due needs a value: when it is due: today, fri, +3d, 'next friday 9am', 'in 2h', '2026-12-05 17:30'"
    ),
    (["list", "--json=1"], "--json takes no value"),
    (["add", "x", "--due", "next fryday"], "'fryday' in 'next fryday' is not understood: did you mean friday?"),
    (
      ["add", "x", "--due", "9am 10am"],
      "'9am 10am' is not understood: say a date: 2026-03-01, today, tomorrow, fri or +3d"
    ),
    (
      ["add", "x", "--due", "fri 9am", "--at", "10am"], "'fri 9am' and '--at 10am' are two times: \(Self.usage("add"))"
    ),
    (["add", "x", "--at", "soon"], "'soon' is not understood: say a time: 17:30, 0900, 9am"),
    (["add", "x due:fri", "--due", "sat"], "'due:fri' is a second date: \(Self.usage("add"))"),
    (["due", "22", "tomorow"], "'tomorow' is not understood: did you mean tomorrow?"),
    (["due", "22", "3d"], "'3d' is not understood: did you mean +3d?"),
    (
      ["remind"],
      "when and what are missing: remind 20min tea, remind at 5pm call Bob, remind tomorrow 9am Pay rent"
    ),
    (
      ["remind", "fri"],
      "what to remind of is missing: remind 20min tea, remind at 5pm call Bob, remind tomorrow 9am Pay rent"
    ),
    (
      ["remind", "call", "Bob"],
      "'call' is not understood as when: remind 20min tea, remind at 5pm call Bob, remind tomorrow 9am Pay rent"
    ),
    (["remind", "next", "fryday", "x"], "'fryday' is not understood as when: did you mean friday?"),
    (["remind", "20", "teas"], "'20' may be minutes or an hour: say 20min or 20:00"),
    (["remind", "fri", "call", "due:sat"], "'due:sat' is a second date: \(Self.usage("remind"))"),
    (["add", "x", "-p", "AA"], "'AA' is no priority: A to Z, or high, medium, low"),
    (["add", "x", "--every", "moon"], "'moon' is no time span: day, weekday, 2 weeks, month, year or mon,wed"),
    (["add", "x", "--every", "2 weaks"], "'weaks' is no time span: did you mean weeks?"),
    (["add", "x", "--every", "mon,wedd"], "'wedd' is no weekday: mon,wed,fri"),
    (["add", "x", "--every", "20min"], "'min' is no time span: day, weekday, 2 weeks, month, year or mon,wed"),
    (["add", "x", "--every", "0 days"], "'0 days' is no time span: 1 to 99999 days, weeks, months or years"),
    (
      ["add", "x", "--every", "99999 quarters"],
      "'99999 quarters' is no time span: 1 to 99999 days, weeks, months or years"
    ),
    (["add", "x", "--every", "mon", "--due", "fri"], "'--every mon' and 'fri' are two days: \(Self.usage("add"))"),
    (["add", "two\nlines"], "a task is one line: several lines go through a pipe: todoctl add -"),
    (["add", " "], "the text is empty: \(Self.usage("add"))"),
    (["set", "17"], "the change is missing: \(Self.usage("set"))"),
    (["set", "17", "soon"], "'soon' is no change: key:value, key:, +tag, @tag, -+tag or pri:A"),
    (["due", "17"], "the date is missing: \(Self.usage("due"))"),
    (["pri", "17"], "the priority is missing: \(Self.usage("pri"))"),
    (["pri", "17", "1"], "'1' is no priority: A to Z, or high, medium, low"),
    (["append", "17"], "the text is missing: a task, then the words"),
    (["reorder", "17", "up"], "'up' is no place: todoctl reorder 17 top, or todoctl reorder 17 after 3"),
    (["move", "17"], "the file is missing: \(Self.usage("move"))"),
    (
      ["resolve", "17"],
      "what becomes of it is missing: keep: it stays and its twin goes; drop: it goes; both: both are tasks from now on"
    ),
    (["history", "--limit", "0"], "'0' is no number from 1: or all"),
    (["restore", "--version", "812"], "'812' is no version: r118 or s812, as 'todoctl history' names them"),
    (["restore", "--version", "s8", "3"], "'3' is one word too many: \(Self.usage("restore"))"),
    (["undo", "s"], "'s' is no step such as s812: \(Self.usage("undo"))"),
    (["undo", "s1", "two"], "'two' is no step such as s812: \(Self.usage("undo"))"),
    (["import"], "the file is missing: todoctl import FILE, or - for the input"),
    (["import", "a", "b"], "'b' is one word too many: \(Self.usage("import"))"),
    (["export", "--todo.txt", "--taskwarrior"], "--todo.txt and --taskwarrior are two formats: say one"),
    (["agenda", "many"], "'many' is no number from 1: \(Self.usage("agenda"))"),
    (["list", "--color", "blue"], "'blue' is no choice of '--color': always, never or auto"),
    (["list", "--dates", "short"], "'short' is no way to write dates: long or iso"),
    (["help", "fly"], "'fly' is no command: 'todoctl --help' lists them"),
  ])
  func aBadCommandLineIsRefusedWithAHint(line: [String], words: String) {
    let world = World()
    #expect(world.run(line) == 2)
    #expect(world.complaints == "todoctl: \(words)\n")
    #expect(world.output.isEmpty)
  }

  private static func usage(_ name: String) -> String {
    let usage = CommandTable.find(name)?.row.usage ?? ""
    return usage.count <= 60 ? usage : "todoctl help \(name)"
  }

  @Test func withJSONAnErrorIsOneObject() {
    let world = World()
    #expect(world.run(["lits", "--json"]) == 2)
    #expect(
      world.complaints
        == #"{"error":{"code":2,"name":"bad-request","message":"'lits' is no command","hint":"did you mean 'todoctl list'?"}}"#
        + "\n")
  }

  @Test func everyCommandHasHelpWithItsExampleAndOptions() throws {
    for row in CommandTable.rows {
      let world = World()
      #expect(world.run([row.name, "--help"]) == 0)
      #expect(world.output == (try HelpText.command(row.name)))
      #expect(
        world.output.hasPrefix(row.usage) && world.output.contains(row.help) && world.output.contains(row.example))
      for flag in row.flags { #expect(world.output.contains("--\(flag.rawValue)")) }
      for alias in row.aliases { #expect(CommandTable.find(alias.name)?.row.name == row.name) }
      #expect(HelpText.all.contains("  \(row.name)"))
    }
    let names = CommandTable.rows.flatMap { [$0.name] + $0.aliases.map(\.name) }
    #expect(Set(names).count == names.count)
  }

  @Test func everyExampleIsACommandLineThatWorks() {
    for row in CommandTable.rows where !["init", "doctor", "edit", "request"].contains(row.name) {
      let words = row.example.split(separator: " ").dropFirst().map { String($0.filter { $0 != "'" }) }
      let world = World()
      #expect(world.run(words) == (row.name == "watch" ? 3 : 0), "\(row.example): \(world.complaints)")
    }
  }
}
