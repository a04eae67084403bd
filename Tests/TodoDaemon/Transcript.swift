import Foundation
import Support
import TodoCore
import TodoProtocol
import TodoTxt

@testable import TodoDaemon

/// A story of the daemon as text: what is done to it, and all that comes of it, in order.
///
///     = now 2026-03-01T08:00     before the start; also `= file "..."`, `= done "..."`, `= zone Europe/Berlin`,
///                                `= configuration "[Reminders]\nDayStart=10:00\n"`, `= state fails`
///     = start
///     > add<TAB>text             client 1 says it; `2> ` client 2; lines under each other are one turn
///     @ 2026-03-01T09:00         time passes;  `@ +30ms` so much of it;  `@= time` the clock is set
///     ~ edit "..."               somebody meddles: see `Transcript.meddle`
///     < answer   ! effect        what is expected to follow: every line, and no other
enum Transcript {
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a story and returns it as it went: the same text, if all was as expected.
  static func run(_ text: String) throws -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    var went: [String] = []
    let stage = try Setting(&lines, &went).stage()
    try stage.start()
    went += stage.takeEffects()
    lines = lines.drop { isExpectation($0) }
    while let line = lines.popFirst() {
      guard !isExpectation(line) else { continue }
      went.append(line)
      try act(line, on: stage)
      // What stands under each other is said in one turn; who leaves right below has gone before it.
      if speaker(line) != nil, let next = lines.first, speaker(next) != nil || next.hasPrefix("~ leaves ") { continue }
      stage.settle()
      went += stage.takeEffects()
    }
    guard stage.fault == nil || stage.faultWasMet else { throw Difference(description: "a fault that nothing met") }
    if let client = stage.isKeptFor { throw Difference(description: "something is kept for \(client), who has left") }
    return went.joined(separator: "\n")
  }

  private static func isExpectation(_ line: String) -> Bool {
    line.hasPrefix("! ") || line.hasPrefix("< ")
      || (line.first?.isWholeNumber ?? false) && line.dropFirst().hasPrefix("< ")
  }

  /// Which client says a line; nil if none does.
  private static func speaker(_ line: String) -> Int? {
    if line.hasPrefix("> ") { return 1 }
    guard let number = line.first?.wholeNumberValue, line.dropFirst().hasPrefix("> ") else { return nil }
    return number
  }

  private static func act(_ line: String, on stage: Stage) throws {
    let rest = line.drop { $0 != " " }.dropFirst()
    if let client = speaker(line) {
      try stage.say(String(rest).replacing("<TAB>", with: "\t"), client: client)
    } else if line.hasPrefix("@= ") {
      stage.setClock(try instant(rest, stage))
    } else if line.hasPrefix("@ +"), line.hasSuffix("ms"), let milliseconds = Int64(rest.dropFirst().dropLast(2)) {
      stage.advance(to: stage.now.adding(milliseconds: milliseconds))
    } else if line.hasPrefix("@ ") {
      stage.advance(to: try instant(rest, stage))
    } else if line.hasPrefix("~ ") {
      try meddle(String(rest), with: stage)
    } else if !line.isEmpty, !line.hasPrefix("#") {
      throw Difference(description: "not understood: \(line)")
    }
  }

  private static func instant(_ text: Substring, _ stage: Stage) throws -> Instant {
    stage.zone.instant(of: try civil(String(text)))
  }

  static func civil(_ text: String) throws -> CivilTime {
    guard let time = CivilTime(text) else { throw Difference(description: "no time: \(text)") }
    return time
  }

  static func bytes(_ quoted: String) throws -> [UInt8] {
    guard quoted.count >= 2, quoted.hasPrefix("\""), quoted.hasSuffix("\"") else {
      throw Difference(description: "not in quotes: \(quoted)")
    }
    let text = quoted.dropFirst().dropLast()
    return Array(text.replacing("\\r", with: "\r").replacing("\\n", with: "\n").utf8)
  }

  static func configuration(_ quoted: String) throws -> Configuration {
    try Configuration(parsing: try bytes(quoted), home: "/home/u")
  }
}

/// The lines before `= start`.
private struct Setting {
  private var values: [String: String] = [:]
  private static let keys: Set = ["now", "zone", "file", "done", "configuration", "state"]

  init(_ lines: inout ArraySlice<String>, _ went: inout [String]) throws {
    while let line = lines.popFirst() {
      went.append(line)
      guard line != "= start" else { return }
      if line.isEmpty || line.hasPrefix("#") { continue }
      let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard parts.count == 3, parts[0] == "=", Setting.keys.contains(parts[1]), values[parts[1]] == nil else {
        throw Transcript.Difference(description: "not understood before the start: \(line)")
      }
      values[parts[1]] = parts[2]
    }
    throw Transcript.Difference(description: "a story without = start")
  }

  func stage() throws -> Stage {
    let zone = try values["zone"].map { try Zone.fixture($0) } ?? .utc
    let stage = try Stage(now: try Transcript.civil(values["now"] ?? "2026-03-01T08:00"), zone: zone)
    stage.file = try values["file"].map(Transcript.bytes)
    if let done = values["done"] { stage.beside[.done] = try Transcript.bytes(done) }
    if let state = values["state"] {
      guard state == "fails" else { throw Transcript.Difference(description: "no state: \(state)") }
      stage.stateFails = true
    }
    if let text = values["configuration"] { stage.configuration = try Transcript.configuration(text) }
    return stage
  }
}
