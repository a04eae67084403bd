import TodoProtocol

/// Every command there is.
package enum CommandTable {
  package static let rows: [CommandRow] = capture + look + ofHistory + change + ofExchange + care

  /// The row of a name or alias, and the words the alias stands for.
  package static func find(_ name: String) -> (row: CommandRow, words: [String])? {
    // One after the other: those behind are not even made.
    find(name, in: capture) ?? find(name, in: look) ?? find(name, in: ofHistory) ?? find(name, in: change)
      ?? find(name, in: care) ?? find(name, in: ofExchange)
  }

  private static func find(_ name: String, in rows: [CommandRow]) -> (row: CommandRow, words: [String])? {
    for row in rows {
      if row.name == name { return (row, []) }
      if let alias = row.aliases.first(where: { $0.name == name }) { return (row, alias.words) }
    }
    return nil
  }

  private static let capture: [CommandRow] = [
    CommandRow(
      "add", "[TEXT... | -]", aliases: ["a"], flags: [.due, .at, .priority, .every, .top], .capture,
      "Adds a task; from a pipe or with '-' one a line.", example: "todoctl add Call mum due:fri at:9am +family"
    ) { options throws(Problem) in .add(try Addition(options)) },
    CommandRow(
      "remind", "WHEN TEXT...", flags: [.priority, .every, .top], .capture,
      "Adds a task that rings: WHEN is 20min, in 2h, at 5pm, tonight, fri, tomorrow 9am, 5 dec 17:30.",
      example: "todoctl remind tomorrow 9am Pay rent"
    ) { options throws(Problem) in .add(try Addition(reminding: options)) },
    CommandRow(
      "init", "[FILE]", .capture, "Finds your todo.txt and tells todod of it.", example: "todoctl init ~/todo.txt"
    ) { options throws(Problem) in
      try options.atMost(1)
      return .initialise(file: options.words.first)
    },
  ]

  private static let look: [CommandRow] = [
    CommandRow(
      "list", "[QUERY]", aliases: ["ls"],
      phrases: [
        ("lsa", "all"), ("listall", "all"), ("lsp", "pri:A..Z"), ("listpri", "pri:A..Z"), ("completed", "done"),
      ],
      flags: [.sort, .format, .priority], .look,
      "Lists the tasks a query finds: words, +project, @context, due:, pri:, view:, done, all.",
      example: "todoctl list +family due:..fri"
    ) { options in .list(query: options.text, sort: options[.sort]) },
    CommandRow(
      "count", "[QUERY]", .look, "Prints how many tasks a query finds.", example: "todoctl count overdue"
    ) { options in .count(query: options.text) },
    CommandRow("views", "", .look, "Lists the saved queries: view:NAME stands for one.", example: "todoctl views") {
      options throws(Problem) in
      try options.atMost(0)
      return .views
    },
    CommandRow(
      "show", "TASK...", aliases: ["info"], flags: [.where], .look, "Shows all there is to know of tasks.",
      example: "todoctl show 17"
    ) { options throws(Problem) in .show(try Targets(options.words, where: options[.where])) },
    CommandRow("agenda", "[COUNT]", .look, "Lists the reminders to come, soonest first.", example: "todoctl agenda 5") {
      options throws(Problem) in
      try options.atMost(1)
      guard let word = options.words.first else { return .agenda(.agenda(limit: nil)) }
      guard let count = Int(word), count > 0 else { throw .usage("'\(word)' is no number from 1") }
      return .agenda(.agenda(limit: count))
    },
    CommandRow("next", "", .look, "Shows the very next task to ring.", example: "todoctl next") {
      options throws(Problem) in
      try options.atMost(0)
      return .agenda(.next)
    },
    CommandRow(
      "projects", "[QUERY]", aliases: ["lsprj", "listproj"], .look, "Counts the open tasks of each project.",
      example: "todoctl projects"
    ) { options in .tags(.projects(query: options.text), sign: "+") },
    CommandRow(
      "contexts", "[QUERY]", aliases: ["lsc", "listcon", "tags"], .look, "Counts the open tasks of each context.",
      example: "todoctl contexts"
    ) { options in .tags(.contexts(query: options.text), sign: "@") },
    CommandRow(
      "watch", "[QUERY]", .look, "Shows the list as it changes; in a pipe and with --json each change and reminder.",
      example: "todoctl watch +work"
    ) { options in .watch(query: options.text) },
  ]

  private static let change: [CommandRow] = changeOfState + ofTasks + changeOfWords + changeOfOrder

  private static let changeOfState: [CommandRow] = [
    CommandRow(
      "done", "TASK...", aliases: ["do", "complete", "finish"], flags: [.where], .change, "Completes tasks.",
      example: "todoctl done 3 5 7-9"
    ) { options throws(Problem) in .change(Change("done", try options.targets()) { .done($0) }) },
    CommandRow(
      "undone", "TASK...", flags: [.where], .change,
      "Opens completed tasks again; the untouched next line of a recurring one goes.", example: "todoctl undone 17"
    ) { options throws(Problem) in .change(Change("open again", try options.targets(), place: .done) { .undone($0) }) },
    CommandRow(
      "remove", "TASK...", aliases: ["rm", "del", "delete"], flags: [.where], .change, "Takes tasks out of the file.",
      example: "todoctl remove 17"
    ) { options throws(Problem) in .change(Change("removed", try options.targets(), isDrastic: true) { .remove($0) }) },
    CommandRow(
      "restore", "ID...", flags: [.file, .version], .change,
      "Brings removed tasks back, and archived or moved ones out of their file; or makes the file what it was.",
      example: "todoctl restore 17"
    ) { options throws(Problem) in
      if let name = try options.version(.version) {
        try options.atMost(0)
        return .step(.restoreVersion(name), did: "restored")
      }
      if options.has(.file) { return .step(.restoreFile, did: "restored the file") }
      return .change(Change("restored", try options.targets(), place: .trash) { .restore($0) })
    },
    CommandRow(
      "undo", "[STEP...]", .change, "Takes back the newest change, or those named.", example: "todoctl undo s812"
    ) { options throws(Problem) in
      guard options.words.count > 1 else { return .step(.undo(step: try options.step()), did: "undone") }
      return .undo(try options.steps())
    },
    CommandRow(
      "redo", "[STEP]", .change, "Does again what was undone last, or the undone step named.",
      example: "todoctl redo s812"
    ) { options throws(Problem) in .step(.redo(step: try options.step()), did: "redone") },
    CommandRow(
      "accept", "", .change, "Believes that a todo file that went missing is meant to be gone.",
      example: "todoctl accept"
    ) { options throws(Problem) in
      try options.atMost(0)
      return .step(.accept, did: "accepted")
    },
  ]

  private static let changeOfWords: [CommandRow] = [
    CommandRow(
      "set", "TASK... CHANGE...", aliases: ["mod", "modify"], flags: [.where], .change,
      "Changes keys, tags and priority: key:value, key: clears, +tag @tag add, -+tag removes.",
      example: "todoctl set 17 due:fri at: +garden"
    ) { options throws(Problem) in try options.set() },
    CommandRow(
      "due", "TASK... DATE [TIME] | none", flags: [.where], .change, "Changes when tasks are due.",
      example: "todoctl due 22 tomorrow 9am"
    ) { options throws(Problem) in try options.due() },
    CommandRow(
      "pri", "TASK... LETTER", aliases: ["p"], flags: [.where], .change, "Gives tasks a priority.",
      example: "todoctl pri 17 A"
    ) { options throws(Problem) in try options.priority() },
    CommandRow(
      "depri", "TASK...", aliases: ["dp"], flags: [.where], .change, "Takes priorities away.",
      example: "todoctl depri 17"
    ) {
      options throws(Problem) in .change(Change("changed", try options.targets()) { .set($0, [.priority(nil)]) })
    },
    CommandRow(
      "append", "TASK TEXT...", aliases: ["app"], .change, "Adds words at the end of a task.",
      example: "todoctl append 17 and dad"
    ) { options throws(Problem) in
      let (task, text) = try options.taskAndText()
      return .change(Change("changed", task) { .append($0, text: text) })
    },
    CommandRow(
      "prepend", "TASK TEXT...", aliases: ["prep"], .change, "Adds words at the beginning of a task.",
      example: "todoctl prepend 17 Soon:"
    ) { options throws(Problem) in
      let (task, text) = try options.taskAndText()
      return .change(Change("changed", task) { .prepend($0, text: text) })
    },
    CommandRow(
      "edit", "TASK...", aliases: ["e"], flags: [.where], .change,
      "Opens the lines of tasks in your editor and makes of them what you make of their lines.",
      example: "todoctl edit --where +garden"
    ) { options throws(Problem) in .edit(try options.targets()) },
    CommandRow(
      "replace", "TASK LINE...", .change, "Puts another line in a task's place.",
      example: "todoctl replace 17 '(A) Call mum and dad due:fri'"
    ) { options throws(Problem) in
      let (task, line) = try options.taskAndText()
      return .change(
        Change("changed", task) { names throws(Problem) in
          guard names.count == 1, names[0].isSingle else {
            throw .usage("'replace' takes one task", hint: "name one, by its id")
          }
          return .replace(names[0], line: line)
        })
    },
  ]

  private static let changeOfOrder: [CommandRow] = [
    CommandRow(
      "reorder", "TASK top | after TASK", .change, "Moves a task's line within the file.",
      example: "todoctl reorder 17 after 3"
    ) { options throws(Problem) in try options.reorder() },
    CommandRow(
      "move", "TASK... FILE", aliases: ["mv"], flags: [.where], .change,
      "Moves tasks to another file in the todo file's directory.", example: "todoctl move 17 someday.txt"
    ) { options throws(Problem) in try options.move() },
    CommandRow(
      "sort", "[KEYS]", .change, "Rewrites the order of the file's lines, by priority and due or by the keys.",
      example: "todoctl sort due,pri"
    ) { options throws(Problem) in
      try options.atMost(1)
      return .step(.sort(keys: options.words.first), did: "sorted")
    },
    CommandRow("archive", "", .change, "Moves completed tasks to the done file.", example: "todoctl archive") {
      options throws(Problem) in
      try options.atMost(0)
      return .step(.archive, did: "archived")
    },
  ]

  private static let care: [CommandRow] = ofRinging + ofService

  private static let ofService: [CommandRow] = [
    CommandRow(
      "status", "", flags: [.format, .follow], .care,
      "Says whether todod runs, what is due and what is wrong; one line for a bar or a prompt.",
      example: "todoctl status --format plain"
    ) { options throws(Problem) in try options.status() },
    CommandRow(
      "doctor", "", .care, "Examines all that todod needs, and says of each whether it is well or what to do.",
      example: "todoctl doctor"
    ) {
      options throws(Problem) in
      try options.atMost(0)
      return .doctor
    },
    CommandRow("reload", "", .care, "Has todod read its configuration again.", example: "todoctl reload") {
      options throws(Problem) in
      try options.atMost(0)
      return .service(.reload, did: "reloaded")
    },
    CommandRow("test", "", .care, "Shows a popup and says what answered.", example: "todoctl test") {
      options throws(Problem) in
      try options.atMost(0)
      return .test
    },
    CommandRow("ping", "", .care, "Asks todod for a sign of life.", example: "todoctl ping") {
      options throws(Problem) in
      try options.atMost(0)
      return .service(.ping, did: "OK")
    },
    CommandRow(
      "request", "LINE... | -", .care,
      "Sends requests as todod-protocol(7) has them, each argument or line of the input one, and prints what is answered.",
      example: "todoctl request commands"
    ) { options throws(Problem) in
      guard !options.words.isEmpty else {
        throw .usage("the request is missing", hint: "todoctl request commands, or - for lines of the input")
      }
      return .request(options.words == ["-"] ? nil : options.words)
    },
    CommandRow("help", "[COMMAND]", .care, "Explains a command.", example: "todoctl help done") {
      options throws(Problem) in
      try options.atMost(1)
      return .help(topic: options.words.first)
    },
  ]
}
