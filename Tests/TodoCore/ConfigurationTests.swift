import Foundation
import Support
import Testing
import TodoCore
import TodoTxt

struct ConfigurationTests {
  private func read(_ text: String) throws -> Configuration {
    try Configuration(parsing: Array(text.utf8), home: "/home/me")
  }

  private func problems(_ bytes: [UInt8]) -> [String] {
    do throws(BadConfiguration) {
      _ = try Configuration(parsing: bytes, home: "/home/me")
      return []
    } catch { return error.problems.map(\.description) }
  }

  @Test func anEmptyFileHasTheDefaults() throws {
    let configuration = try read("")
    #expect(configuration == Configuration(home: "/home/me"))
    #expect(configuration.todo == "/home/me/todo.txt")
    #expect(configuration.donePath == "/home/me/done.txt")
    #expect(configuration.reminders == ReminderSettings())
  }

  @Test func valuesAreTakenFromTheirSections() throws {
    let configuration = try read(
      """
      [File]
      Todo = ~/Sync/tasks.txt
      CreationDate=no
      [Reminders]
      DayStart=Mon-Fri 8:30, Sat-Sun 10:30
      Evening=no
      Lead=15min, 1h 30min, 1d
      LeadDays=1, 1w
      LeadB=1d, 2h
      LeadC=no
      QuietHours=Sun-Thu 22:00-07:00, Fri-Sat 23:30-09:00
      QuietExcept=A, C
      OnRemind=~/bin/ring --to "my phone" 'a\\b'
      [Popups]
      Critical=A
      Sound=message-new-instant
      Text=title
      Limit=6
      [Daemon]
      LogLevel=debug
      [Views]
      home=@home or +house
      """)
    let reminders = configuration.reminders
    #expect(configuration.todo == "/home/me/Sync/tasks.txt")
    #expect(configuration.donePath == "/home/me/Sync/done.txt")
    #expect(configuration.creationDates == .no)
    #expect(reminders.dayStart[weekday: 5] == TimeOfDay(hour: 8, minute: 30))
    #expect(reminders.dayStart[weekday: 6] == TimeOfDay(hour: 10, minute: 30))
    #expect(reminders.evening == nil)
    #expect(reminders.leads == [900, 5400, 86_400])
    #expect(reminders.leadDays == [1, 7])
    #expect(reminders.leadsByPriority[try #require(Priority(UInt8(ascii: "B")))] == [.days(1), .seconds(7200)])
    #expect(reminders.leadsByPriority[try #require(Priority(UInt8(ascii: "C")))] == [])
    #expect(reminders.quietHours?[weekday: 7]?.to == TimeOfDay(hour: 7, minute: 0))
    #expect(reminders.quietHours?[weekday: 5]?.from == TimeOfDay(hour: 23, minute: 30))
    #expect(reminders.quietExcept == .priorities(Set("AC".utf8.compactMap(Priority.init))))
    #expect(configuration.onRemind == ["/home/me/bin/ring", "--to", "my phone", "a\\b"])
    #expect(configuration.critical.map(\.description) == ["A"])
    #expect(configuration.sound == "message-new-instant")
    #expect(configuration.popupText == .title)
    #expect(reminders.openLimit == 6)
    #expect(configuration.logLevel == .debug)
    #expect(configuration.views == [View(name: "home", query: "@home or +house")])
  }

  @Test func theSyntaxIsSystemds() throws {
    let configuration = try read(
      """
      \u{FEFF}# comment
        ; comment
      [Reminders]\r
      Lead=5min,\\
      # a comment in between
         10min
      Lead = 20min, \\
        30min
      Evening=19:00
      Evening=
      GroupAbove=1
      GroupAbove=2\r
      [Views]
      a=one
      a=two # not a comment
      b=three
      b=
      [Popups]
      Open=view \\
      """)
    #expect(configuration.reminders.leads == [1200, 1800])
    #expect(configuration.reminders.evening == TimeOfDay(hour: 18, minute: 0))
    #expect(configuration.reminders.groupAbove == 2)
    #expect(configuration.views == [View(name: "a", query: "two # not a comment")])
    #expect(configuration.open == ["view"])
  }

  /// A text that cannot be followed, and what is said about it.
  private static let refused: [(text: String, said: String)] = [
    ("Lead=1h", "line 1: Lead= stands above the first section"),
    ("\n[Remindres]\nLed=1", "line 2: there is no section [Remindres]; did you mean [Reminders]?"),
    (
      "[Colours]", "line 1: there is no section [Colours]; expected one of [File] [Reminders] [Popups] [Daemon] [Views]"
    ),
    ("[File]\nTodoo=/x", "line 2: [File] has no key Todoo=; did you mean Todo=?"),
    ("[File]\ntodo=/x", "line 2: [File] has no key todo=; did you mean Todo=?"),
    ("[File]\nLead=1h", "line 2: [File] has no key Lead=; it belongs to [Reminders]"),
    ("[File]\nXylophone=1", "line 2: [File] has no key Xylophone="),
    ("[File]\nTodo", "line 2: 'Todo' is neither a [Section] nor Key=value"),
    ("[File]\n=x", "line 2: '=x' is neither a [Section] nor Key=value"),
    ("[File]\nTodo=todo.txt", "line 2: Todo=todo.txt: expected an absolute path, or one that begins with '~/'"),
    ("[File]\nCreationDate=maybe", "line 2: CreationDate=maybe: expected 'auto', 'yes' or 'no'"),
    ("[File]\nMinimumTitle=-1", "line 2: MinimumTitle=-1: expected a number from 0 to 1000"),
    ("[Reminders]\nLead=1h,\\\n  soon", "line 2: Lead=1h, soon: expected spans such as '15min, 1h'"),
    ("[Reminders]\nLead=15", "line 2: Lead=15: expected spans"),
    ("[Reminders]\nAgain=10s", "line 2: Again=10s: expected spans such as '15min, 1h', each at least 1min, or 'no'"),
    ("[Reminders]\nMaxLate=99999999999999999999d", "line 2: MaxLate=99999999999999999999d: expected a span"),
    ("[Reminders]\nMaxLate=4000d", "line 2: MaxLate=4000d: expected a span"),
    ("[Reminders]\nLeadDays=1h", "line 2: LeadDays=1h: expected days such as '1d, 1w', or 'no'"),
    ("[Reminders]\nLeadA=0", "line 2: LeadA=0: expected leads such as '1d, 2h', or 'no'"),
    (
      "[Reminders]\nDayStart=Mon-Frx 9:00",
      "line 2: DayStart=Mon-Frx 9:00: expected a time such as '09:00', or 'Mon-Fri"
    ),
    ("[Reminders]\nDayStart=25:00", "line 2: DayStart=25:00: expected a time"),
    ("[Reminders]\nEvening=late", "line 2: Evening=late: expected a time such as '18:00', or 'no'"),
    ("[Reminders]\nQuietHours=22:00", "line 2: QuietHours=22:00: expected hours such as '22:00-07:00'"),
    ("[Reminders]\nAgainHours=8-", "line 2: AgainHours=8-: expected hours"),
    ("[Reminders]\nQuietExcept=a", "line 2: QuietExcept=a: expected 'timed', 'none', or priorities such as 'A'"),
    ("[Reminders]\nRing=perhaps", "line 2: Ring=perhaps: expected 'yes' or 'no'"),
    ("[Reminders]\nOnRemind=\"x", "line 2: OnRemind=\"x: expected a program found in PATH"),
    ("[Reminders]\nOnRemind=bin/x", "line 2: OnRemind=bin/x: expected a program found in PATH"),
    ("[Popups]\nText=some", "line 2: Text=some: expected 'full', 'title' or 'none'"),
    ("[Popups]\nLimit=0", "line 2: Limit=0: expected a number from 1 to 100"),
    ("[Popups]\nSound=a b", "line 2: Sound=a b: expected a name of the sound theme"),
    ("[Popups]\nCritical=AB", "line 2: Critical=AB: expected priorities such as 'A' or 'A, B', or 'no'"),
    ("[Daemon]\nLogLevel=loud", "line 2: LogLevel=loud: expected 'error', 'warning', 'notice', 'info' or 'debug'"),
    ("[Views]\nmy view=x", "line 2: my view=x: expected a name of letters"),
  ]

  @Test func badLinesAreNamedWithWhatWasExpected() {
    for (text, said) in ConfigurationTests.refused {
      let problems = problems(Array(text.utf8))
      #expect(problems.count == 1, "\(text)")
      #expect(problems.first?.hasPrefix(said) == true, "\(text) -> \(problems)")
    }
  }

  @Test func everyProblemIsToldAtOnce() {
    let bytes = Array("[File]\nX=1\n".utf8) + [0xFF, 0x0A] + Array("[Popups]\nLimit=x\na\u{0}b".utf8)
    #expect(problems(bytes).map { $0.prefix(7) } == ["line 2:", "line 3:", "line 5:", "line 6:"])
  }

  @Test func whatIsPrintedReadsAsTheSame() throws {
    let text = """
      [File]
      Todo=/srv/a b.txt
      [Reminders]
      DayStart=Mon 07:00, Wed-Thu 08:15
      Evening=no
      Again=no
      AgainHours=00:00-24:00
      MaxLate=1d 1h 1s
      LeadA=no
      LeadZ=1w, 36h
      QuietHours=Fri-Mon 22:00-07:00
      QuietExcept=none
      OnRemind=ring "" "a \\" b" c\\ d
      [Popups]
      Critical=B, A
      [Daemon]
      Socket=~/s
      [Views]
      x=a = b
      """
    var configuration = try read(text)
    let printed = configuration.printed()
    // The usual place of the done file is spelled out.
    configuration.done = "/srv/done.txt"
    #expect(try read(printed) == configuration, "\(printed)")
    #expect(try read(printed).printed() == printed)
    #expect(printed.contains("\nDone=/srv/done.txt\n"))
  }

  @Test func onlyThePathsAndTheSocketNeedARestart() throws {
    let old = try read("")
    #expect(old.restartKeys(to: try read("[Reminders]\nRing=no\n[File]\nDone=/home/me/done.txt")) == [])
    #expect(old.restartKeys(to: try read("[File]\nTodo=/t/x\n[Daemon]\nSocket=/s")) == ["Todo", "Done", "Socket"])
  }

  @Test func anyBytesAreReadOrRefusedWithALineNumber() {
    var generator = Seeded()
    let alphabet = Array("[]=#;\\\n\r \tFileTodo~/.0123456789:,-\u{0}\"'".utf8) + [0xC3, 0xFF]
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).count
      do throws(BadConfiguration) { _ = try Configuration(parsing: bytes, home: "/home/me") } catch {
        #expect(!error.problems.isEmpty, "seed \(generator.seed)")
        #expect(error.problems.allSatisfy { (1...lines).contains($0.line) }, "seed \(generator.seed)")
      }
    }
  }
}

/// The sample file and the manual, compared with the code both ways.
struct ConfigurationSampleTests {
  private let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func lines(_ path: String) throws -> [String] {
    try String(contentsOf: top.appendingPathComponent(path), encoding: .utf8).components(separatedBy: "\n")
  }

  /// `[Section]Key` for each key that the sample has, commented out, with its value.
  private func sample() throws -> [String: String] {
    var section = ""
    var keys: [String: String] = [:]
    for line in try lines("config/todod.conf") {
      if line.hasPrefix("[") { section = line }
      guard let match = line.wholeMatch(of: /#([A-Za-z]+)=(.*)/) else { continue }
      #expect(keys.updateValue(String(match.2), forKey: section + match.1) == nil, "\(line) stands twice")
    }
    return keys
  }

  /// All letters are alike: A stands for them.
  private func isOtherLetter(_ key: ConfigurationKey) -> Bool { key.name.contains(/^Lead[B-Z]$/) }

  @Test func theSampleHasEveryKeyWithItsDefault() throws {
    let sample = try sample()
    // With this home paths come out as they were written.
    let defaults = Configuration(home: "~")
    for key in ConfigurationKey.all where !isOtherLetter(key) {
      #expect(sample["[\(key.section)]\(key.name)"] == key.write(defaults), "\(key.name)")
    }
    let known = Set(ConfigurationKey.all.map { "[\($0.section)]\($0.name)" })
    #expect(sample.keys.filter { !known.contains($0) && !$0.hasPrefix("[Views]") }.isEmpty)
  }

  @Test func theSampleWithoutItsCommentsIsTheDefaultConfiguration() throws {
    let text = try lines("config/todod.conf").map { line in
      line.contains(/^#[A-Za-z]+=/) ? String(line.dropFirst()) : line
    }.joined(separator: "\n")
    var configuration = try Configuration(parsing: Array(text.utf8), home: "/home/me")
    #expect(configuration.views.count == 1)
    configuration.views = []
    #expect(configuration == Configuration(home: "/home/me"))
  }

  @Test func eachKeyOfTheSampleIsExplained() throws {
    let lines = try lines("config/todod.conf")
    for (before, line) in zip(lines, lines.dropFirst()) where line.contains(/^#[A-Za-z]+=/) {
      #expect(before.hasPrefix("# "), "\(line)")
    }
    #expect(lines.allSatisfy { $0.utf8.count <= 120 })
  }

  @Test func theManualNamesEveryKey() throws {
    let manual = try lines("config/man/todod.conf.5")
    let named = Set(manual.compactMap { $0.wholeMatch(of: /\.It Cm ([A-Za-z]+) Ns =.*/).map { String($0.1) } })
    let known = Set(ConfigurationKey.all.filter { !isOtherLetter($0) }.map(\.name))
    #expect(named == known)
    for section in ConfigurationKey.sections { #expect(manual.contains(".Ss [\(section)]"), "\(section)") }
  }
}
