/// One row of the table of commands: parsing, `--help`, `help COMMAND` and the manual's check come from it.
package struct CommandRow: Sendable {
  package enum Section: String, Sendable, CaseIterable {
    case capture = "Capture"
    case look = "Look"
    case change = "Change"
    case exchange = "Exchange"
    case care = "Care"
  }

  /// Another name, with words that it stands for: `lsa` is `list all`.
  package struct Alias: Hashable, Sendable {
    package let name: String
    package let words: [String]
  }

  package let name: String
  package let aliases: [Alias]
  /// For people: `TASK... CHANGE...`.
  package let arguments: String
  package let section: Section
  package let flags: [Flag]
  /// One line.
  package let help: String
  package let example: String
  let action: @Sendable (Options) throws(Problem) -> Action

  init(
    _ name: String, _ arguments: String, aliases: [String] = [], phrases: [(String, String)] = [],
    flags: [Flag] = [], _ section: Section, _ help: String, example: String,
    action: @escaping @Sendable (Options) throws(Problem) -> Action
  ) {
    self.name = name
    self.arguments = arguments
    self.aliases =
      aliases.map { Alias(name: $0, words: []) } + phrases.map { Alias(name: $0.0, words: [$0.1]) }
    self.section = section
    self.flags = flags
    self.help = help
    self.example = example
    self.action = action
  }

  /// `todoctl append TASK TEXT...`.
  package var usage: String {
    var words = ["todoctl", name]
    words += flags.map { flag in
      let name = flag.letter.map { "-\($0)|--\(flag.rawValue)" } ?? "--\(flag.rawValue)"
      return "[\(name)\(flag.value.map { " \($0)" } ?? "")]"
    }
    if !arguments.isEmpty { words.append(arguments) }
    return words.joined(separator: " ")
  }
}
