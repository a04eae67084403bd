package import TodoProtocol

/// What a command line asks for.
package enum Action: Sendable {
  case help(topic: String?)
  /// The words of a command line, the last of them being typed.
  case complete([String])
  case version
  case initialise(file: String?)
  /// Bare `todoctl`.
  case overview
  case list(query: String, sort: String?)
  case count(query: String)
  case views
  case show(Targets)
  case add(Addition)
  case change(Change)
  /// A change that names no task: undo, sort, archive, restore --file, accept.
  case step(Command, did: String)
  /// Several steps by name, each taken back by itself, in this order.
  case undo([Int64])
  /// `agenda` and `next`: rows in the order of their ringing.
  case agenda(Command)
  /// What rang unseen, longest ago first.
  case missed
  case why(Targets)
  case history(HistoryScope, limit: Int?)
  case trash([ItemName], limit: Int?)
  /// The file as it was, to the byte.
  case print(VersionName)
  /// `pause` and `resume`: all pauses that there are, then.
  case pause(Command)
  case tags(Command, sign: String)
  case status
  /// `status --format`: one line, or with `--follow` one whenever it is another.
  case bar(BarFormat, isFollowed: Bool)
  case doctor
  /// Tasks in an editor.
  case edit(Targets)
  case watch(query: String)
  case test
  /// Lines of the protocol, nil from the input: the answers as they are.
  case request([String]?)
  /// `reload`, `ping`: data and OK.
  case service(Command, did: String)
  /// A file of another program, `-` for the input; todo-exchange does it.
  case importing(file: String, isDry: Bool)
  case exporting(query: String, ExportFormat)
}

/// Tasks to add.
package struct Addition: Hashable, Sendable {
  /// Nil: from the input, a line a task, or asked for on a terminal.
  package var text: String?
  /// What options say, put before and after each text.
  package var prefix: String
  /// One for each task that the text becomes: `--every mon,wed` makes two.
  package var suffixes: [String]
  package var isAtTop: Bool
  /// The suffixes say a date.
  let hasDue: Bool

  package func requests(_ text: String) -> [Command] {
    suffixes.map { .add(text: Array((prefix + text + $0).utf8), top: isAtTop) }
  }
}

/// A change of tasks that are named.
package struct Change: Sendable {
  /// Where words look for the task that they name.
  package enum Place: Sendable {
    case open, done, openBeforeDone, trash
  }

  /// What was done, for people: `done`, `removed`.
  package let did: String
  /// The same of tasks that are gone by it, where that is another word.
  package let gone: String
  package let targets: Targets
  /// Whether naming by words asks first: what is removed by a guess is missed late.
  package let isDrastic: Bool
  package let place: Place
  package let command: @Sendable ([ItemName]) throws(Problem) -> Command

  init(
    _ did: String, gone: String? = nil, _ targets: Targets, isDrastic: Bool = false, place: Place = .open,
    _ command: @escaping @Sendable ([ItemName]) throws(Problem) -> Command
  ) {
    self.did = did
    self.gone = gone ?? did
    self.targets = targets
    self.isDrastic = isDrastic
    self.place = place
    self.command = command
  }
}
