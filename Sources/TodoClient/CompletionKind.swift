/// What can stand in a place of a command line: read from the table's own words for people, `TASK... [WHEN]`.
enum CompletionKind: Hashable {
  case tasks, trash, query, text, changes, date, time, span, later, length, priority, steps, files, commands, sortKeys
  case fields, limit
  case words([String])
  /// Something that only its user knows.
  case nothing
}

extension CompletionKind {
  /// The places of an arguments text, in their order; whether the first one takes any number of words.
  static func places(of row: CommandRow) -> (kinds: [CompletionKind], repeatsFirst: Bool) {
    let words = row.arguments.split { $0 == " " || $0 == "[" || $0 == "]" }.filter { $0 != "|" }
    let kinds = words.compactMap { kind(of: $0, row: row.name) }
    return (kinds, words.first?.hasSuffix("...") ?? false)
  }

  private static func kind(of word: Substring, row: String) -> CompletionKind? {
    switch word.hasSuffix("...") ? word.dropLast(3) : word {
    case "TASK": .tasks
    case "ID": row == "restore" ? .trash : .tasks
    case "QUERY": .query
    case "TEXT", "LINE": .text
    case "CHANGE": .changes
    case "DATE": .date
    case "TIME": .time
    case "WHEN": .later
    case "LENGTH": .length
    case "LETTER": .priority
    case "STEP": .steps
    case "FILE": .files
    case "COMMAND": .commands
    case "KEYS": .sortKeys
    case "COUNT": .nothing
    case "-": nil
    // Words to be typed as they stand: `top`, `keep|drop|both`.
    case let literal: .words(literal.split(separator: "|").map(String.init))
    }
  }

  /// What stands behind an option.
  init(of flag: Flag) {
    switch flag {
    case .where: self = .query
    case .sort: self = .sortKeys
    case .due: self = .date
    case .at: self = .time
    case .every: self = .span
    case .priority: self = .priority
    case .version, .print: self = .steps
    case .format: self = .fields
    case .limit: self = .limit
    case .socket: self = .files
    default:
      let words = flag.value?.split(separator: "|").map(String.init) ?? []
      self = words.count > 1 ? .words(words) : .nothing
    }
  }
}
