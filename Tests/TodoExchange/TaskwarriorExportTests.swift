import Support
import Testing
import TodoClient
import TodoCore
import TodoExchange
import TodoProtocol
import TodoTxt

/// Lines as Taskwarrior's JSON, and back.
struct TaskwarriorExportTests {
  // 2026-03-01T12:00:00Z.
  private static let now = Instant(seconds: 1_772_366_400)

  private static func export(_ lines: [String], in zone: Zone = .utc) -> String {
    let rows = lines.enumerated().map { place, line in
      var attributes = RowAttributes()
      attributes.uuid = UUIDWord(high: 0x1111_1111_1111_4111, low: 0x8111_1111_1111_1100 + UInt64(place))
      return TaskRow(id: Int32(place + 1), attributes, line: Array(line.utf8))
    }
    return String(decoding: TaskwarriorExport(zone: zone, now: now).bytes(of: rows), as: UTF8.self)
  }

  static let cases: [(line: String, members: String)] = [
    ("Call mum", #""description":"Call mum","status":"pending""#),
    (
      "(A) 2026-01-01 Call mum @phone +family due:2026-03-02 at:0900",
      #""description":"Call mum","status":"pending","entry":"20260101T000000Z","due":"20260302T090000Z","priority":"H","project":"family","tags":["phone"]"#
    ),
    ("(B) a", #""description":"a","status":"pending","priority":"M""#),
    ("(D) a", #""description":"a","status":"pending","todod":"pri:D""#),
    (
      "x 2026-02-02 2026-01-01 a pri:C",
      #""description":"a","status":"completed","entry":"20260101T000000Z","end":"20260202T000000Z","priority":"L""#
    ),
    ("a t:2026-02-01", #""description":"a","status":"pending","wait":"20260201T000000Z""#),
    ("a t:2026-04-01", #""description":"a","status":"waiting","wait":"20260401T000000Z""#),
    (
      "a due:2026-03-02 rec:+2m until:2027-01-01",
      #""description":"a","status":"recurring","due":"20260302T000000Z","recur":"bimonthly","until":"20270101T235959Z""#
    ),
    (
      "a due:2026-03-02 rec:2m until:2027-01-01",
      #""description":"a","status":"pending","due":"20260302T000000Z","todod":"rec:2m until:2027-01-01""#
    ),
    ("a t:2026-02-01 rec:+1m", #""description":"a","status":"pending","wait":"20260201T000000Z","todod":"rec:+1m""#),
    ("a rem:1d,2h h:1 at:0900", #""description":"a","status":"pending","todod":"rem:1d,2h h:1 at:0900""#),
    ("a due:2026-02-30", #""description":"a","status":"pending","todod":"due:2026-02-30""#),
    ("a due:2026-03-02T09:00+01:00", #""description":"a","status":"pending","due":"20260302T080000Z""#),
    ("ask @bob about it @x", #""description":"ask @bob about it","status":"pending","tags":["bob","x"]"#),
    ("a +b +c @d", #""description":"a +b +c","status":"pending","project":"b","tags":["d"]"#),
    ("+b @c", #""description":"+b @c","status":"pending","project":"b","tags":["c"]"#),
    (#"say "x" \ y"#, #""description":"say \"x\" \\ y","status":"pending""#),
  ]

  @Test(arguments: cases) func aLineIsATask(_ row: (line: String, members: String)) {
    #expect(
      Self.export([row.line]) == "[\n{\"uuid\":\"11111111-1111-4111-8111-111111111100\",\(row.members)}\n]\n")
  }

  @Test func nothingIsAnEmptyList() { #expect(Self.export([]) == "[\n]\n") }

  @Test func whoWaitsDependsOnItsChildren() {
    let text = Self.export(["a id:3", "b p:3", "c p:4"])
    #expect(text.contains(#""depends":["11111111-1111-4111-8111-111111111101"]"#))
    #expect(text.contains(#""description":"c","status":"pending","todod":"p:4""#))
  }

  static let roundTrips = [
    "Call mum", "(A) 2026-01-01 Call mum +family @phone due:2026-03-02 at:0900", "(D) a rem:none",
    "x 2026-02-02 2026-01-01 a due:2026-01-05 pri:C", "a t:2026-04-01", "a due:2026-03-29 at:0230 t:2026-03-01",
    "a due:2026-03-02 rec:+2w until:2027-01-01", "a due:2026-03-31 rec:+1m day:31", "a due:2026-03-02 rec:3b",
    "ask @bob about it", "a +b +c @d", "+b @c", "a h:1 rem:1d,2h", "see http://example.org at:office",
    "a t:2026-02-01 rec:1m",
  ]

  @Test(arguments: roundTrips, ["UTC", "Europe/Berlin", "America/New_York"])
  func whatWentComesBack(_ line: String, _ name: String) throws {
    let zone = try Zone.fixture(name)
    let list = ForeignList(Self.export([line], in: zone), in: zone)
    #expect(list.words == [])
    #expect(list.remarks == [])
    // A time that a gap leaves out is the same instant an hour later.
    let expected = name == "Europe/Berlin" ? line.replacing("2026-03-29 at:0230", "2026-03-29 at:0330") : line
    let back = list.tasks.map { Set($0.line.words.map { String(decoding: $0, as: UTF8.self) }) }
    #expect(back == [Set(Line(expected).words.map { String(decoding: $0, as: UTF8.self) })])
    #expect(list.tasks.map(\.line.header) == [Line(expected).header])
  }
}

extension String {
  fileprivate func replacing(_ old: String, _ new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
