/// Every verb there is: parsing, `commands` and the manual's table come from these rows.
package enum VerbTable {
  package static let rows: [Verb] = session + reading + changing + reminding + service

  private static let session: [Verb] = [
    Verb("hello", "[VERSION]", errors: [.version], "Says the client's protocol; answers the greeting again.") {
      words throws(BadRequest.Fact) in .hello(try words.version())
    },
    plain("ping", .ping, "Answers OK."),
    plain("commands", .commands, rows: .data, "Lists the verbs with their words."),
    plain("views", .views, rows: .data, "Lists the saved queries: in a query view:NAME stands for one."),
    Verb(
      "watch", "TOPICS", options: [.since], text: .optional("QUERY"), fixedWords: 1, rows: .tasksThenEvents,
      "Answers the rows, or what changed since a revision, then events."
    ) { words throws(BadRequest.Fact) in .watch(try words.topics(), since: words.since, query: words.query) },
    plain("unwatch", .unwatch, "Ends the events."),
    plain("begin", .begin, errors: [.conflict], "Opens a batch: all or nothing, one write, one step."),
    plain(
      "commit", .commit, makesStep: true, rows: .tasksThenData, errors: [.conflict, .file, .fileBusy],
      "Carries the batch out."),
    plain("abort", .abort, errors: [.conflict], "Forgets the batch."),
    plain("quit", .quit, "Closes this connection, never the daemon."),
  ]

  private static let reading: [Verb] = [
    Verb(
      "list", "", options: [.sort, .rows], text: .optional("QUERY"), rows: .tasks, "Answers the tasks a query finds."
    ) {
      words throws(BadRequest.Fact) in .list(query: words.query, sort: words.sort, rows: words.rows)
    },
    Verb("get", "ITEM...", rows: .tasks, errors: [.notFound], "Answers those tasks.") {
      words throws(BadRequest.Fact) in .get(try words.items())
    },
    Verb("agenda", "[COUNT]", rows: .tasks, "Answers the reminders to come, soonest first: a row for each.") {
      words throws(BadRequest.Fact) in .agenda(limit: try words.limit())
    },
    plain("next", .next, rows: .tasks, "Answers the task that rings next, if there is one."),
    plain("missed", .missed, rows: .tasks, "Answers the tasks that rang and were neither closed nor answered."),
    Verb(
      "why", "ITEM", rows: .tasksThenData, errors: [.notFound],
      "Answers a task and what became of each moment at which it should ring."
    ) { words throws(BadRequest.Fact) in
      try words.end(after: 1)
      return .why(try words.item(0))
    },
    Verb(
      "history", "[STEP | ITEM...]", options: [.limit], rows: .steps, errors: [.notFound],
      "Answers what was changed, newest first: all, one step, or the story of tasks, also of ones that are gone."
    ) { words throws(BadRequest.Fact) in .history(try words.historyScope(), limit: words.most) },
    Verb(
      "trash", "[ITEM...]", options: [.limit], rows: .tasks,
      "Answers lines that anyone took out of the file and that are in no other, newest first: 'restore' brings them back."
    ) { words throws(BadRequest.Fact) in
      .trash(words.words.isEmpty ? [] : try words.items(), limit: words.most)
    },
    Verb(
      "version", "REV | STEP", rows: .lines, errors: [.notFound],
      "Answers the lines of the file as it was at a revision, or as a step left it."
    ) { words throws(BadRequest.Fact) in .version(try words.versionName()) },
    Verb("projects", "", text: .optional("QUERY"), rows: .data, "Counts the open tasks of each project.") {
      words throws(BadRequest.Fact) in .projects(query: words.query)
    },
    Verb("contexts", "", text: .optional("QUERY"), rows: .data, "Counts the open tasks of each context.") {
      words throws(BadRequest.Fact) in .contexts(query: words.query)
    },
  ]

  private static let changing: [Verb] = [
    Verb(
      "add", "", options: [.top], text: .required("TEXT"), makesStep: true, rows: .tasks, errors: changeErrors,
      "Adds a task."
    ) { words throws(BadRequest.Fact) in .add(text: try words.requiredText("the task's text"), top: words.isAtTop) },
    Verb(
      "put", "UUID", options: [], text: .required("LINE"), fixedWords: 1, makesStep: true, rows: .tasks,
      errors: changeErrors, "Replaces the task of that uuid, or adds it."
    ) { words throws(BadRequest.Fact) in .put(try words.uuid(), line: try words.requiredText("the task's line")) },
    Verb(
      "replace", "ITEM", options: [.condition, .whole], text: .required("LINE"), fixedWords: 1, makesStep: true,
      rows: .tasks,
      errors: itemErrors,
      "Puts another line in the place of a task's; what it does not say of priority and dates stays, but with 'whole=1'."
    ) { words throws(BadRequest.Fact) in
      try words.end(after: 1)
      return .replace(
        try words.item(0), line: try words.requiredText("the task's line"), isWhole: words.isWhole)
    },
    Verb(
      "append", "ITEM...", options: [.condition], text: .required("TEXT"), fixedWords: 1, makesStep: true, rows: .tasks,
      errors: itemErrors, "Adds words at the end of tasks."
    ) { words throws(BadRequest.Fact) in .append(try words.items(), text: try words.requiredText("the text")) },
    Verb(
      "prepend", "ITEM...", options: [.condition], text: .required("TEXT"), fixedWords: 1, makesStep: true,
      rows: .tasks, errors: itemErrors, "Adds words before the text of tasks, after priority and date."
    ) { words throws(BadRequest.Fact) in .prepend(try words.items(), text: try words.requiredText("the text")) },
    Verb(
      "set", "ITEM...", options: [.condition], text: .required("CHANGES"), fixedWords: 1, makesStep: true, rows: .tasks,
      errors: itemErrors, "Changes keys, priority and tags: due:fri, due:, pri:A, +tag, -+tag."
    ) { words throws(BadRequest.Fact) in .set(try words.items(), try words.edits()) },
    ofItems("done", "Completes tasks; a recurring one gets its successor.") { .done($0) },
    ofItems("undone", "Opens completed tasks again; the untouched next line of a recurring one goes.") {
      .undone($0)
    },
    ofItems("remove", "Takes tasks out of the file, into the trash.") { .remove($0) },
    Verb(
      "restore", "ITEM... | REV | STEP | file", makesStep: true, rows: .tasks, errors: itemErrors,
      "Brings removed tasks back, and archived or moved ones out of their file; the untouched next line of a recurring one "
        + "goes. 'r118' or 's812' makes the file what it was, 'file' writes one that went missing."
    ) { words throws(BadRequest.Fact) in try words.restore() },
    plain(
      "accept", .accept, makesStep: true, errors: [.conflict], "Believes that a missing todo file is meant to be gone."),
    Verb("undo", "[STEP]", makesStep: true, rows: .tasks, errors: itemErrors, "Takes a step back.") {
      words throws(BadRequest.Fact) in .undo(step: try words.step())
    },
    Verb("redo", "[STEP]", makesStep: true, rows: .tasks, errors: itemErrors, "Does again what was undone.") {
      words throws(BadRequest.Fact) in .redo(step: try words.step())
    },
    Verb(
      "reorder", "ITEM top | ITEM after ITEM", options: [.condition], makesStep: true, rows: .tasks, errors: itemErrors,
      "Moves a task's line within the file."
    ) { words throws(BadRequest.Fact) in .reorder(try words.item(0), try words.place()) },
    Verb(
      "move", "ITEM...", options: [.condition], text: .required("FILE"), fixedWords: 1, makesStep: true,
      errors: itemErrors, "Moves tasks to a file in the todo file's directory."
    ) { words throws(BadRequest.Fact) in
      .move(try words.items(), file: try words.requiredText("the name of the file")[...].string)
    },
    Verb("sort", "[KEYS]", makesStep: true, errors: changeErrors, "Rewrites the order of the file's lines.") {
      words throws(BadRequest.Fact) in .sort(keys: try words.sortKeys())
    },
    plain("archive", .archive, makesStep: true, errors: changeErrors, "Moves completed tasks to the done file."),
    Verb(
      "resolve", "ITEM... keep|drop|both", options: [.condition], makesStep: true, rows: .tasks, errors: itemErrors,
      "Settles clashes: the line stays and its twin goes, or the other way round, or both are tasks."
    ) { words throws(BadRequest.Fact) in
      let (items, choice) = try words.itemsAndChoice()
      return .resolve(items, choice)
    },
    ofItems("skip", "Moves recurring tasks to their next due without completing them.") { .skip($0) },
  ]

  private static let reminding: [Verb] = [
    Verb(
      "snooze", "ITEM...", options: [.condition], text: .optional("WHEN"), fixedWords: 1, makesStep: true, rows: .tasks,
      errors: reminderErrors, "Puts reminders off: 10min, 3h, tonight, tomorrow, a day, a time."
    ) { words throws(BadRequest.Fact) in .snooze(try words.items(), when: words.optionalText) },
    Verb(
      "dismiss", "ITEM...", options: [.condition], makesStep: true, rows: .tasks, errors: reminderErrors,
      "Ends the reminders of this occurrence, or of a lead."
    ) { words throws(BadRequest.Fact) in .dismiss(try words.items()) },
    Verb(
      "pause", "", text: .required("[QUERY] WHEN"), makesStep: true, rows: .data, errors: [.file],
      "Holds what would ring: 2h, until 18:00, until 20 aug, on, toggle; of a query's tasks alone."
    ) { words throws(BadRequest.Fact) in .pause(try words.requiredText("for how long")[...].string) },
    Verb(
      "resume", "", text: .optional("QUERY"), makesStep: true, rows: .data, errors: [.notFound, .file],
      "Ends pauses, or that of a query; what they held rings."
    ) { words throws(BadRequest.Fact) in .resume(query: words.query) },
  ]

  private static let service: [Verb] = [
    plain("status", .status, rows: .data, "Says what is served, what is due and what is wrong."),
    plain(
      "doctor", .doctor, rows: .data, "Says what the daemon knows of its own condition, with every name and reason."),
    plain("reload", .reload, errors: [.file], "Reads the configuration again."),
    plain("test", .test, rows: .data, "Shows a popup and says what answered, once it is shown or cannot be."),
  ]

  private static let changeErrors: [ErrorName] = [.file, .fileBusy, .tooLarge]
  private static let itemErrors: [ErrorName] = [.notFound, .conflict, .file, .fileBusy]

  /// Of verbs that touch no todo file; the state's disk may be full.
  private static let reminderErrors: [ErrorName] = [.notFound, .conflict, .file]

  /// The common shape of a change: some items, and perhaps the hash of the only one.
  private static func ofItems(
    _ name: String, _ summary: String, _ command: @escaping @Sendable ([ItemName]) -> Command
  ) -> Verb {
    Verb(
      name, "ITEM...", options: [.condition], makesStep: true, rows: .tasks, errors: itemErrors, summary
    ) { words throws(BadRequest.Fact) in command(try words.items()) }
  }

  /// A verb that is only its name.
  private static func plain(
    _ name: String, _ command: Command, makesStep: Bool = false, rows: Verb.Rows = .none, errors: [ErrorName] = [],
    _ summary: String
  ) -> Verb {
    Verb(name, "", makesStep: makesStep, rows: rows, errors: errors, summary) { _ throws(BadRequest.Fact) in command }
  }

  private static let packed: [UInt64] = rows.map(\.packed)

  /// Finds a verb by comparing whole names as numbers: quicker than hashing for so few.
  static func verb(_ name: ArraySlice<UInt8>) -> Verb? {
    guard (1...8).contains(name.count) else { return nil }
    var number: UInt64 = 0
    for byte in name { number = number << 8 | UInt64(byte) }
    return packed.firstIndex(of: number).map { rows[$0] }
  }
}
