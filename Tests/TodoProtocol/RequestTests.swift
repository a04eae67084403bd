import Support
import Testing
import TodoProtocol

struct RequestTests {
  private static let uuid = UUIDWord(high: 0x0123_4567_89ab_4cde, low: 0x8f01_2345_6789_abcd)

  /// A line, what it means, and whether it is written just so.
  static let understood: [(line: String, meaning: Request, isCanonical: Bool)] = [
    ("ping", Request(.ping), true),
    ("@1 ping", Request(.ping, tag: "1"), true),
    ("@a-b.c/9 status", Request(.status, tag: "a-b.c/9"), true),
    ("ping ", Request(.ping), false),
    ("hello", Request(.hello(nil)), true),
    ("hello todod 1.0", Request(.hello(.current)), true),
    ("hello 2.3", Request(.hello(ProtocolVersion(major: 2, minor: 3))), false),
    ("commands", Request(.commands), true),
    ("views", Request(.views), true),
    ("list", Request(.list(query: "", sort: nil)), true),
    ("list\t+family @phone", Request(.list(query: "+family @phone", sort: nil)), true),
    ("list +family @phone", Request(.list(query: "+family @phone", sort: nil)), false),
    ("list\tsort=due", Request(.list(query: "sort=due", sort: nil)), true),
    ("list a=b", Request(.list(query: "a=b", sort: nil)), false),
    ("list rows=plain\tx", Request(.list(query: "x", sort: nil, rows: .plain)), true),
    ("list rows=full\t", Request(.list(query: "", sort: nil)), false),
    ("list sort=due,pri\t", Request(.list(query: "", sort: "due,pri")), true),
    ("list sort=a%20b%25\tx", Request(.list(query: "x", sort: "a b%")), true),
    ("get 3 5 7-9 :12 last rung", Request(.get([.id(3), .id(5), .range(7, 9), .line(12), .last, .rung])), true),
    ("get where due:today +a", Request(.get([.matching("due:today +a")])), true),
    ("agenda", Request(.agenda(limit: nil)), true),
    ("agenda 5", Request(.agenda(limit: 5)), true),
    ("next", Request(.next), true),
    ("projects", Request(.projects(query: "")), true),
    ("contexts\tdone", Request(.contexts(query: "done")), true),
    ("add\tBuy \"AA\" \\ batteries x=1", Request(.add(text: bytes("Buy \"AA\" \\ batteries x=1"), top: false)), true),
    ("add Buy milk", Request(.add(text: bytes("Buy milk"), top: false)), false),
    ("add x=1 first", Request(.add(text: bytes("x=1 first"), top: false)), false),
    ("add top=1\tBuy\tmilk", Request(.add(text: bytes("Buy\tmilk"), top: true)), true),
    ("add top=0\tBuy", Request(.add(text: bytes("Buy"), top: false)), false),
    ("put \(uuid)\tline", Request(.put(uuid, line: bytes("line"))), true),
    ("put \(uuid) a line", Request(.put(uuid, line: bytes("a line"))), false),
    ("replace 17\t(A) new", Request(.replace(.id(17), line: bytes("(A) new"))), true),
    ("replace 17 (A) new", Request(.replace(.id(17), line: bytes("(A) new"))), false),
    (
      "@x replace if=3f9a21c0 :4\tnew",
      Request(.replace(.line(4), line: bytes("new")), tag: "x", condition: LineHash(value: 0x3f9a_21c0)), true
    ),
    ("doctor", Request(.doctor), true),
    (
      "replace if=3f9a21c0 whole=1 17\tnew",
      Request(.replace(.id(17), line: bytes("new"), isWhole: true), condition: LineHash(value: 0x3f9a_21c0)), true
    ),
    (
      "replace if=3f9a21c0 4 new x=1",
      Request(.replace(.id(4), line: bytes("new x=1")), condition: LineHash(value: 0x3f9a_21c0)), false
    ),
    ("append 3 5\tat home", Request(.append([.id(3), .id(5)], text: bytes("at home"))), true),
    ("append 3 5 at home", Request(.append([.id(3)], text: bytes("5 at home"))), false),
    ("append  3  spaced", Request(.append([.id(3)], text: bytes(" spaced"))), false),
    ("prepend last\tNow:", Request(.prepend([.last], text: bytes("Now:"))), true),
    (
      "set 17 18\tdue:fri at: pri:B +a -+b @c -@d",
      Request(
        .set(
          [.id(17), .id(18)],
          [
            .key("due", value: "fri"), .clear(key: "at"), .priority(0x42), .addTag("+a"), .removeTag("+b"),
            .addTag("@c"), .removeTag("@d"),
          ])), true
    ),
    ("set 17 (c)", Request(.set([.id(17)], [.priority(0x43)])), false),
    ("set 17\tpri: ", Request(.set([.id(17)], [.priority(nil)])), false),
    ("set 17\tpri:high", Request(.set([.id(17)], [.priority(0x41)])), false),
    ("set 17\tnote:a:b", Request(.set([.id(17)], [.key("note", value: "a:b")])), true),
    ("done 17", Request(.done([.id(17)])), true),
    ("done if=3F9A21C0 17", Request(.done([.id(17)]), condition: LineHash(value: 0x3f9a_21c0)), false),
    ("done rung", Request(.done([.rung])), true),
    ("undone 17", Request(.undone([.id(17)])), true),
    ("remove 7-9", Request(.remove([.range(7, 9)])), true),
    ("restore 17", Request(.restore([.id(17)])), true),
    ("restore file", Request(.restoreFile), true),
    ("accept", Request(.accept), true),
    ("undo", Request(.undo(step: nil)), true),
    ("undo s812", Request(.undo(step: 812)), true),
    ("redo", Request(.redo(step: nil)), true),
    ("redo s812", Request(.redo(step: 812)), true),
    ("reorder 3 top", Request(.reorder(.id(3), .top)), true),
    ("reorder 3 after :1", Request(.reorder(.id(3), .after(.line(1)))), true),
    ("move 3 5\tsome day.txt", Request(.move([.id(3), .id(5)], file: "some day.txt")), true),
    ("move 3 someday.txt", Request(.move([.id(3)], file: "someday.txt")), false),
    ("sort", Request(.sort(keys: nil)), true),
    ("sort pri,-due", Request(.sort(keys: "pri,-due")), true),
    ("archive", Request(.archive), true),
    ("resolve 17 keep", Request(.resolve([.id(17)], .keep)), true),
    ("resolve 17 20-22 drop", Request(.resolve([.id(17), .range(20, 22)], .drop)), true),
    ("resolve where mark:clash both", Request(.resolve([.matching("mark:clash")], .both)), true),
    (
      "resolve if=3f9a21c0 4 keep",
      Request(.resolve([.id(4)], .keep), condition: LineHash(value: 0x3f9a_21c0)), true
    ),
    ("skip 3 5", Request(.skip([.id(3), .id(5)])), true),
    ("missed", Request(.missed), true),
    ("why 17", Request(.why(.id(17))), true),
    ("why last", Request(.why(.last)), true),
    ("history", Request(.history(.all, limit: nil)), true),
    ("history limit=5 s812", Request(.history(.step(812), limit: 5)), true),
    ("history 3 7-9", Request(.history(.items([.id(3), .range(7, 9)]), limit: nil)), true),
    ("trash", Request(.trash([], limit: nil)), true),
    ("trash limit=5 17", Request(.trash([.id(17)], limit: 5)), true),
    ("trash where milk", Request(.trash([.matching("milk")], limit: nil)), true),
    ("version r118", Request(.version(.revision(118))), true),
    ("version s0812", Request(.version(.step(812))), false),
    ("restore r118", Request(.restoreVersion(.revision(118))), true),
    ("restore s812", Request(.restoreVersion(.step(812))), true),
    ("history where buy s8", Request(.history(.items([.matching("buy s8")]), limit: nil)), true),
    ("snooze 17", Request(.snooze([.id(17)], when: nil)), true),
    ("snooze 17\t", Request(.snooze([.id(17)], when: nil)), false),
    ("snooze 3 5 rung\t20 aug 9am", Request(.snooze([.id(3), .id(5), .rung], when: "20 aug 9am")), true),
    ("snooze 17 10min", Request(.snooze([.id(17)], when: "10min")), false),
    ("snooze where +work due:today\t", Request(.snooze([.matching("+work due:today")], when: nil)), true),
    ("snooze where +work\ttonight", Request(.snooze([.matching("+work")], when: "tonight")), true),
    (
      "snooze if=3f9a21c0 4\t1h",
      Request(.snooze([.id(4)], when: "1h"), condition: LineHash(value: 0x3f9a_21c0)), true
    ),
    ("dismiss rung", Request(.dismiss([.rung])), true),
    ("pause\t+work until 20 aug", Request(.pause("+work until 20 aug")), true),
    ("pause 2h", Request(.pause("2h")), false),
    ("resume", Request(.resume(query: "")), true),
    ("resume\t+work", Request(.resume(query: "+work")), true),
    ("watch tasks", Request(.watch(.tasks, since: nil, query: "")), true),
    ("watch since=118 tasks,reminders\t+a", Request(.watch([.tasks, .reminders], since: 118, query: "+a")), true),
    ("watch since=118 reminders", Request(.watch(.reminders, since: 118, query: "")), false),
    ("watch tasks overdue", Request(.watch(.tasks, since: nil, query: "overdue")), false),
    ("unwatch", Request(.unwatch), true),
    ("begin", Request(.begin), true),
    ("commit", Request(.commit), true),
    ("abort", Request(.abort), true),
    ("reload", Request(.reload), true),
    ("test", Request(.test), true),
    ("quit", Request(.quit), true),
  ]

  @Test(arguments: understood)
  func aLineMeansOneRequest(line: String, meaning: Request, isCanonical: Bool) throws {
    #expect(try Request(parsing: bytes(line)) == meaning)
    #expect((meaning.bytes == bytes(line)) == isCanonical, "\(String(decoding: meaning.bytes, as: UTF8.self))")
    #expect(try Request(parsing: meaning.bytes) == meaning)
  }

  @Test func everyVerbOfTheTableIsAmongTheLinesUnderstood() {
    let tested = Set(
      Self.understood.compactMap { row -> Substring? in
        let words = row.line.split { $0 == " " || $0 == "\t" }
        return words.first { !$0.hasPrefix("@") }
      })
    #expect(Set(VerbTable.rows.map { Substring($0.name) }) == tested)
  }

  @Test(
    arguments: [
      ("", BadRequest.Fact.empty, nil),
      ("@1 ", .empty, "1"),
      ("@", .badTag, nil),
      ("@1", .badTag, nil),
      ("@ ping", .badTag, nil),
      ("@\u{1}x ping", .badTag, nil),
      ("@123456789012345678901234567890123 ping", .badTag, nil),
      ("@1 fly", .unknownVerb("fly"), "1"),
      (" ping", .unknownVerb(""), nil),
      ("PING", .unknownVerb("PING"), nil),
      ("averylongverb", .unknownVerb("averylongverb"), nil),
      ("ping 1", .unexpectedWord("1"), nil),
      ("ping\t", .unexpectedText(verb: "ping"), nil),
      ("done 17\ttext", .unexpectedText(verb: "done"), nil),
      ("ping x=1", .unknownOption("x"), nil),
      ("done when=now 17", .unknownOption("when"), nil),
      ("add force=1\ttext", .unknownOption("force"), nil),
      ("add if=3f9a21c0\ttext", .unknownOption("if"), nil),
      ("add top=2\ttext", .badOption("top", value: "2"), nil),
      ("done if=xyz 17", .badOption("if", value: "xyz"), nil),
      ("done if=3f9a21c 17", .badOption("if", value: "3f9a21c"), nil),
      ("done if=3f9a21c0 if=3f9a21c0 17", .repeatedOption("if"), nil),
      ("done 17 if=3f9a21c0", .lateOption("if=3f9a21c0"), nil),
      ("append 17 if=3f9a21c0\tx", .lateOption("if=3f9a21c0"), nil),
      ("reorder 3 if=3f9a21c0 top", .lateOption("if=3f9a21c0"), nil),
      ("watch tasks since=3", .lateOption("since=3"), nil),
      ("watch tasks since=3\t+a", .lateOption("since=3"), nil),
      ("watch tasks +a since=3", .lateOption("since=3"), nil),
      ("list sort=due", .lateOption("sort=due"), nil),
      ("list +a sort=due", .lateOption("sort=due"), nil),
      ("done if=3f9a21c0 17 18", .conditionNeedsOneItem, nil),
      ("done if=3f9a21c0 17-18", .conditionNeedsOneItem, nil),
      ("done if=3f9a21c0 where x", .conditionNeedsOneItem, nil),
      ("list sort=%2\t", .badOption("sort", value: "%2"), nil),
      ("list sort=%zz\t", .badOption("sort", value: "%zz"), nil),
      ("list sort=\t", .badOption("sort", value: ""), nil),
      ("watch since=-1 tasks\t", .badOption("since", value: "-1"), nil),
      ("watch", .missing("what to watch (tasks, reminders or both)"), nil),
      ("watch tasks,weather\t", .badWord("tasks,weather", expected: "tasks, reminders or both"), nil),
      ("watch tasks, \t", .badWord("tasks,", expected: "tasks, reminders or both"), nil),
      ("watch tasks reminders\t", .unexpectedWord("reminders"), nil),
      ("hello one", .badWord("one", expected: "a version"), nil),
      ("done", .missing("an item (17, 7-9, :12, last, rung or where QUERY)"), nil),
      ("done 0", .badItem("0"), nil),
      ("done -3", .badItem("-3"), nil),
      ("done 9-7", .badItem("9-7"), nil),
      ("done 7-", .badItem("7-"), nil),
      ("done :0", .badItem(":0"), nil),
      ("done :", .badItem(":"), nil),
      ("done 17 milk", .badItem("milk"), nil),
      ("done 2147483648", .badItem("2147483648"), nil),
      ("done 99999999999999999999999", .badItem("99999999999999999999999"), nil),
      ("done where", .missing("the query after 'where'"), nil),
      ("replace 1-3\tx", .badWord("1-3", expected: "one item"), nil),
      ("replace 1 2\tx", .unexpectedWord("2"), nil),
      ("replace 1\t", .missingText("the task's line"), nil),
      ("replace 1", .missingText("the task's line"), nil),
      ("add", .missingText("the task's text"), nil),
      ("add ", .missingText("the task's text"), nil),
      ("add\t", .missingText("the task's text"), nil),
      ("add word\ttext", .unexpectedWord("word"), nil),
      ("list word\ttext", .unexpectedWord("word"), nil),
      ("append\ttext", .missing("an item (17, 7-9, :12, last, rung or where QUERY)"), nil),
      ("put 1234\tx", .badWord("1234", expected: "a uuid"), nil),
      (
        "set 17\tdue", .badWord("due", expected: "a change (key:value, key:, +tag, @tag, -+tag, pri:A)"), nil
      ),
      ("set 17\t+", .badWord("+", expected: "a change (key:value, key:, +tag, @tag, -+tag, pri:A)"), nil),
      ("set 17\tpri:AB", .badWord("pri:AB", expected: "a change (key:value, key:, +tag, @tag, -+tag, pri:A)"), nil),
      ("set 17\t  ", .missingText("the change"), nil),
      ("undo 812", .badWord("812", expected: "a step such as s812"), nil),
      ("undo s", .badWord("s", expected: "a step such as s812"), nil),
      ("undo s1 s2", .unexpectedWord("s2"), nil),
      ("reorder 3", .missing("'top' or 'after ITEM'"), nil),
      ("reorder 3 below 4", .badWord("below", expected: "'top' or 'after ITEM'"), nil),
      ("reorder 3 after", .missing("an item (17, :12 or last)"), nil),
      ("agenda 0", .badWord("0", expected: "a number from 1"), nil),
      ("restore file 3", .unexpectedWord("3"), nil),
      ("restore s3 4", .unexpectedWord("4"), nil),
      ("restore t3", .badItem("t3"), nil),
      ("version", .missing("a version such as r118 or s812"), nil),
      ("version 118", .badWord("118", expected: "a version such as r118 or s812"), nil),
      ("snooze", .missing("an item (17, 7-9, :12, last, rung or where QUERY)"), nil),
      ("snooze tonight", .badItem("tonight"), nil),
      ("snooze where\t1h", .missing("the query after 'where'"), nil),
      ("why", .missing("an item (17, :12 or last)"), nil),
      ("why rung", .badWord("rung", expected: "one item"), nil),
      ("why 3 5", .unexpectedWord("5"), nil),
      ("pause", .missingText("for how long"), nil),
      ("pause 17\t1h", .unexpectedWord("17"), nil),
    ] as [(String, BadRequest.Fact, String?)])
  func aBadLineIsRefusedByName(line: String, fact: BadRequest.Fact, tag: String?) throws {
    let error = #expect(throws: BadRequest.self) { try Request(parsing: bytes(line)) }
    #expect(error?.fact == fact)
    #expect(error?.tag == tag)
    #expect(error?.failure.code == 2)
  }

  /// The arguments of each verb, in whose place a word that looks like an option must not pass unseen.
  static let arguments: [(verb: String, words: String)] = [
    ("hello", "todod 1.0"), ("ping", ""), ("status", ""), ("doctor", ""), ("commands", ""), ("views", ""), ("list", ""),
    ("get", "17"),
    ("agenda", "5"), ("next", ""), ("projects", ""), ("contexts", ""), ("add", ""),
    ("put", "\(uuid)"), ("replace", "17"), ("append", "17"), ("prepend", "17"), ("set", "17"), ("done", "17"),
    ("undone", "17"), ("remove", "17"), ("restore", "17"), ("restore", "file"), ("accept", ""), ("undo", "s812"),
    ("redo", "s812"), ("history", "17"), ("version", "r118"), ("trash", "17"), ("reorder", "3 top"),
    ("reorder", "3 after 4"),
    ("move", "17"),
    ("sort", "pri"), ("archive", ""),
    ("resolve", "17 keep"), ("skip", "17"), ("snooze", "17"), ("dismiss", "17"), ("pause", ""), ("resume", ""),
    ("missed", ""), ("why", "17"),
    ("watch", "tasks"), ("unwatch", ""), ("begin", ""), ("commit", ""), ("abort", ""), ("reload", ""), ("test", ""),
    ("quit", ""),
  ]

  @Test(arguments: arguments)
  func noVerbTakesAnOptionBehindItsArguments(verb: String, words: String) throws {
    let row = try #require(VerbTable.rows.first { $0.name == verb })
    let text = row.text.isTaken ? "\tpri:A" : ""
    for option in ["if=3f9a21c0", "since=3", "top=1", "sort=due", "colour=red"] {
      let line = [verb, words, option].filter { !$0.isEmpty }.joined(separator: " ") + text
      // Without arguments before it, an option of the verb's own stands where it should.
      let isInPlace = words.isEmpty && row.options.contains { option.hasPrefix("\($0.key)=") }
      guard !isInPlace else { continue }
      let error = #expect(throws: BadRequest.self, "\(line)") { try Request(parsing: bytes(line)) }
      let key = option.prefix { $0 != "=" }
      #expect(error?.failure.message.contains(key) == true, "\(line): \(error?.failure.message ?? "")")
    }
  }

  @Test func theArgumentsOfEveryVerbAreTried() {
    #expect(Set(VerbTable.rows.map(\.name)) == Set(Self.arguments.map(\.verb)))
  }

  @Test func theMessageNamesTheOffendingWord() {
    let facts: [(BadRequest.Fact, String)] = [
      (.unknownVerb("fly"), "fly"), (.unknownOption("when"), "when="), (.badOption("top", value: "2"), "2"),
      (.repeatedOption("if"), "if="), (.lateOption("since=3"), "since=3"), (.badItem("milk"), "milk"),
      (.badWord("x", expected: "a uuid"), "a uuid"),
      (.unexpectedWord("9"), "9"), (.missing("an item"), "an item"), (.unexpectedText(verb: "ping"), "ping"),
    ]
    for (fact, word) in facts {
      let answer = BadRequest(tag: nil, fact: fact).failure
      #expect(answer.message.contains(word), "\(answer.message)")
    }
    #expect(BadRequest(tag: nil, fact: .unknownVerb("x")).failure.name == "unknown-verb")
    #expect(BadRequest(tag: nil, fact: .empty).failure.name == "bad-request")
  }

  /// Whatever arrives, parsing ends in a request that reads back or in an error; it never traps.
  @Test func anyBytesAreARequestOrAnError() throws {
    var random = Seeded()
    var understood = 0
    let pieces: [[UInt8]] =
      ["@1 ", " ", "\t", "=", "if=", "3f9a21c0", "where ", "17", "-", ":", ",", "%", "%2", "top=1", "+a", "after "]
      .map { bytes($0) } + VerbTable.rows.map { bytes($0.name) } + [[0xFF], [0x00], [0xE2, 0x90]]
    let words = [" 17", " 3-5", " if=3f9a21c0", " top=1", " where +a", " tasks", "\tdue:fri +a", "\t", " s8"].map {
      bytes($0)
    }
    for _ in 0..<5000 {
      var line: [UInt8] = random.one(in: 4) ? [] : bytes(random.pick(VerbTable.rows).name)
      // Half of them have words where words belong: pieces thrown together are hardly ever a request.
      let parts = random.one(in: 2) ? pieces : words
      for _ in 0..<Int.random(in: 0...(parts == words ? 2 : 8), using: &random) { line += random.pick(parts) }
      guard let request = try? Request(parsing: line) else { continue }
      understood += 1
      // What is kept as text (queries, names of files) may hold U+FFFD for bytes that are no UTF-8, so not the bytes but
      // the meaning is compared.
      #expect(try Request(parsing: request.bytes) == request, "seed \(random.seed), line \(line)")
    }
    // Of 5000: neither requests nor errors may be there by chance only.
    #expect((500...4500).contains(understood), "\(understood) understood, seed \(random.seed)")
  }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
