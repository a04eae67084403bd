import Support
import Testing
import TodoProtocol

struct ResponseTests {
  private static let full: RowAttributes = {
    var attributes = RowAttributes(hash: LineHash(value: 0x00ab_cdef))
    attributes.uuid = UUIDWord(high: 0x0123_4567_89ab_4cde, low: 0x8f01_2345_6789_abcd)
    attributes.lineNumber = 4
    attributes.dueAt = "2026-01-03T09:00:00+01:00"
    attributes.next = "2026-01-03T08:00:00+01:00"
    attributes.rung = "2026-01-02T09:00:00+01:00"
    attributes.snoozed = "2026-01-04T09:00:00+01:00"
    attributes.isDismissed = true
    attributes.urgency = "7.2"
    attributes.isOverdue = true
    attributes.isBlocked = true
    attributes.mark = .badDate
    attributes.step = "s812"
    attributes.isBefore = true
    attributes.isKept = true
    attributes.file = "my file.txt"
    attributes.by = "editor"
    attributes.gone = "2026-01-05T09:00:00+01:00"
    attributes.isThere = true
    return attributes
  }()

  static let lines: [(Response, String)] = [
    (
      .greeting(Greeting(server: "0.1.0", epoch: "9c1e", revision: 118)),
      "OK todod 1.0 server=0.1.0 epoch=9c1e rev=118 max-line=8192"
    ),
    (.row(id: 17, RowAttributes(), line: bytes("(A) Call mum")), "- 17\t(A) Call mum"),
    (
      .row(id: 2_147_483_647, full, line: bytes("x\ty = z")),
      "- 2147483647 if=00abcdef uuid=01234567-89ab-4cde-8f01-23456789abcd ln=4 at=2026-01-03T09:00:00+01:00"
        + " next=2026-01-03T08:00:00+01:00 rung=2026-01-02T09:00:00+01:00 snoozed=2026-01-04T09:00:00+01:00"
        + " dismissed=1 urgency=7.2 overdue=1 blocked=1 mark=baddate step=s812 was=1 kept=1 file=my%20file.txt by=editor gone=2026-01-05T09:00:00+01:00 there=1\tx\ty = z"
    ),
    (.row(id: 1, RowAttributes(), line: []), "- 1\t"),
    (.gone(id: 17), "! 17"),
    (.gone(id: 17, isDone: true), "! 17 done=1"),
    (.data(key: "file", value: "/home/me/to do.txt = 1\t2"), "= file /home/me/to do.txt = 1\t2"),
    (.data(key: "resync", value: "1"), "= resync 1"),
    (.data(key: "empty", value: ""), "= empty "),
    (.event(name: "changed", [Attribute("rev", 119)], text: nil), "* changed rev=119"),
    (
      .event(name: "task", [Attribute("id", 17), Attribute("if", "3f9a21c0")], text: bytes("(A) x")),
      "* task id=17 if=3f9a21c0\t(A) x"
    ),
    (.event(name: "due", [], text: []), "* due\t"),
    (.ok(tag: nil, []), "OK"),
    (.ok(tag: "1", [Attribute("rev", 119), Attribute("step", "s812")]), "OK @1 rev=119 step=s812"),
    (.ok(tag: nil, [Attribute("say", "a b%\u{7F}\t")]), "OK say=a%20b%25%7f%09"),
    (.failed(tag: nil, Failure(.conflict, "item 17 changed")), "ERR 5 conflict item 17 changed"),
    (.failed(tag: "x", Failure(.fileBusy, "a writer holds it")), "ERR @x 6 file-busy a writer holds it"),
    (.failed(tag: nil, Failure(code: 77, name: "later", message: "")), "ERR 77 later "),
  ]

  @Test(arguments: lines)
  func aResponseIsOneLineAndReadsBack(response: Response, line: String) throws {
    #expect(String(decoding: response.bytes, as: UTF8.self) == line + "\n")
    #expect(try Response(parsing: bytes(line)) == response)
  }

  @Test func aRowShowsNULAsItsPictureAndDropsItsCR() {
    let row = Response.row(id: 3, RowAttributes(), line: [0x61, 0x00, 0x0D, 0x62, 0x0D])
    #expect(row.bytes == bytes("- 3\ta\u{2400}\r") + bytes("b\n"))
  }

  @Test func anExactLineIsTextAndGivesItsBytesBack() throws {
    func text(_ line: [UInt8]) throws -> String {
      var buffer: [UInt8] = []
      Response.append(exactLine: line, to: &buffer)
      guard case .data("line", let value) = try Response(parsing: Array(buffer.dropLast())), buffer.last == 0x0A else {
        throw BadResponse(line: String(decoding: buffer, as: UTF8.self))
      }
      #expect(Response.exactBytes(of: value) == line)
      return value
    }
    #expect(try text(bytes("é 100%\t= x\r")) == "é 100%25\t= x%0d")
    #expect(try text([0x61, 0x00, 0xC3, 0xA9, 0xFF]) == "a%00%c3%a9%ff")
    #expect(try text([]) == "" && text(bytes(" ")) == " ")
    #expect(Response.exactBytes(of: "%2") == nil)
    var random = Seeded()
    for _ in 0..<500 {
      _ = try text((0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }

  @Test func aRowKeepsBytesThatAreNotUTF8() throws {
    let line: [UInt8] = [0x61, 0xFF, 0xC3, 0x28, 0x80]
    let row = Response.row(id: 3, RowAttributes(), line: line)
    #expect(row.bytes.dropLast().suffix(line.count) == line[...])
    #expect(try Response(parsing: Array(row.bytes.dropLast())) == row)
  }

  @Test func aMessageCannotBreakTheLine() {
    let error = Response.failed(tag: nil, Failure(.internal, "a\nOK\r\u{0}b"))
    #expect(error.bytes == bytes("ERR 1 internal a OK  b\n"))
    #expect(Response.data(key: "k e\ny", value: "1\n2").bytes == bytes("= k%20e%0ay 1 2\n"))
  }

  @Test(arguments: [
    "", "x", "-", "- x\ty", "- 17 no tab", "! ", "! x", "=", "= ", "ERR", "ERR x y", "OK todod x", "ok",
  ])
  func aLineOfNoServerIsRefused(line: String) {
    #expect(throws: BadResponse(line: line)) { try Response(parsing: bytes(line)) }
  }

  @Test func unknownAttributesAndWordsOfALaterProtocolAreIgnored() throws {
    let row = try Response(parsing: bytes("- 17 colour=red if=3f9a21c0 word mark=later ln=x\tline"))
    #expect(row == .row(id: 17, RowAttributes(hash: LineHash(value: 0x3f9a_21c0)), line: bytes("line")))
    let event = try Response(parsing: bytes("* sunrise in=5 word"))
    #expect(event == .event(name: "sunrise", [Attribute("in", "5")], text: nil))
  }

  @Test func anEventCarriesATaskWithTheAttributesOfARow() throws {
    var buffer: [UInt8] = []
    Response.appendTaskEvent("due", id: 17, Self.full, line: [0x61, 0x00, 0x0D], to: &buffer)
    let row = Response.row(id: 17, Self.full, line: bytes("a\u{2400}"))
    #expect(
      String(decoding: buffer, as: UTF8.self) == "* due id=" + String(decoding: row.bytes.dropFirst(2), as: UTF8.self))
    guard case .event("due", let said, let text) = try Response(parsing: Array(buffer.dropLast())) else {
      Issue.record("no event")
      return
    }
    #expect(said["id"] == "17" && RowAttributes(said) == Self.full && text == bytes("a\u{2400}"))
  }

  @Test func codesAreThoseOfTheProtocolAndNamesHaveOne() {
    let codes: [(ErrorName, Int)] = [
      (.internal, 1), (.badRequest, 2), (.unknownVerb, 2), (.notRunning, 3), (.notFound, 4), (.conflict, 5), (.file, 6),
      (.fileBusy, 6), (.busy, 7), (.version, 8), (.tooLarge, 9),
    ]
    #expect(codes.count == ErrorName.allCases.count)
    for (name, code) in codes { #expect(name.code.rawValue == code) }
  }

  @Test func anyRowReadsBack() throws {
    var random = Seeded()
    for _ in 0..<1000 {
      var attributes = RowAttributes()
      if Bool.random(using: &random) { attributes.hash = LineHash(value: .random(in: .min ... .max, using: &random)) }
      if Bool.random(using: &random) { attributes.lineNumber = .random(in: 1 ... .max, using: &random) }
      if Bool.random(using: &random) { attributes.next = "2026-01-03T09:00:00-03:30" }
      attributes.isOverdue = .random(using: &random)
      if Bool.random(using: &random) { attributes.mark = .clash }
      let line = (0..<Int.random(in: 0...60, using: &random)).map { _ in UInt8.random(in: 1...255, using: &random) }
        .filter { $0 != 0x0A && $0 != 0x0D }
      let row = Response.row(id: .random(in: 1 ... .max, using: &random), attributes, line: line)
      #expect(row.bytes.last == 0x0A && row.bytes.dropLast().allSatisfy { $0 != 0x0A }, "seed \(random.seed)")
      #expect(try Response(parsing: Array(row.bytes.dropLast())) == row, "seed \(random.seed)")
    }
  }
}
