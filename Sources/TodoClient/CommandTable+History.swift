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
    },
    CommandRow(
      "trash", "[ID... | QUERY]", flags: [.limit, .where], .look,
      "Lists lines that anybody took out of the file, the last 20: 'restore ID' brings one back.",
      example: "todoctl trash milk"
    ) { options throws(Problem) in
      let items = try options.items()
      return .trash(items, limit: try options.limit(items.isEmpty ? 20 : nil))
    },
  ]
}
