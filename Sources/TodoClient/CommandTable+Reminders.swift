import TodoProtocol

/// Commands about what rings.
extension CommandTable {
  static let ofTasks: [CommandRow] = [
    CommandRow(
      "snooze", "TASK... [WHEN]", flags: [.where], .change,
      "Puts reminders off: 10min, 3h, tonight, tomorrow, fri, 20 aug, 17:30; the due stays.",
      example: "todoctl snooze last 30min"
    ) { options throws(Problem) in
      let (tasks, when) = try options.targetsAndWhen()
      return .change(Change("snoozed", tasks) { .snooze($0, when: when) })
    },
    CommandRow(
      "dismiss", "TASK...", flags: [.where], .change,
      "Ends the reminders of tasks until their due is another; of what rang ahead of the due that alone.",
      example: "todoctl dismiss rung"
    ) { options throws(Problem) in .change(Change("dismissed", try options.targets()) { .dismiss($0) }) },
    CommandRow(
      "resolve", "TASK... keep|drop|both", flags: [.where], .change,
      "Settles clashes: a task stays and its twin goes, it goes and the twin stays, or both are tasks from now on.",
      example: "todoctl resolve 17 keep"
    ) { options throws(Problem) in try options.resolve() },
    CommandRow(
      "skip", "TASK...", flags: [.where], .change, "Moves recurring tasks to their next due without completing them.",
      example: "todoctl skip 17"
    ) { options throws(Problem) in .change(Change("skipped", try options.targets()) { .skip($0) }) },
  ]

  static let ofRinging: [CommandRow] = [
    CommandRow(
      "missed", "", .care, "Lists what rang and was neither closed nor answered.", example: "todoctl missed"
    ) { options throws(Problem) in
      try options.atMost(0)
      return .missed
    },
    CommandRow(
      "why", "TASK", .care, "Explains when a task rings, and what became of each reminder.", example: "todoctl why 17"
    ) { options throws(Problem) in .why(try Targets(options.words, where: nil)) },
    CommandRow(
      "pause", "[QUERY] LENGTH", .care,
      "Holds reminders: 2h, until 18:00, until 20 aug, on, toggle; with a query those of its tasks.",
      example: "todoctl pause +work until 20 aug"
    ) { options throws(Problem) in
      guard !options.words.isEmpty else {
        throw .usage("for how long is missing", hint: "2h, until 18:00, until 20 aug, on or toggle")
      }
      return .pause(.pause(options.text))
    },
    CommandRow(
      "resume", "[QUERY]", aliases: ["unpause"], .care, "Ends pauses, or that of a query; what they held rings.",
      example: "todoctl resume"
    ) { options in .pause(.resume(query: options.text)) },
  ]
}
