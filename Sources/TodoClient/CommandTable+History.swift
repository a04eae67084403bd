import TodoProtocol

/// Commands about what was changed.
extension CommandTable {
  static let ofHistory: [CommandRow] = [
    CommandRow(
      "history", "[STEP | ID... | QUERY]", aliases: ["log"], flags: [.limit, .where, .print], .look,
      "Lists what was changed, newest first: the last 20 steps, one step, or the story of tasks, also of gone ones.",
      example: "todoctl history 17"
    ) { options throws(Problem) in
      if let name = try options.version(.print) {
        try options.atMost(0)
        return .print(name)
      }
      let scope = try options.historyScope()
      return .history(scope, limit: try options.limit(scope == .all ? 20 : nil))
    }
  ]
}
