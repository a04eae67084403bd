import Linux
import TodoCore
import TodoProtocol
import TodoTxt

/// `watch`: what becomes of the list, as it happens.
extension Run {
  func watch(_ query: String) throws(Problem) -> Int32 {
    if !isJSON, console.outputIsTerminal(), console.environment("TERM") ?? "dumb" != "dumb" {
      let path = try SocketPath.find(option: options[.socket], environment: console.environment)
      if let vigil = console.vigil(path, true) { return try watchOnScreen(query, vigil) }
    }
    try watchByLine(query)
    return 0
  }

  /// Prints the tasks, then what becomes of them, until the connection ends.
  private func watchByLine(_ query: String) throws(Problem) {
    let conversation = try open()
    // Events carry tasks only for a query; 'all' lets a task that is done be seen as done and not as gone.
    let command = Command.watch([.tasks, .reminders], since: nil, query: query.isEmpty ? "all" : query)
    try conversation.send([Request(command)])
    let isTerminal = console.outputIsTerminal()
    while true {
      let response = try conversation.next()
      if case .failed(_, let failure) = response { throw Problem(failure) }
      guard let event = WatchEvent(response) else { continue }
      if query.isEmpty, case .row(let row) = event, row.meaning.isDone { continue }
      console.write(isJSON ? JSONView.event(event) : event.line(isTerminal: isTerminal))
    }
  }

  /// The list on the whole terminal, drawn anew as anything changes, until `q` or a signal.
  private func watchOnScreen(_ query: String, _ vigil: Vigil) throws(Problem) -> Int32 {
    _ = try style()
    let questions: [Command] = [
      .list(query: query, sort: nil), .next, .status, .history(.all, limit: 1),
    ]
    let feed = LiveFeed(vigil, questions)
    var picture = Picture(query: query)
    // What is wrong with the query, or that nobody answers, is said on the screen that was there before.
    picture = try first(feed, picture)
    vigil.takeKeys(true)
    console.write(Screen.enter)
    let code: Int32
    do throws(Problem) {
      code = try show(feed, &picture, vigil)
    } catch {
      leave(vigil)
      throw error
    }
    leave(vigil)
    return code
  }

  private func leave(_ vigil: Vigil) {
    console.write(Screen.leave)
    vigil.takeKeys(false)
  }

  private func first(_ feed: LiveFeed, _ picture: Picture) throws(Problem) -> Picture {
    var picture = picture
    while true {
      switch feed.next(before: nil) {
      case .fresh(let answers):
        _ = try succeeded(answers[0])
        try picture.take(answers, try style())
        return picture
      case .off(let problem): throw problem
      case .signal(let signal) where signal != .windowChange: throw Problem(.notRunning, "interrupted")
      case .rang, .keys, .timeUp, .signal, .readerGone: continue
      }
    }
  }

  private func show(_ feed: LiveFeed, _ picture: inout Picture, _ vigil: Vigil) throws(Problem) -> Int32 {
    while true {
      draw(&picture, try style(), vigil)
      switch feed.next(before: midnight(vigil)) {
      case .fresh(let answers): try picture.take(answers, try style())
      case .rang(let row): picture.rang(row, at: clock)
      case .off(let problem): picture.isOff(problem, at: clock)
      case .keys(let keys):
        // Ctrl-L draws everything again, as in other programs; Ctrl-D is an end of input.
        if keys.contains(where: { [UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x04].contains($0) }) { return 0 }
        if keys.contains(0x0C) { picture.drawn = [] }
      case .signal(.windowChange): picture.drawn = []
      case .signal(.suspend):
        leave(vigil)
        vigil.stop()
        vigil.takeKeys(true)
        console.write(Screen.enter)
        picture.drawn = []
      case .signal(.interrupt): return 0
      case .signal(let signal): return 128 + signal.number
      case .readerGone: return 0
      case .timeUp: break
      }
    }
  }

  /// Writes the picture where it is another one than the terminal has.
  private func draw(_ picture: inout Picture, _ style: Style, _ vigil: Vigil) {
    var style = style
    let size = vigil.size() ?? (columns: style.width ?? 80, rows: 24)
    // COLUMNS of the environment follows no window.
    style.width = size.columns
    let lines = picture.screen.lines(style, rows: size.rows)
    guard lines != picture.drawn else { return }
    picture.drawn = lines
    console.write(Screen.frame(lines, width: size.columns))
  }

  /// `17:30` on this machine's clock.
  private var clock: String { console.zone().civil(of: console.now()).time.clock }

  /// When the day ends here, in the vigil's time: `today` is another day then, also of a list that is old.
  private func midnight(_ vigil: Vigil) -> Int64 {
    let (now, zone) = (console.now(), console.zone())
    let end = zone.start(of: zone.date(of: now).adding(days: 1))
    return vigil.uptime() + (end.microseconds - now.microseconds) / 1000 + 1
  }
}

/// What is on the screen of `watch`, and where it came from.
private struct Picture {
  var screen = WatchScreen()
  /// What the terminal has now.
  var drawn: [String] = []
  private var newest: String?
  private var isFirst = true

  init(query: String) { screen.query = query }

  mutating func take(_ answers: [Answer], _ style: Style) throws(Problem) {
    let labels = DateLabel(today: style.today, dates: style.dates)
    let list = answers[0]
    guard list.failure == nil else {
      // As a day began the query may mean nothing any more.
      screen.trouble = list.failure.map { Clean.text($0.message) }
      return
    }
    screen.rows = list.rows
    screen.trouble = nil
    if list.attributes["stale"] == "1" {
      screen.trouble = "the file is missing or being written: the last list known"
    } else if let paused = answers[2].data["paused"] {
      screen.trouble = "paused: \(labels.replacingInstants(in: Clean.text(paused)))"
    } else if list.attributes["failing"] != nil {
      screen.trouble = "popups do not show (todoctl status)"
    }
    screen.next = answers[1].rows.first.flatMap { row in
      row.attributes.next.map { "next: \(labels.label(instant: $0))  \(row.id)  \(TaskText(row).plain)" }
    }
    guard let step = answers[3].steps.first, step.name != newest else { return }
    newest = step.name
    screen.last = Picture.words(of: step, labels)
  }

  mutating func rang(_ row: TaskRow, at clock: String) {
    screen.last = "\(clock) rang  \(row.id)  \(TaskText(row).plain)"
  }

  mutating func isOff(_ problem: Problem, at clock: String) {
    screen.trouble = "waiting for todod, this is the list of \(clock): \(Clean.text(problem.failure.message))"
  }

  /// `12:03 done  18  Buy milk`, `yesterday 18:00 done by popup  18  Buy milk`.
  private static func words(of step: ToldStep, _ labels: DateLabel) -> String {
    let by = step.by == step.title || step.by == "client" ? "" : " by \(Clean.text(step.by))"
    let time = labels.label(instant: step.at)
    let head = "\(time.hasPrefix("today ") ? String(time.dropFirst(6)) : time) \(Clean.text(step.title))\(by)"
    let lines = step.changes.compactMap { change in (change.after ?? change.before).map { (change.id, $0) } }
    let kept = step.kept.map { ($0.key, $0.value) }
    guard let (id, line) = lines.first ?? kept.first else { return head }
    let count = max(step.new + step.gone + step.changed, 1)
    return count > 1 ? "\(head)  \(count) tasks" : "\(head)  \(id)  \(Clean.text(line.content))"
  }
}
