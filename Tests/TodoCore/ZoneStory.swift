import Support
import Testing
import TodoCore
import TodoTxt

/// One row of `zone-stories.txt`: tasks in a zone, what happens, and what rings after each event.
///
///     == remark
///     Europe/Berlin 2026-03-28 20:00        where, and when it begins
///     Lead=1h                               configuration, then the tasks
///     1: a due:2026-03-29 at:0230
///     until 2026-03-29 08:30                an event
///       03-29 03:30:00 due 1                what rings until the next one
struct ZoneStory: Sendable, CustomTestStringConvertible {
  var remark = ""
  var zone = ""
  var start = ""
  var configuration: [String] = []
  var tasks: [String] = []
  /// Events, and what rings, as written.
  var script: [String] = []

  var testDescription: String { remark }

  var events: [String] { script.filter { !$0.hasPrefix(" ") } }
  var rings: [String] { script.filter { $0.hasPrefix(" ") }.map { String($0.dropFirst(2)) } }
  /// Nothing happens but that time passes for one task.
  var isQuiet: Bool { events.count == 1 && events[0].hasPrefix("until ") && tasks.count == 1 }

  static let all: [ZoneStory] = {
    let text = (try? Fixture.bytes("zone-stories.txt")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n== ", omittingEmptySubsequences: false).dropFirst().map { ZoneStory(String($0)) }
  }()

  private init(_ text: String) {
    for line in text.split(separator: "\n").map(String.init) where !line.hasPrefix("#") {
      if remark.isEmpty {
        remark = line
      } else if zone.isEmpty {
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        (zone, start) = (parts[0], parts.last ?? "")
      } else if script.isEmpty, line.first?.isNumber ?? false {
        tasks.append(line)
      } else if script.isEmpty, line.first?.isUppercase ?? false {
        configuration.append(line)
      } else {
        script.append(line)
      }
    }
  }

  func stage() throws -> Stage {
    let lines = tasks.map { $0.split(separator: ":", maxSplits: 1).last.map { String($0.dropFirst()) } ?? "" }
    return Stage(lines, at: start, in: try .fixture(zone), settings: try ZoneStory.settings(configuration))
  }

  private static func settings(_ lines: [String]) throws -> ReminderSettings {
    let text = (["[File]", "Todo=/todo.txt", "[Reminders]"] + lines).joined(separator: "\n")
    return try Configuration(parsing: Array(text.utf8), home: "/").reminders
  }

  /// The script as it went.
  func told() throws -> [String] {
    var stage = try stage()
    var configuration = configuration
    var told = stage.log.map { "  " + $0 }
    for event in events {
      stage.log = []
      let words = event.split(separator: " ", maxSplits: 1).map(String.init)
      let rest = words.count > 1 ? words[1] : ""
      switch words[0] {
      case "set":
        configuration.removeAll { $0.hasPrefix(rest.prefix { $0 != "=" } + "=") }
        configuration.append(rest)
        let settings = try ZoneStory.settings(configuration)
        stage.configure { $0 = settings }
      case "zone": stage.move(to: try .fixture(rest))
      default: try act(words[0], rest, on: &stage)
      }
      told.append(event)
      told += stage.log.map { "  " + $0 }
    }
    return told
  }

  private func act(_ verb: String, _ rest: String, on stage: inout Stage) throws {
    func numbered() throws -> (Int32, String) {
      let parts = rest.split(separator: " ", maxSplits: 1).map(String.init)
      return (try #require(Int32(parts[0].filter(\.isNumber)), "\(verb) \(rest)"), parts.count > 1 ? parts[1] : "")
    }
    switch verb {
    case "until": stage.wait(until: rest)
    case "clock": try setClock(rest, on: &stage)
    case "wake": stage.wakeAhead(at: rest)
    case "restart": rest.isEmpty ? stage.restart() : stage.restart(at: rest)
    case "client", "file":
      let (id, line) = try numbered()
      stage.change(id, to: line.isEmpty ? nil : line, by: verb == "file" ? .file : .client)
    case "close": stage.close(try numbered().0)
    case "press": stage.close(try numbered().0, pressing: true)
    case "snooze":
      let (id, words) = try numbered()
      stage.snooze(id, words)
    case "dismiss": stage.dismiss(try numbered().0)
    case "undo": stage.undo()
    case "pause":
      let parts = rest.split(separator: " ", maxSplits: 1).map(String.init)
      stage.pause(parts[0] == "all" ? nil : parts[0], until: parts.count > 1 ? parts[1] : nil)
    case "resume": stage.resume(rest == "all" ? nil : rest)
    case "server": rest == "on" ? stage.serverArrives() : (stage.hasServer = false)
    case "disturb": stage.doNotDisturb(rest == "no")
    case "crash":
      stage.isSilent = true
      stage.wait(until: rest)
      stage.isSilent = false
      stage.restart()
    case "why": stage.log += stage.fates(of: try numbered().0)
    case "counts": stage.log.append("today \(stage.reminders.counts.today) overdue \(stage.reminders.counts.overdue)")
    case "next":
      let next = stage.reminders.next(for: ItemID(try numbered().0))
      stage.log.append(next.map(stage.zone.iso8601) ?? "never")
    default: Issue.record("no such event: \(verb)")
    }
  }

  /// `2026-03-01 09:00`, or by `+1h`, `-10y` (of 365.25 days): a step of the clock, or the end of a suspend.
  private func setClock(_ text: String, on stage: inout Stage) throws {
    guard let sign = text.first, sign == "+" || sign == "-" else { return stage.jump(to: text) }
    let number = try #require(Int64(text.filter(\.isNumber)))
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "y": 31_557_600]
    let unit = try #require(text.last.flatMap { units[$0] }, "\(text)")
    stage.jump(to: stage.now.adding(seconds: (sign == "-" ? -number : number) * unit))
  }
}
