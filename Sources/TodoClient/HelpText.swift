/// Help, made from the table of commands.
package enum HelpText {
  package static var all: String {
    var text = """
      todoctl - your todo.txt, by way of todod

      todoctl                     what is overdue, due until tomorrow, and next
      todoctl COMMAND [WORDS...]


      """
    for section in CommandRow.Section.allCases {
      text += "\(section.rawValue)\n"
      for row in CommandTable.rows where row.section == section {
        let words = row.arguments.isEmpty ? row.name : "\(row.name) \(row.arguments)"
        text += words.utf8.count < 26 ? "  " + padded(words, to: 26) : "  \(words)\n" + padded("", to: 28)
        text += "\(row.help)\n"
      }
      text += "\n"
    }
    text += "Tasks: ids 3 5 7-9, :12 (a line of the file), last, rung, - (from the input), one argument of words.\n\n"
    return text + "Options of every command\n" + options(Flag.common) + "\nMore: todoctl help COMMAND\n"
  }

  package static func command(_ name: String) throws(Problem) -> String {
    guard let (row, words) = CommandTable.find(name) else {
      throw .usage("'\(name)' is no command", hint: "'todoctl --help' lists them")
    }
    var text = "\(row.usage)\n\n\(row.help)\n"
    if !words.isEmpty { text += "'\(name)' is '\(row.name) \(words.joined(separator: " "))'.\n" }
    let aliases = row.aliases.filter { $0.words.isEmpty }.map(\.name)
    if !aliases.isEmpty { text += "Also: \(aliases.joined(separator: ", "))\n" }
    if !row.flags.isEmpty { text += "\n" + options(row.flags) }
    if let dates = DateHelp.text(of: row.name) { text += "\n" + dates }
    return text + "\nExample: \(row.example)\n"
  }

  private static func options(_ flags: [Flag]) -> String {
    flags.map { flag in
      let letter = flag.letter.map { "-\($0), " } ?? ""
      let words = "\(letter)--\(flag.rawValue)\(flag.value.map { " \($0)" } ?? "")"
      return "  \(padded(words, to: 26))  \(flag.help)\n"
    }.joined()
  }
}
