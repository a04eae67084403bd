import TodoProtocol
import TodoTxt

/// Commands that change tasks.
extension Run {
  // MARK: Add

  func add(_ addition: Addition) throws(Problem) {
    if let text = addition.text { return try addAll(addition.requests(text)) }
    if options.words.isEmpty, console.inputIsTerminal() {
      guard let text = console.ask("Task: "), text.utf8.contains(where: { $0 > 0x20 }) else {
        throw .usage("no text was given", hint: "todoctl add TEXT")
      }
      return try addAll(addition.requests(text))
    }
    let texts = try console.readInput().split(separator: UInt8(ascii: "\n")).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }.filter { $0.utf8.contains { $0 > 0x20 } }
    guard !texts.isEmpty else { throw .usage("the input has no line with text", hint: "a line of it is a task") }
    try addAll(texts.flatMap(addition.requests))
  }

  private func added(_ answer: Answer) throws(Problem) {
    guard !isJSON else { return console.write(JSONView.added(answer.rows)) }
    try finish(answer, did: "added")
  }

  /// Many lines go in batches, each all or nothing and one step.
  private func addAll(_ commands: [Command]) throws(Problem) {
    guard commands.count > 1 else { return try added(try ask(commands[0])) }
    var all = Answer()
    for batch in commands.map({ Request($0) }).batches {
      let answers = try open().ask([Request(.begin)] + batch + [Request(.commit)])
      // The first refusal says more than the commit's.
      if let failure = answers.lazy.compactMap(\.failure).first { throw Problem(failure, hint: "no task was added") }
      guard let last = answers.last else { continue }
      if isJSON { all.rows += last.rows } else { try finish(last, did: "added") }
    }
    if isJSON { console.write(JSONView.tasks(all.rows)) }
  }

  // MARK: Tasks by name

  func make(_ change: Change) throws(Problem) {
    switch change.targets {
    case .names(let names):
      try confirmMany(change, names)
      try finish(try ask(try change.command(names)), did: change.did, gone: change.gone)
    case .input:
      try finish(try ask(try change.command(try namesFromInput())), did: change.did, gone: change.gone)
    case .words(let words):
      let row = try onlyTask(words, in: change.place)
      if change.isDrastic {
        try confirm("\(change.did == "removed" ? "remove" : change.did)  \(row.id)  \(TaskText(row).plain)")
      }
      // What was found is what is changed: the hash sees to that.
      try finish(
        try ask(try change.command([.id(row.id)]), if: row.attributes.hash), did: change.did, gone: change.gone)
    }
  }

  func pause(_ command: Command) throws(Problem) {
    let answer = try ask(command)
    warnings(of: answer)
    guard !isJSON else { return console.write(JSONView.facts(answer.data + answer.attributes)) }
    let style = try style()
    let labels = style.labels
    let paused = answer.data["paused"] ?? "nothing"
    var lines = ["paused: \(labels.replacingInstants(in: Clean.text(paused)))"] + answer.notes.map { Clean.text($0) }
    if let step = answer.step { lines.append(style.ink("undo: todoctl undo \(step)", .dim)) }
    write(lines.joined(separator: "\n") + "\n")
  }

  func finish(_ answer: Answer, did: String, gone: String? = nil) throws(Problem) {
    warnings(of: answer)
    console.write(
      isJSON ? JSONView.change(answer) : ChangeView(style: try style(), did: did, gone: gone ?? did).render(answer))
  }

  func onlyTask(_ words: String, in place: Change.Place = .open) throws(Problem) -> TaskRow {
    let found = try tasks(words, in: place)
    guard let first = found.first else { throw .nothingFits(words) }
    guard found.count == 1 else {
      let most = 10
      var lines = found.prefix(most).map { "\n  \($0.id)  \(TaskText($0).plain)" }.joined()
      if found.count > most { lines += "\n  and \(found.count - most) more" }
      throw Problem(.notFound, "'\(words)' fits \(found.count) tasks", hint: "name one by its id\(lines)")
    }
    return first
  }

  /// The tasks that words fit.
  func tasks(_ words: String, in place: Change.Place) throws(Problem) -> [TaskRow] {
    switch place {
    case .open: return try ask(.list(query: words, sort: nil)).rows
    case .done: return try ask(.list(query: "done \(words)", sort: nil)).rows
    case .openBeforeDone:
      let open = try tasks(words, in: .open)
      return open.isEmpty ? try tasks(words, in: .done) : open
    case .trash: return try ask(.trash([.matching(words)], limit: nil)).rows
    }
  }

  func namesFromInput() throws(Problem) -> [ItemName] {
    var names: [ItemName] = []
    for line in try console.readInput().split(separator: UInt8(ascii: "\n")) {
      guard let word = line.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }).first else { continue }
      let text = String(decoding: word, as: UTF8.self)
      guard let found = Targets.names(text) else {
        throw .usage("'\(text)' in the input is no id", hint: Run.hintOfInput)
      }
      names += found
    }
    guard !names.isEmpty else { throw .usage("the input names no task", hint: Run.hintOfInput) }
    return names
  }

  private static let hintOfInput = "a line begins with an id, as 'todoctl list' prints it"

  /// Over ten tasks are asked about, where there is somebody to ask.
  private func confirmMany(_ change: Change, _ names: [ItemName]) throws(Problem) {
    guard !options.has(.yes), !isJSON, console.inputIsTerminal(), console.outputIsTerminal() else { return }
    let count: Int
    if let most = change.targets.mostCount {
      guard most > 10 else { return }
      count = try ask(.get(names)).rows.count
    } else {
      count = try ask(.get(names)).rows.count
    }
    guard count > 10 else { return }
    try confirm("\(change.did): \(count) tasks")
  }

  private func confirm(_ what: String) throws(Problem) {
    if options.has(.yes) { return }
    guard console.inputIsTerminal(), !isJSON else {
      throw .usage("naming by words what is removed needs '--yes' where nobody can be asked")
    }
    let answer = console.ask("\(what)\nSure? [y/N] ")
    guard answer?.lowercased().hasPrefix("y") == true else { throw .usage("nothing was changed") }
  }
}
