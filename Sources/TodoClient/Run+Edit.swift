import Linux
import TodoProtocol
import TodoTxt

/// `edit`: tasks as lines in an editor, and back.
extension Run {
  func edit(_ targets: Targets) throws(Problem) {
    let rows = try rowsToEdit(targets)
    let text = EditedText(rows)
    let file = try EditorFile(text.bytes, environment: console.environment)
    // Nobody waits for an answer while somebody writes.
    hangUp()
    let edited: [UInt8]
    do throws(Problem) {
      edited = try write(in: file)
    } catch {
      // What was not touched is in the list anyway.
      if let now = try? file.read(), now != text.bytes { throw error.keeping(file.path) }
      file.remove()
      throw error
    }
    let intent = text.intent(of: edited)
    guard !intent.isEmpty else {
      file.remove()
      return try unchanged()
    }
    do throws(Problem) {
      try confirmRemoving(intent.removed.count)
      try carryOut(intent, file)
    } catch {
      throw error.keeping(file.path)
    }
  }

  private func rowsToEdit(_ targets: Targets) throws(Problem) -> [TaskRow] {
    let rows: [TaskRow]
    switch targets {
    case .names(let names): rows = try ask(.get(names)).rows
    case .words(let words): rows = [try onlyTask(words)]
    case .input: rows = try ask(.get(try namesFromInput())).rows
    }
    // One that is named twice is edited once.
    var seen: Set<Int32> = []
    return rows.filter { seen.insert($0.id).inserted }
  }

  private func unchanged() throws(Problem) {
    if isJSON { console.write(JSONView.change(Answer())) } else { write("nothing was changed\n") }
  }

  // MARK: The editor

  private func write(in file: EditorFile) throws(Problem) -> [UInt8] {
    let editor = try editor()
    let ending: ChildProcess.Ending
    do throws(SystemError) {
      ending = try console.programs.run(Run.command(editor, file.path))
    } catch {
      throw .usage("the editor '\(editor)' cannot be started: \(error.text)", hint: "set VISUAL or EDITOR")
    }
    switch ending {
    case .exited(0): return try file.read()
    case .exited(126), .exited(127):
      throw .usage("the editor '\(editor)' cannot be started: nothing was changed", hint: "set VISUAL or EDITOR")
    case .exited(let code): throw .usage("the editor '\(editor)' ended with \(code): nothing was changed")
    case .signalled(let signal):
      throw .usage("the editor '\(editor)' was ended by signal \(signal): nothing was changed")
    }
  }

  /// `code --wait` is two words; a setting with quotes or variables is the shell's to read. Only where it must be: a ^C
  /// that the editor has a use for would end a shell between us.
  private static func command(_ editor: String, _ path: String) -> [String] {
    let isPlain = editor.unicodeScalars.allSatisfy { scalar in
      scalar == " " || "./_-+:,@%".unicodeScalars.contains(scalar) || scalar.properties.isAlphabetic
        || ("0"..."9").contains(scalar)
    }
    guard isPlain else { return ["/bin/sh", "-c", "\(editor) \"$@\"", editor, path] }
    return editor.split(separator: " ").map(String.init) + [path]
  }

  private func editor() throws(Problem) -> String {
    for name in ["VISUAL", "EDITOR"] {
      if let setting = console.environment(name), setting.contains(where: { $0 != " " }) { return setting }
    }
    let environment = ["PATH": console.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin"]
    for name in ["sensible-editor", "vi"] where Environment.executable(name, in: environment) != nil { return name }
    throw .usage("no editor was found", hint: "set VISUAL or EDITOR")
  }

  private func confirmRemoving(_ count: Int) throws(Problem) {
    guard count > 10, !options.has(.yes) else { return }
    guard console.inputIsTerminal(), !isJSON else {
      throw .usage("\(count) tasks would be removed, which needs '--yes' where nobody can be asked")
    }
    let answer = console.ask("removed: \(count) tasks\nSure? [y/N] ")
    guard answer?.lowercased().hasPrefix("y") == true else { throw .usage("nothing was changed") }
  }

  // MARK: Back into the list

  /// All of it in one step. Where a task changed between our looking and our asking, all is looked at and asked again.
  private func carryOut(_ wanted: EditedText.Intent, _ file: EditorFile) throws(Problem) {
    var intent = wanted
    var tries = 0
    while true {
      tries += 1
      let now = try rowsNow(of: intent)
      let tasks = EditedTasks(intent, now: now)
      do throws(Problem) {
        try make(tasks, of: &intent)
      } catch {
        guard error.failure.name == ErrorName.conflict.rawValue, tries < 10 else { throw error }
        guard try rowsNow(of: intent).mapValues(\.line) != now.mapValues(\.line) else { throw error }
        continue
      }
      guard tasks.clashes.isEmpty else { throw clash(tasks.clashes) }
      return file.remove()
    }
  }

  /// The tasks as they are, without those that are gone.
  private func rowsNow(of intent: EditedText.Intent) throws(Problem) -> [Int32: TaskRow] {
    let ids = intent.changed.map(\.row.id) + intent.removed.map(\.id)
    guard !ids.isEmpty else { return [:] }
    var rows: [Int32: TaskRow] = [:]
    for answer in try open().ask(ids.map { Request(.get([.id($0)])) }) {
      if let failure = answer.failure, failure.name != ErrorName.notFound.rawValue { throw Problem(failure) }
      for row in answer.rows { rows[row.id] = row }
    }
    return rows
  }

  private func make(_ tasks: EditedTasks, of intent: inout EditedText.Intent) throws(Problem) {
    guard !tasks.wishes.isEmpty else {
      for note in tasks.notes { warn(note) }
      if tasks.clashes.isEmpty { try unchanged() }
      return
    }
    var notes = tasks.notes
    var all = Answer()
    var done: Set<EditedText.Intent.Part> = []
    defer { intent.forget(done) }
    for batch in tasks.batches {
      var answer = try commit(batch)
      done.formUnion(batch.map(\.part))
      answer.data += notes.map { Attribute("note", $0) }
      notes = []
      all.take(answer)
      guard !isJSON else { continue }
      warnings(of: answer)
      var view = ChangeView(style: try style(), did: "changed", gone: "removed")
      view.added = Set(answer.rows.map(\.id)).subtracting(batch.compactMap(\.id))
      console.write(view.render(answer))
    }
    if isJSON { console.write(JSONView.change(all)) }
  }

  private func commit(_ batch: ArraySlice<EditedTasks.Wish>) throws(Problem) -> Answer {
    let requests = batch.map(\.request)
    guard requests.count > 1 else {
      let answer = try open().ask(requests)[0]
      if let failure = answer.failure { throw refused(failure, batch[batch.startIndex].line) }
      return answer
    }
    let answers = try open().ask([Request(.begin)] + requests + [Request(.commit)])
    for (wish, answer) in zip(batch, answers.dropFirst()) {
      if let failure = answer.failure { throw refused(failure, wish.line) }
    }
    let answer = answers[answers.count - 1]
    if let failure = answer.failure { throw refused(failure, in: Array(batch)) }
    return answer
  }

  /// A commit says which of its lines it means: `at=3 ...`.
  private func refused(_ failure: Failure, in batch: [EditedTasks.Wish]) -> Problem {
    let parts = failure.message.split(separator: " ", maxSplits: 1)
    guard let first = parts.first, first.hasPrefix("at="), let place = Int(first.dropFirst(3)), parts.count == 2,
      batch.indices.contains(place - 1)
    else { return Problem(failure) }
    let own = Failure(code: failure.code, name: failure.name, message: String(parts[1]))
    return refused(own, batch[place - 1].line)
  }

  private func refused(_ failure: Failure, _ line: Line) -> Problem {
    let shown = Clean.text(line.content)
    let short = shown.count > 60 ? shown.prefix(59) + "…" : shown
    return Problem(
      Failure(code: failure.code, name: failure.name, message: "'\(short)' is refused: \(failure.message)"))
  }

  private func clash(_ clashes: [(mine: Line, theirs: TaskRow)]) -> Problem {
    let lines = clashes.map { clash in
      "\n  \(clash.theirs.id)  now:   \(Clean.text(clash.theirs.line.content))"
        + "\n  \(padded("", to: String(clash.theirs.id).utf8.count))  yours: \(Clean.text(clash.mine.content))"
    }
    let ids = clashes.map { String($0.theirs.id) }.joined(separator: ", ")
    return Problem(
      .conflict, "somebody changed the same words of \(clashes.count == 1 ? "task" : "tasks") \(ids) meanwhile",
      hint: "theirs stays, the rest of yours is in the list; 'todoctl replace ID LINE' puts yours there"
        + lines.joined())
  }
}

extension Problem {
  /// The same, and where the text that was written is.
  fileprivate func keeping(_ path: String) -> Problem {
    let own = hint.map { "\($0)\n" } ?? ""
    return Problem(failure, hint: "\(own)what you wrote is kept in \(path)")
  }
}

extension EditedTasks.Wish {
  /// Of the task; nil for a new one.
  fileprivate var id: Int32? { if case .task(let id) = part { id } else { nil } }
}

extension Answer {
  /// Takes the answer to a further batch in; the step is the last one's.
  fileprivate mutating func take(_ other: Answer) {
    rows += other.rows
    gone += other.gone
    data += other.data
    attributes = other.attributes
  }
}
