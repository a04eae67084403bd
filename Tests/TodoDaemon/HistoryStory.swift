import Support
import Testing
import TodoCore
import TodoProtocol
import TodoTxt

@testable import TodoDaemon

/// A random life of a file: a client and an editor change it, and every version of it is written down.
final class HistoryStory {
  var random: Seeded
  let stage: Stage
  /// The file at each revision at which it could be seen.
  private(set) var versions: [Int64: [UInt8]] = [:]
  private(set) var log: [String] = []

  /// All that an undo takes back.
  struct World: Equatable {
    var file: [UInt8]?
    /// The lines of the other files, in whatever order: what comes back to one comes to its end, and ends as lines do there.
    var beside: [BesideFile: [String]]
    var snoozed: Set<ItemID>
    var pauses: String?
  }

  init(seed: UInt64, lines: Int) throws {
    random = Seeded(seed: seed)
    stage = try Stage(now: try Transcript.civil("2026-03-01T08:00"), zone: .utc)
    var text = (0..<lines).map { _ in Self.line(&random) }.joined(separator: "\n")
    if !random.one(in: 4) { text += "\n" }
    if random.one(in: 4) { text = text.replacing("\n", with: "\r\n") }
    if random.one(in: 5) { text = "\u{FEFF}" + text }
    stage.file = Array(text.utf8)
    try stage.start()
    note("start \(text.debugDescription)")
  }

  var world: World {
    World(
      file: stage.file,
      beside: stage.beside.mapValues {
        TodoText(parsing: $0).lines.map { String(decoding: $0.content, as: UTF8.self) }.sorted()
      }
      .filter { !$0.value.isEmpty },
      snoozed: stage.daemon?.reminders.snoozedItems ?? [],
      pauses: stage.daemon.flatMap { $0.draft(at: stage.now).pauseWords })
  }

  /// The other files to the byte; one that is empty counts as none.
  var beside: [BesideFile: [UInt8]] { stage.beside.filter { !$0.value.isEmpty } }

  var revision: Int64 { stage.daemon?.revision ?? 0 }
  var newestStep: Int64 { (stage.daemon?.nextStep ?? 1) - 1 }
  var ids: [ItemID] { stage.daemon?.list.tasks.map(\.id) ?? [] }

  var story: String { "TODOD_STORY=\(random.seed)\n" + log.suffix(40).joined(separator: "\n") }

  private func note(_ what: String) {
    log.append("r\(revision) \(what)")
    _ = stage.takeEffects()
    versions[revision] = stage.daemon?.list.bytes
  }

  /// What the daemon answers to one request.
  @discardableResult
  func ask(_ request: String) throws -> [String] {
    _ = stage.takeEffects()
    try stage.say(request, client: 1)
    stage.settle()
    let answers = stage.takeEffects().filter { $0.hasPrefix("< ") }.map { String($0.dropFirst(2)) }
    note("> \(request) < \(answers.last ?? "nothing")")
    return answers
  }

  /// The number of the step that a request made; nil where it made none.
  func step(of request: String) throws -> Int64? {
    let ok = try ask(request).last ?? ""
    return ok.split(separator: " ").first { $0.hasPrefix("step=s") }.flatMap { Int64($0.dropFirst(6)) }
  }

  // MARK: Acts

  private static func line(_ random: inout Seeded) -> String {
    if random.one(in: 12) { return random.pick(["", " ", "\t"]) }
    var words = [random.pick(["buy", "call", "fix"]), random.pick(["milk", "mum", "roof"]), "\(random.next() % 50)"]
    if random.one(in: 3) { words.append(random.pick(["due:2026-03-01", "due:2026-03-05 at:0900", "+home", "@shop"])) }
    if random.one(in: 6) { words.append("rec:1w due:2026-03-02") }
    return random.pick(["", "", "(A) ", "x 2026-02-28 "]) + words.joined(separator: " ")
  }

  private func some() -> String {
    let ids = ids
    guard !ids.isEmpty else { return "1" }
    return Set((0..<random.pick([1, 1, 1, 2, 3])).map { _ in random.pick(ids) }).sorted().map(\.description)
      .joined(separator: " ")
  }

  /// A request of a client, which makes a step or is refused.
  func change() -> String {
    switch Int.random(in: 0..<18, using: &random) {
    case 0, 1: "add top=\(random.one(in: 3) ? 1 : 0)\t" + Self.line(&random)
    case 2: "replace \(ids.isEmpty ? "1" : "\(random.pick(ids))")\t" + Self.line(&random)
    case 3: "append \(some())\tmore\(random.next() % 9)"
    case 4: "set \(some())\t" + random.pick(["due:2026-03-07", "due:", "pri:B", "+tag", "-+home"])
    case 5, 6: "done \(some())"
    case 7: "undone \(some())"
    case 8, 9: "remove \(some())"
    case 10: "archive"
    case 11: "sort \(random.pick(["text", "pri,due", "-due"]))"
    case 12: "reorder \(ids.isEmpty ? "1" : "\(random.pick(ids))") " + random.pick(["top", "after :1", "after :2"])
    case 13: "move \(some())\tsomeday.txt"
    case 14: "snooze \(some())\t\(random.pick(["2h", "tomorrow", "10:30"]))"
    case 15: "dismiss \(some())"
    case 16: random.pick(["pause\t2h", "pause\t+home on", "resume", "pause\tuntil 12:00"])
    default:
      random.pick([
        "skip \(some())", "restore r\(max(1, revision - 3))", "restore \(Int.random(in: 1...20, using: &random))",
      ])
    }
  }

  /// An editor changes some lines and saves; whether it had seen what todod wrote last is chance.
  func edit() {
    var text = TodoText(parsing: stage.file ?? [])
    for _ in 0..<random.pick([1, 1, 2, 4]) {
      let place = Int.random(in: 0...text.lines.count, using: &random)
      let isThere = place < text.lines.count
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: text.lines.insert(Line(Self.line(&random)), at: place)
      case 2 where isThere: text.lines.remove(at: place)
      case 3 where isThere: text.lines[place] = Line("\(text.lines[place]) \(random.pick(["soon", "+home", "really"]))")
      case 4 where isThere: text.lines.append(text.lines.remove(at: place))
      case 5:
        text.endsWithNewline = text.lines.isEmpty || text.lines.last?.bytes.isEmpty == true || !text.endsWithNewline
      default: break
      }
    }
    stage.wasRead = !random.one(in: 4)
    stage.edit(text.bytes)
    stage.fileSettled()
    note("edited \(String(decoding: text.bytes, as: UTF8.self).debugDescription)")
  }

  func wait() {
    stage.advance(to: stage.now.adding(seconds: random.pick([1, 6, 600, 4000])))
    note("waited")
  }

  /// Ends the program and starts it again.
  func restart() throws {
    try stage.restart(killed: random.one(in: 2))
    note("restarted")
  }

  // MARK: What must hold

  /// The file is what the daemon has for it.
  func verifyFile() {
    #expect(stage.file == stage.daemon?.list.bytes, "\(story)")
  }

  /// The last versions are printed as they were, byte for byte.
  func verifyVersions(newest count: Int) throws {
    for (revision, bytes) in versions.sorted(by: { $0.key > $1.key }).prefix(count) {
      #expect(try printed("version r\(revision)") == bytes, "r\(revision) \(story)")
    }
  }

  /// The answer as it is: the lines of a story are made readable.
  private func printed(_ request: String) throws -> [UInt8] {
    try stage.say("ping", client: 2)
    stage.settle()
    stage.clients[2]?.readsByItself = false
    try stage.say(request, client: 2)
    stage.settle()
    var said: [UInt8] = []
    for answer in stage.clients[2]?.answers ?? [] {
      switch answer {
      case .bytes(let bytes): said += bytes
      case .pieces(let pieces): while !pieces.fill(&said, upTo: said.count + random.pick([1, 100, 10_000])) {}
      case .rows, .event, .hangUp: break
      }
    }
    stage.clients[2] = StageClient()
    _ = stage.takeEffects()
    var lines: [[UInt8]] = []
    var hasNewline = true
    for answer in said.split(separator: 0x0A) {
      switch try Response(parsing: answer) {
      case .data("line", let value): lines.append(try #require(Response.exactBytes(of: value)))
      case .ok(_, let attributes): hasNewline = attributes["newline"] != "0"
      case .failed(_, let failure): throw failure
      case .greeting, .row, .gone, .data, .event: break
      }
    }
    return Array(lines.joined(separator: [0x0A])) + (hasNewline && !lines.isEmpty ? [0x0A] : [])
  }
}
