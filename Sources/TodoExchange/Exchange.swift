import Linux
package import TodoClient
import TodoCore
import TodoProtocol
import TodoTxt

/// One run of todo-exchange: a command line of todoctl's in, requests to the daemon, text out, an exit code.
package struct Exchange {
  private let console: Console
  private let connect: (_ path: String) throws(Problem) -> Conversation
  /// Reads a whole file, or for `-` the input.
  private let readFile: (_ path: String) throws(Problem) -> [UInt8]

  package init(
    console: Console, connect: @escaping (String) throws(Problem) -> Conversation,
    readFile: @escaping (String) throws(Problem) -> [UInt8]
  ) {
    self.console = console
    self.connect = connect
    self.readFile = readFile
  }

  package func run(_ arguments: [String]) -> Int32 {
    do throws(Problem) {
      let invocation = try Invocation(arguments)
      switch invocation.action {
      case .importing(let file, let isDry): try take(file, isDry: isDry, invocation.options)
      case .exporting(let query, let format): try give(query, format, invocation.options)
      case .help(let topic?): write(try HelpText.command(topic))
      case .help: write(try HelpText.command("import") + "\n" + HelpText.command("export"))
      case .version: write("todo-exchange \(Client.version)\n")
      default:
        throw Problem(
          .badRequest, "todo-exchange does 'import' and 'export'", hint: "all else is todoctl's: 'todoctl --help'")
      }
      return 0
    } catch {
      complain(error, inJSON: arguments.prefix { $0 != "--" }.contains("--json"))
      return error.exitCode
    }
  }

  /// Reads a real file.
  package static func read(_ path: String) throws(Problem) -> [UInt8] {
    // A task of Taskwarrior's takes some 500 bytes.
    let limit = 64 << 20
    do throws(SystemError) {
      guard path != "-" else { return try Standard.input.readToEnd(limit: limit) }
      // What is no file, such as `<(task export)`, has no size and is read to its end.
      return try FileDescriptor.open(path, .reading).readToEnd(limit: limit)
    } catch {
      throw Problem(.badRequest, "\(path == "-" ? "the input" : path) cannot be read: \(error.text)")
    }
  }

  private func open(_ options: Options) throws(Problem) -> Conversation {
    try connect(try SocketPath.find(option: options[.socket], environment: console.environment))
  }

  private func write(_ text: String) { console.write(Array(text.utf8)) }

  private func complain(_ problem: Problem, inJSON: Bool) {
    console.complain(inJSON ? JSONView.problem(problem) : Array((Clean.message(problem.words) + "\n").utf8))
  }

  private func succeeded(_ answer: Answer) throws(Problem) -> Answer {
    if let failure = answer.failure { throw Problem(failure) }
    return answer
  }

  // MARK: Export

  private func give(_ query: String, _ format: ExportFormat, _ options: Options) throws(Problem) {
    let daemon = try open(options)
    // Without a query all of it, done and hidden tasks too.
    let list = Request(.list(query: query.isEmpty ? "all" : query, sort: nil))
    let answer = try succeeded(try daemon.ask([list])[0])
    // As they stand in the file.
    let rows = answer.rows.sorted { ($0.attributes.lineNumber ?? 0) < ($1.attributes.lineNumber ?? 0) }
    for note in answer.notes { complain(note) }
    if answer.attributes["stale"] == "1" {
      complain("the file is missing or being written: this is the last list known")
    }
    switch format {
    case .json: console.write(JSONView.tasks(rows))
    case .todoTxt:
      let isTerminal = console.outputIsTerminal()
      for row in rows {
        // On a terminal nothing that could move the cursor, else the very bytes.
        let line = isTerminal ? Array(Clean.text(row.line.content).utf8) : Array(row.line.content)
        console.write(line + [UInt8(ascii: "\n")])
      }
    case .taskwarrior:
      console.write(TaskwarriorExport(zone: console.zone(), now: console.now()).bytes(of: rows))
    }
  }

  private func complain(_ text: String) { console.complain(Array("todoctl: \(Clean.message(text))\n".utf8)) }

  // MARK: Import

  private func take(_ file: String, isDry: Bool, _ options: Options) throws(Problem) {
    let list = ForeignList(reading: try readFile(file), zone: console.zone()) { name in
      guard file != "-" else { return nil }
      let path = Path.join(Path.join(Path.directory(of: file), "notes"), name)
      return (try? readFile(path)).flatMap { String(validating: $0, as: UTF8.self) }
    }
    try verify(list.complaints)
    let daemon = try open(options)
    let plan = try plan(list, daemon)
    try verify(plan.complaints)
    let steps = isDry || plan.additions.isEmpty ? [] : try Importing(daemon: daemon, plan: plan).steps()
    let summary = Summary(plan: plan, steps: isDry ? nil : steps)
    console.write(options.has(.json) ? summary.json : Array(summary.text.utf8))
  }

  private func plan(_ list: ForeignList, _ daemon: Conversation) throws(Problem) -> ImportPlan {
    let answers = try daemon.ask([Request(.list(query: "all", sort: nil)), Request(.status)])
    let rows = try succeeded(answers[0]).rows
    let done = try succeeded(answers[1]).data["done-file"]
    let archived = done.flatMap { try? readFile($0) } ?? []
    return ImportPlan(
      list, rows: rows, archived: TodoText(parsing: archived).lines, at: console.now(), in: console.zone())
  }

  /// All that is wrong is told at once; then nothing is imported.
  private func verify(_ complaints: [Complaint]) throws(Problem) {
    guard let first = complaints.first else { return }
    let most = 20
    guard complaints.count > 1 else {
      throw Problem(.badRequest, first.words, hint: "nothing was imported")
    }
    var lines = complaints.prefix(most).map { "\n  \($0.words)" }.joined()
    if complaints.count > most { lines += "\n  and \(complaints.count - most) more" }
    throw Problem(.badRequest, "\(complaints.count) entries are bad", hint: "nothing was imported\(lines)")
  }
}
