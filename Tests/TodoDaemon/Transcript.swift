import Foundation
import Support
import TodoCore
import TodoProtocol
import TodoTxt

@testable import TodoDaemon

/// A story of the daemon as text: what is done to it, and all that comes of it, in order.
///
///     = now 2026-03-01T08:00     before the start; also `= file "..."`, `= done "..."`, `= zone Europe/Berlin`
///     = start
///     > add<TAB>text             client 1 says it; `2> ` client 2; lines under each other are one turn
///     @ 2026-03-01T09:00         time passes;  `@= time` the clock is set
///     ~ edit "..."               somebody saves the file and it settles; `~ save` the same without being noticed
///     ~ remove, empty, held, free, read, settled, full, room, gone, foreign "...", crash, crash-after, state-fails, state-works
///     ~ shown 1, failed 1, closed 1, press 1 done, server, no-server, restart, kill, bad-configuration
///     < answer   ! effect        what is expected to follow: every line, and no other
enum Transcript {
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a story and returns it as it went: the same text, if all was as expected.
  static func run(_ text: String) throws -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    var went: [String] = []
    let setting = Setting(&lines, &went)
    let stage = try setting.stage()
    try stage.start()
    went += stage.takeEffects()
    lines = lines.drop { isExpectation($0) }
    while let line = lines.popFirst() {
      guard !isExpectation(line) else { continue }
      went.append(line)
      try act(line, on: stage)
      // What stands under each other is said in one turn.
      if isSaid(line), let next = lines.first, isSaid(next) { continue }
      stage.settle()
      went += stage.takeEffects()
    }
    return went.joined(separator: "\n")
  }

  private static func isExpectation(_ line: String) -> Bool {
    line.hasPrefix("!") || line.hasPrefix("<") || line.dropFirst().hasPrefix("<")
  }

  private static func isSaid(_ line: String) -> Bool { line.hasPrefix(">") || line.dropFirst().hasPrefix(">") }

  private static func act(_ line: String, on stage: Stage) throws {
    let rest = line.drop { $0 != " " }.dropFirst()
    if isSaid(line) {
      stage.say(String(rest).replacing("<TAB>", with: "\t"), client: line.first?.wholeNumberValue ?? 1)
    } else if line.hasPrefix("@= ") {
      stage.setClock(try instant(rest, stage))
    } else if line.hasPrefix("@ ") {
      stage.advance(to: try instant(rest, stage))
    } else if line.hasPrefix("~ ") {
      try meddle(String(rest), with: stage)
    } else if !line.isEmpty, !line.hasPrefix("#") {
      throw Difference(description: "not understood: \(line)")
    }
  }

  private static func instant(_ text: Substring, _ stage: Stage) throws -> Instant {
    stage.zoneOfStory.instant(of: try civil(String(text)))
  }

  static func civil(_ text: String) throws -> CivilTime {
    guard let time = CivilTime(text) else { throw Difference(description: "no time: \(text)") }
    return time
  }

  private static func meddle(_ words: String, with stage: Stage) throws {
    let parts = words.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = parts.count > 1 ? parts[1] : ""
    switch parts[0] {
    case "edit":
      stage.edit(bytes(rest))
      stage.fileSettled()
    case "save": stage.edit(bytes(rest))
    case "remove": stage.edit(nil)
    case "empty": stage.edit([])
    case "held": stage.isHeld = true
    case "free": stage.isHeld = false
    case "read": stage.wasRead = true
    case "settled": stage.fileSettled()
    case "full": stage.fault = .full
    case "gone": stage.fault = .gone
    case "foreign": stage.fault = .foreign(bytes(rest))
    case "crash": stage.fault = .crash(afterExchange: false)
    case "crash-after": stage.fault = .crash(afterExchange: true)
    case "state-fails": stage.stateFails = true
    case "state-works": stage.stateFails = false
    case "room": stage.fault = nil
    case "restart": try stage.restart()
    case "kill": try stage.restart(killed: true)
    case "bad-configuration": stage.badConfiguration = "todod.conf:3: 'Laed' is no key: Lead?"
    case "shown": stage.popup(Int(rest) ?? 0, .shown(serverID: 40, owner: ":1.7"))
    case "failed": stage.popup(Int(rest) ?? 0, .failed(reason: "no server"))
    case "closed": stage.popup(Int(rest) ?? 0, .closed)
    case "press":
      let slot = rest.split(separator: " ")
      stage.popup(slot[0] == "notice" ? 1 << 40 : Int(slot[0]) ?? 0, .action(String(slot[1])))
    case "server":
      stage.server(ServerState(owner: ":1.7", name: "dunst", version: "1.9", hasActions: true, doNotDisturb: false))
    case "no-server": stage.server(ServerState())
    default: throw Difference(description: "not understood: ~ \(words)")
    }
  }

  static func bytes(_ quoted: String) -> [UInt8] {
    let text = quoted.dropFirst().dropLast()
    return Array(text.replacing("\\r", with: "\r").replacing("\\n", with: "\n").utf8)
  }
}

/// The lines before `= start`.
private struct Setting {
  private var values: [String: String] = [:]

  init(_ lines: inout ArraySlice<String>, _ went: inout [String]) {
    while let line = lines.popFirst() {
      went.append(line)
      guard line != "= start" else { return }
      let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
      if parts.first == "=", parts.count == 3 { values[parts[1]] = parts[2] }
    }
  }

  func stage() throws -> Stage {
    let zone = try values["zone"].map { try Zone.fixture($0) } ?? .utc
    let stage = try Stage(now: try Transcript.civil(values["now"] ?? "2026-03-01T08:00"), zone: zone)
    stage.file = values["file"].map(Transcript.bytes)
    if let done = values["done"] { stage.beside[.done] = Transcript.bytes(done) }
    return stage
  }
}
