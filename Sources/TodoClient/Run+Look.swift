import TodoProtocol
import TodoTxt

/// Commands that change nothing.
extension Run {
  func list(_ query: String, _ sort: String?) throws(Problem) {
    var style = try style()
    style.hasMarks = try hasMarks()
    let format = try options[.format].map { (template) throws(Problem) in try RowFormat(parsing: template) }
    guard isJSON || style.isTerminal || format != nil else { return try plainList(query, sort) }
    // Whether a view brings an order only its text says.
    let requests = [Command.list(query: query, sort: sort)] + (query.contains("view:") ? [.views] : [])
    let answers = try open().ask(requests.map { Request($0) })
    let answer = try succeeded(answers[0])
    warnings(of: answer)
    if isJSON {
      console.write(JSONView.tasks(answer.rows))
    } else if let format {
      console.write(format.render(answer.rows, style))
    } else {
      let keepsOrder = hasOrder(query, sort, views: answers.last?.data ?? [])
      console.page(ListView(style: style, keepsOrder: keepsOrder).render(answer.rows))
    }
    if answer.rows.isEmpty, !isJSON, style.isTerminal { try sayWhyEmpty(query) }
    for note in answer.notes { warn(note) }
  }

  private func hasOrder(_ query: String, _ sort: String?, views: [Attribute]) -> Bool {
    if sort != nil || query.contains("sort:") { return true }
    return views.contains { query.contains("view:\($0.key)") && $0.value.contains("sort:") }
  }

  private func hasMarks() throws(Problem) -> Bool {
    switch options[.priority] {
    case nil, "letters": return false
    case "marks": return true
    case let other?: throw .usage("'\(other)' is no way to show priorities", hint: "letters or marks")
    }
  }

  /// `ID TAB line`, bytes as they are: what programs read stays the same for ever.
  private func plainList(_ query: String, _ sort: String?) throws(Problem) {
    let (rows, rest) = try open().copy(Request(.list(query: query, sort: sort, rows: .plain)))
    let answer = try succeeded(rest)
    warnings(of: answer)
    console.write(rows)
    for note in answer.notes { warn(note) }
  }

  func count(_ query: String) throws(Problem) {
    let (_, rest) = try open().copy(Request(.list(query: query, sort: nil, rows: .plain)))
    let answer = try succeeded(rest)
    warnings(of: answer)
    let count = answer.attributes["n"] ?? "0"
    write(isJSON ? "{\"count\":\(count)}\n" : "\(count)\n")
  }

  func views() throws(Problem) {
    let answer = try ask(.views)
    guard !isJSON else { return console.write(JSONView.views(answer.data)) }
    guard console.outputIsTerminal() else {
      return write(answer.data.map { "\($0.key)\t\($0.value)\n" }.joined())
    }
    let width = answer.data.reduce(0) { max($0, columns(of: $1.key)) }
    write(answer.data.map { "view:\(padded(Clean.text($0.key), to: width))  \(Clean.text($0.value))\n" }.joined())
    if answer.data.isEmpty {
      warn("no query is saved: [Views] of todod.conf is where they go, as in 'home=@home or +house'")
    }
  }

  /// Overdue to tomorrow, what rings next, and how many more there are; asked for in one go.
  func overview() throws(Problem) {
    let near = Command.list(query: "due:..tomorrow", sort: nil)
    let answers = try open().ask([Request(near), Request(.next), Request(.status)])
    let list = try succeeded(answers[0])
    warnings(of: list)
    guard !isJSON else { return console.write(JSONView.tasks(list.rows)) }
    let style = try style()
    var output = ListView(style: style).render(list.rows)
    let shown = Set(list.rows.map(\.id))
    if style.isTerminal {
      if let next = try succeeded(answers[1]).rows.first { output += Array(line(ofNext: next, shown, style).utf8) }
      let open = try succeeded(answers[2]).data["open"].flatMap { Int($0) } ?? 0
      if open > shown.count {
        let more = shown.isEmpty ? "\(open) tasks" : "+ \(open - shown.count) more"
        output += Array(style.ink("\(more) (todoctl list)", .dim).utf8) + [UInt8(ascii: "\n")]
      }
      if open == 0 { output += Array("nothing to do\n".utf8) }
    }
    console.write(output)
  }

  private func line(ofNext row: TaskRow, _ shown: Set<Int32>, _ style: Style) -> String {
    guard let next = row.attributes.next else { return "" }
    let text = "next: \(style.labels.label(instant: next))"
    return (shown.isEmpty ? "" : "\n") + style.ink(text, .bold) + "  \(row.id)  \(TaskText(row).plain)\n"
  }

  func show(_ targets: Targets) throws(Problem) {
    let rows: [TaskRow]
    switch targets {
    case .names(let names): rows = try ask(.get(names)).rows
    case .words(let words):
      rows = try tasks(words, in: .openBeforeDone)
      guard !rows.isEmpty else { throw .nothingFits(words) }
    case .input: rows = try ask(.get(try namesFromInput())).rows
    }
    console.write(isJSON ? JSONView.tasks(rows) : DetailView(style: try style()).render(rows))
  }

  func timed(_ command: Command, empty: String, _ time: (TaskRow) -> String?) throws(Problem) {
    let answer = try ask(command)
    warnings(of: answer)
    guard !isJSON else { return console.write(JSONView.tasks(answer.rows)) }
    let style = try style()
    guard style.isTerminal else { return console.write(ListView(style: style).render(answer.rows)) }
    console.write(TimedView(style: style).render(answer.rows, time))
    let labels = style.labels
    for note in answer.notes { warn(labels.replacingInstants(in: note)) }
    if answer.rows.isEmpty { warn(empty) }
  }

  func why(_ targets: Targets) throws(Problem) {
    let name: ItemName
    switch targets {
    case .names(let names):
      guard let only = names.first, names.count == 1, only.isSingle else {
        throw .usage("'why' explains one task", hint: "name one, by its id or its words")
      }
      name = only
    case .input: throw .usage("'why' explains one task", hint: "name one, by its id or its words")
    case .words(let words): name = .id(try onlyTask(words, in: .openBeforeDone).id)
    }
    let answer = try ask(.why(name))
    warnings(of: answer)
    console.write(isJSON ? JSONView.why(answer) : WhyView(style: try style()).render(answer))
  }

  func tags(_ command: Command, sign: String) throws(Problem) {
    let answer = try ask(command)
    warnings(of: answer)
    guard !isJSON else { return console.write(JSONView.facts(answer.data)) }
    let isTerminal = console.outputIsTerminal()
    let width = answer.data.reduce(0) { max($0, columns(of: Clean.text($1.key))) }
    var output = ""
    for tag in answer.data {
      output +=
        isTerminal
        ? "\(sign)\(padded(Clean.text(tag.key), to: width))  \(tag.value)\n" : "\(sign)\(tag.key)\t\(tag.value)\n"
    }
    write(output)
  }

  /// Exit code 0 when it runs, 3 when not, as systemctl's.
  func status() throws(Problem) -> Int32 {
    let answer: Answer
    do throws(Problem) {
      answer = try ask(.status)
    } catch {
      guard error.failure.name == ErrorName.notRunning.rawValue, !isJSON else { throw error }
      write(StatusView.stopped)
      throw error
    }
    if isJSON {
      console.write(JSONView.facts(answer.data, adding: [Attribute("running", "true")]))
    } else {
      console.write(StatusView(style: try style()).render(answer))
    }
    return 0
  }

  /// Exit code 1 where no popup was shown.
  func test() throws(Problem) -> Int32 {
    let answer = try ask(.test)
    let isShown = answer.attributes["popup"] != "failed"
    if isJSON {
      console.write(JSONView.facts(answer.data + answer.attributes))
    } else {
      for fact in answer.data { write("\(rightAligned(fact.key, to: 16)): \(Clean.text(fact.value))\n") }
      if isShown { write("a popup is shown\n") }
    }
    guard isShown else {
      warn("no popup was shown: \(answer.data["reason"] ?? "nobody says why") ('todoctl status' says more)")
      return 1
    }
    if answer.data["do-not-disturb"] == "yes" { warn("the desktop keeps popups back now: do-not-disturb is on") }
    return 0
  }

  func service(_ command: Command, did: String) throws(Problem) {
    let answer = try ask(command)
    guard !isJSON else { return console.write(JSONView.facts(answer.data + answer.attributes)) }
    var output = ""
    for fact in answer.data { output += "\(rightAligned(fact.key, to: 16)): \(Clean.text(fact.value))\n" }
    output += "\(did)\n"
    write(output)
    if let what = answer.attributes["restart"] {
      warn("\(what) changes at the next start: systemctl --user restart todod")
    }
  }
}
