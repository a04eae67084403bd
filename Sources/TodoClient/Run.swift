import TodoCore
import TodoProtocol
import TodoTxt

/// One command, carried out.
final class Run {
  let console: Console
  let options: Options
  let connect: (String) throws(Problem) -> Conversation
  private var conversation: Conversation?

  init(_ client: Client, _ options: Options) {
    console = client.console
    connect = client.connect
    self.options = options
  }

  var isJSON: Bool { options.has(.json) }

  func perform(_ action: Action) throws(Problem) -> Int32 {
    switch action {
    case .help(let topic): try write(topic.map { (name) throws(Problem) in try HelpText.command(name) } ?? HelpText.all)
    case .complete(let words): complete(words)
    case .version: write("todoctl \(Client.version)\n")
    case .initialise(let file): return try initialise(file)
    case .overview: try overview()
    case .list(let query, let sort): try list(query, sort)
    case .count(let query): try count(query)
    case .views: try views()
    case .show(let targets): try show(targets)
    case .add(let addition): try add(addition)
    case .change(let change): try make(change)
    case .step(let command, let did): try finish(try ask(command), did: did)
    case .undo(let steps): for step in steps { try finish(try ask(.undo(step: step)), did: "undone") }
    case .agenda(let command): try timed(command, empty: "nothing will ring") { $0.attributes.next }
    case .missed: try timed(.missed, empty: "nothing was missed") { $0.attributes.rung }
    case .why(let targets): try why(targets)
    case .history(let scope, let limit): try history(scope, limit: limit)
    case .trash(let items, let limit): try trash(items, limit: limit)
    case .print(let name): try print(name)
    case .pause(let command): try pause(command)
    case .tags(let command, let sign): try tags(command, sign: sign)
    case .status: return try status()
    case .bar(let format, let isFollowed): return try isFollowed ? follow(format) : bar(format)
    case .watch(let query): return try watch(query)
    case .doctor: return try doctor()
    case .edit(let targets): try edit(targets)
    case .test: return try test()
    case .request(let lines): return try request(lines)
    case .service(let command, let did): try service(command, did: did)
    case .importing, .exporting: throw .usage("todo-exchange does that")
    }
    return 0
  }

  // MARK: The daemon

  func open() throws(Problem) -> Conversation {
    if let conversation { return conversation }
    let path = try SocketPath.find(option: options[.socket], environment: console.environment)
    let new = try connect(path)
    conversation = new
    return new
  }

  /// Closes the connection; the next request opens another. An editor may stand for hours, and todod serves so many clients.
  func hangUp() { conversation = nil }

  /// Asks and takes a failure as the end of the command.
  func ask(_ command: Command, if hash: LineHash? = nil) throws(Problem) -> Answer {
    let answers = try open().ask([Request(command, condition: hash)])
    return try succeeded(answers[0])
  }

  func succeeded(_ answer: Answer) throws(Problem) -> Answer {
    if let failure = answer.failure { throw Problem(failure) }
    return answer
  }

  // MARK: The terminal

  func write(_ text: String) { console.write(Array(text.utf8)) }

  func warn(_ text: String) { console.complain(Array("todoctl: \(Clean.message(text))\n".utf8)) }

  /// How text is shown; clock and zone are asked only here, for commands that show dates.
  func style() throws(Problem) -> Style {
    let isTerminal = console.outputIsTerminal()
    let dates = try dates(isTerminal ? .relative : .iso)
    let needsToday = isTerminal && dates == .relative || isTerminal
    let today = needsToday ? console.zone().date(of: console.now()) : CivilDate(daysSinceEpoch: 0)
    let width = console.environment("COLUMNS").flatMap { Int($0) } ?? (isTerminal ? console.columns() : nil)
    var style = Style(
      isTerminal: isTerminal, hasColor: try hasColor(isTerminal), width: width, dates: dates, today: today)
    style.hasHalfDays = isTerminal && HalfDays.areUsual(console.environment)
    return style
  }

  /// `--dates`, or what goes without it.
  func dates(_ usual: Style.Dates) throws(Problem) -> Style.Dates {
    switch options[.dates] {
    case nil: return usual
    case "iso": return .iso
    case "long": return .long
    case let other?: throw .usage("'\(other)' is no way to write dates", hint: "long or iso")
    }
  }

  private func hasColor(_ isTerminal: Bool) throws(Problem) -> Bool {
    switch options[.color] {
    case "always": return true
    case "never": return false
    case "auto", nil:
      // no-color.org: any value that is not empty.
      return isTerminal && (console.environment("NO_COLOR") ?? "").isEmpty && console.environment("TERM") != "dumb"
    case let other?: throw .usage("'\(other)' is no choice of '--color'", hint: "always, never or auto")
    }
  }

  /// What must be known before any answer is read: the list may be old, popups may not show.
  func warnings(of answer: Answer) {
    if answer.attributes["stale"] == "1" {
      warn("the file is missing or being written: this is the last list known")
    }
    if let reason = answer.attributes["failing"], console.outputIsTerminal() {
      warn("popups do not show: \(reason) ('todoctl status' says more)")
    }
  }
}

extension Client {
  /// The program's version, which is the daemon's too.
  package static let version = "0.1.0"
}
