/// Commands that todo-exchange carries out: foreign formats stay out of this program.
extension CommandTable {
  static let ofExchange: [CommandRow] = [
    CommandRow(
      "import", "FILE | -", flags: [.dryRun], .exchange,
      "Adds the tasks of Taskwarrior ('task export'), of a todo.txt or of calcurse's file 'todo'.",
      example: "todoctl import --dry-run tasks.json"
    ) { options throws(Problem) in
      try options.atMost(1)
      guard let file = options.words.first else {
        throw .usage("the file is missing", hint: "todoctl import FILE, or - for the input")
      }
      return .importing(file: file, isDry: options.has(.dryRun))
    },
    CommandRow(
      "export", "[QUERY]", flags: [.todoTxt, .taskwarrior], .exchange,
      "Prints all tasks, or those a query finds, as todo.txt, --json or for Taskwarrior.",
      example: "todoctl export --taskwarrior +work"
    ) { options throws(Problem) in
      let formats: [(Flag, ExportFormat)] = [(.json, .json), (.todoTxt, .todoTxt), (.taskwarrior, .taskwarrior)]
      let asked = formats.filter { options.has($0.0) }
      guard asked.count < 2 else {
        throw .usage("--\(asked[0].0.rawValue) and --\(asked[1].0.rawValue) are two formats", hint: "say one")
      }
      return .exporting(query: options.text, asked.first?.1 ?? .todoTxt)
    },
  ]
}
