/// The parts of a request line that says a command.
struct CommandSpelling {
  let verb: String
  var options: [(key: String, value: String)] = []
  var words: [String] = []
  var text: [UInt8]?

  init(
    _ verb: String, options: [(key: String, value: String)] = [], items: [ItemName] = [], words: [String] = [],
    text: [UInt8]? = nil
  ) {
    self.verb = verb
    self.options = options
    self.words = items.map(\.description) + words
    self.text = text
  }

  /// With a query; an empty one is left out, but never the TAB after which options are options.
  init(_ verb: String, options: [(key: String, value: String)] = [], words: [String] = [], query: String) {
    let needsTab = !query.isEmpty || !options.isEmpty
    self.init(verb, options: options, words: words, text: needsTab ? Array(query.utf8) : nil)
  }
}

extension Command {
  var spelling: CommandSpelling {
    switch self {
    case .hello(let version): CommandSpelling("hello", words: version.map { ["todod", $0.description] } ?? [])
    case .ping: CommandSpelling("ping")
    case .status: CommandSpelling("status")
    case .doctor: CommandSpelling("doctor")
    case .commands: CommandSpelling("commands")
    case .views: CommandSpelling("views")
    case .list(let query, let sort, let rows):
      CommandSpelling(
        "list", options: Command.option("sort", sort) + Command.option("rows", rows == .full ? nil : rows.rawValue),
        query: query)
    case .get(let items): CommandSpelling("get", items: items)
    case .agenda(let limit): CommandSpelling("agenda", words: limit.map { [String($0)] } ?? [])
    case .next: CommandSpelling("next")
    case .missed: CommandSpelling("missed")
    case .why(let item): CommandSpelling("why", items: [item])
    case .history(let scope, let limit):
      CommandSpelling("history", options: Command.option("limit", limit.map { String($0) }), words: scope.words)
    case .trash(let items, let limit):
      CommandSpelling("trash", options: Command.option("limit", limit.map { String($0) }), items: items)
    case .version(let name): CommandSpelling("version", words: [name.description])
    case .projects(let query): CommandSpelling("projects", query: query)
    case .contexts(let query): CommandSpelling("contexts", query: query)
    case .watch(let topics, let since, let query):
      CommandSpelling(
        "watch", options: Command.option("since", since.map { String($0) }), words: [topics.description], query: query)
    case .unwatch: CommandSpelling("unwatch")
    case .begin: CommandSpelling("begin")
    case .commit: CommandSpelling("commit")
    case .abort: CommandSpelling("abort")
    case .reload: CommandSpelling("reload")
    case .test: CommandSpelling("test")
    case .quit: CommandSpelling("quit")
    case .snooze(let items, let when):
      // After a query nothing else parts the words for the time from it.
      CommandSpelling(
        "snooze", items: items, text: when.map { Array($0.utf8) } ?? (items.allSatisfy(\.isOneWord) ? nil : []))
    case .dismiss(let items): CommandSpelling("dismiss", items: items)
    case .pause(let words): CommandSpelling("pause", text: Array(words.utf8))
    case .resume(let query): CommandSpelling("resume", query: query)
    case .add, .put, .replace, .append, .prepend, .set, .done, .undone, .remove, .restore, .restoreVersion,
      .restoreFile, .accept,
      .undo, .redo, .reorder, .move, .sort, .archive, .resolve, .skip:
      spellingOfChange
    }
  }

  private var spellingOfChange: CommandSpelling {
    switch self {
    case .add(let text, let top): CommandSpelling("add", options: top ? [("top", "1")] : [], text: text)
    case .put(let uuid, let line): CommandSpelling("put", words: [uuid.description], text: line)
    case .replace(let item, let line, let isWhole):
      CommandSpelling("replace", options: isWhole ? [("whole", "1")] : [], items: [item], text: line)
    case .append(let items, let text): CommandSpelling("append", items: items, text: text)
    case .prepend(let items, let text): CommandSpelling("prepend", items: items, text: text)
    case .set(let items, let edits):
      CommandSpelling("set", items: items, text: Array(edits.map(\.description).joined(separator: " ").utf8))
    case .done(let items): CommandSpelling("done", items: items)
    case .undone(let items): CommandSpelling("undone", items: items)
    case .remove(let items): CommandSpelling("remove", items: items)
    case .restore(let items): CommandSpelling("restore", items: items)
    case .restoreVersion(let name): CommandSpelling("restore", words: [name.description])
    case .restoreFile: CommandSpelling("restore", words: ["file"])
    case .accept: CommandSpelling("accept")
    case .undo(let step): CommandSpelling("undo", words: step.map { ["s\($0)"] } ?? [])
    case .redo(let step): CommandSpelling("redo", words: step.map { ["s\($0)"] } ?? [])
    case .reorder(let item, .top): CommandSpelling("reorder", items: [item], words: ["top"])
    case .reorder(let item, .after(let other)):
      CommandSpelling("reorder", items: [item], words: ["after", other.description])
    case .move(let items, let file): CommandSpelling("move", items: items, text: Array(file.utf8))
    case .sort(let keys): CommandSpelling("sort", words: keys.map { [$0] } ?? [])
    case .archive: CommandSpelling("archive")
    case .resolve(let items, let choice): CommandSpelling("resolve", items: items, words: [choice.rawValue])
    case .skip(let items): CommandSpelling("skip", items: items)
    case .hello, .ping, .status, .doctor, .commands, .views, .list, .get, .agenda, .next, .missed, .why, .history,
      .trash,
      .version,
      .projects,
      .contexts,
      .snooze,
      .dismiss, .pause, .resume, .watch, .unwatch, .begin, .commit, .abort, .reload, .test, .quit:
      preconditionFailure("no change")
    }
  }

  private static func option(_ key: String, _ value: String?) -> [(key: String, value: String)] {
    value.map { [(key, $0)] } ?? []
  }

  /// The items a command names; none for those that name none.
  package var items: [ItemName] {
    switch self {
    case .get(let items), .append(let items, _), .prepend(let items, _), .set(let items, _), .done(let items),
      .undone(let items), .remove(let items), .restore(let items), .move(let items, _), .resolve(let items, _),
      .skip(let items), .snooze(let items, _), .dismiss(let items):
      items
    case .replace(let item, _, _), .reorder(let item, _), .why(let item): [item]
    case .history(.items(let items), _), .trash(let items, _): items
    case .hello, .ping, .status, .doctor, .commands, .views, .list, .agenda, .next, .missed, .history, .version,
      .projects,
      .contexts,
      .add, .put,
      .pause, .resume, .restoreVersion, .restoreFile, .accept, .undo, .redo, .sort, .archive, .watch, .unwatch, .begin,
      .commit, .abort,
      .reload, .test, .quit:
      []
    }
  }
}

extension HistoryScope {
  fileprivate var words: [String] {
    switch self {
    case .all: []
    case .step(let number): ["s\(number)"]
    case .items(let items): items.map(\.description)
    }
  }
}
