/// An option of the command line.
package enum Flag: String, Sendable, CaseIterable {
  case json, color, socket, dates, yes, help, version
  case format, follow, `where`, sort, due, at, priority, every, top, file, limit, print
  case dryRun = "dry-run"
  case todoTxt = "todo.txt"
  case taskwarrior

  /// As `init(rawValue:)`, which makes a dictionary of all names first: that takes longer than looking at each once.
  static func named(_ name: String) -> Flag? { allCases.first { $0.rawValue == name } }

  /// What stands behind it: `--due WORDS`; nil for a switch.
  package var value: String? {
    switch self {
    case .json, .yes, .help, .top, .file, .follow, .dryRun, .todoTxt, .taskwarrior: nil
    case .version, .print: "rN|sN"
    case .color: "always|never|auto"
    case .socket: "PATH"
    case .dates: "long|iso"
    case .where: "QUERY"
    case .sort: "KEYS"
    case .due: "'DATE [TIME]'"
    case .at: "TIME"
    case .priority: "LETTER|marks"
    case .format: "TEMPLATE"
    case .every: "TIME"
    case .limit: "N|all"
    }
  }

  package var help: String {
    switch self {
    case .json: "print JSON"
    case .color: "colour on a terminal (auto), always or never; NO_COLOR says never too"
    case .socket: "the daemon's socket, also TODOD_SOCKET"
    case .dates: "dates as 05 Dec 2026 or 2026-12-05"
    case .yes: "do not ask"
    case .help: "help on a command"
    case .version: "alone todoctl's own; to restore: that of the file at a revision or after a step"
    case .where: "the tasks a query finds, instead of ids"
    case .sort: "urgency, due, pri, created, text, project, context, id; - before one turns it round"
    case .due: "when it is due: today, fri, +3d, 'next friday 9am', 'in 2h', '2026-12-05 17:30'"
    case .at: "at what time: 17:30, 9am"
    case .priority: "A to Z, or high, medium, low; of a list: letters, or marks as in !!! !! !"
    case .format: "a line a task: '{id}\\t{due}\\t{text}'; of status one line: waybar, polybar, i3, plain or {fields}"
    case .every: "how often it comes again: day, '2 weeks', month, year, weekday; mon,wed is a task for each"
    case .top: "on the first line of the file"
    case .file: "the whole todo file, after it went missing"
    case .limit: "how many at most, the newest"
    case .print: "the file as it was at a revision or after a step"
    case .follow: "with --format: a line whenever it is another, for ever"
    case .dryRun: "say what would be added, and change nothing"
    case .todoTxt: "the lines as they are; so it is without another format"
    case .taskwarrior: "for 'task import'"
    }
  }

  /// Those that every command takes.
  static let common: [Flag] = [.json, .color, .socket, .dates, .yes, .help]

  /// The one-letter form.
  var letter: Character? {
    switch self {
    case .priority: "p"
    case .help: "h"
    default: nil
    }
  }
}
