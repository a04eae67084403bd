import TodoCore
import TodoProtocol
import TodoTxt

/// Snooze, dismiss, pause and resume: steps that touch no file, and are OK once the state has them.
extension Daemon {
  func remind(_ request: Request, _ client: ClientID, in turn: inout Turn) throws(Unanswered) {
    let made = try finding { () throws(Refusal) in try remind(request, in: &turn.draft) }
    let draft = turn.draft
    var bytes: [UInt8] = []
    let rows = RowWriter(draft: draft)
    for task in made.tasks { rows.append(task, to: &bytes) }
    if made.isOfPause { Response.data(key: "paused", value: draft.pauseWords ?? "nothing").append(to: &bytes) }
    for note in made.notes { Response.data(key: "note", value: note).append(to: &bytes) }
    var attributes = [Attribute("rev", draft.revision)]
    if let step = made.step { attributes.append(Attribute("step", "s\(step)")) }
    if let until = made.until { attributes.append(Attribute("until", draft.context.zone.iso8601(until))) }
    Response.ok(tag: request.tag, attributes).append(to: &bytes)
    turn.answers.append((client, .bytes(bytes)))
  }

  /// What a verb of reminders came to.
  struct Reminded {
    var tasks: [Task] = []
    var isOfPause = false
    var notes: [String] = []
    var until: Instant?
    /// Is nil where nothing had to be changed.
    var step: Int64?
  }

  func remind(_ request: Request, in draft: inout Draft) throws(Refusal) -> Reminded {
    switch request.command {
    case .snooze(let names, let when): return try snooze(try tasks(names, request, in: draft), when, in: &draft)
    case .dismiss(let names): return try dismiss(try tasks(names, request, in: draft), in: &draft)
    case .pause(let words): return try pause(words, in: &draft)
    case .resume(let query): return try resume(query, in: &draft)
    case .add, .put, .replace, .append, .prepend, .set, .done, .undone, .remove, .restore, .restoreVersion, .undo,
      .redo, .reorder,
      .move,
      .sort, .archive, .resolve, .skip, .hello, .ping, .status, .doctor, .commands, .views, .list, .get, .agenda, .next,
      .missed, .why,
      .history, .trash, .version,
      .projects,
      .contexts, .restoreFile, .accept, .watch, .unwatch, .begin, .commit, .abort, .reload, .test, .quit:
      preconditionFailure("\(request.command) is not about reminders")
    }
  }

  private func snooze(_ tasks: [Task], _ when: String?, in draft: inout Draft) throws(Refusal) -> Reminded {
    let made = try snooze(tasks, when, by: .client, in: &draft)
    var reminded = Reminded(tasks: tasks, step: made.step)
    for snooze in made.snoozes where snooze.endsWithDue {
      let due = draft.context.zone.iso8601(snooze.until)
      reminded.notes.append(
        "task \(snooze.item) is due before that, at \(due): say a time such as 17:30 to go past it")
    }
    let ends = Set(made.snoozes.map(\.until))
    if ends.count == 1 { reminded.until = ends.first }
    return reminded
  }

  /// Puts the ringing of tasks off, each by what suits it where nothing is said.
  func snooze(
    _ tasks: [Task], _ when: String?, by author: Step.Author, in draft: inout Draft
  ) throws(Refusal) -> (snoozes: [Snooze], step: Int64?) {
    let said: Later?
    do throws(DateWords.Problem) {
      said = try when.map { words throws(DateWords.Problem) in
        try Later(
          parsing: words, at: draft.context.now, in: draft.context.zone, settings: draft.reminders.settings)
      }
    } catch {
      throw error.refusal
    }
    return try snooze(tasks, until: said, by: author, in: &draft)
  }

  func snooze(
    _ tasks: [Task], until said: Later?, by author: Step.Author, in draft: inout Draft
  ) throws(Refusal) -> (snoozes: [Snooze], step: Int64?) {
    let now = draft.context.now
    let orders = tasks.map { task in
      (task: task, later: said ?? Later(instant: now.adding(seconds: task.usualSnooze), isToTime: false))
    }
    var snoozes: [Snooze] = []
    let step = try draft.remind("snooze", by: author, of: tasks.map(\.id)) { reminders throws(Refusal) in
      do throws(Reminders.NoRinging) {
        let (made, recorded) = try reminders.snooze(orders, at: now)
        snoozes = made
        return [recorded]
      } catch {
        throw error.refusal
      }
    }
    return (snoozes, step)
  }

  private func dismiss(_ tasks: [Task], in draft: inout Draft) throws(Refusal) -> Reminded {
    let (now, zone) = (draft.context.now, draft.context.zone)
    var reminded = Reminded(tasks: tasks)
    reminded.step = try draft.remind("dismiss", by: .client, of: tasks.map(\.id)) { reminders throws(Refusal) in
      do throws(Reminders.NoRinging) {
        let (dismissed, recorded) = try reminders.dismiss(tasks, at: now)
        for (task, what) in zip(tasks, dismissed) {
          switch what {
          case .occurrence: break
          case .lead(let due):
            reminded.notes.append("task \(task.id) still rings when it is due, at \(zone.iso8601(due))")
          case .already: reminded.notes.append(Outcome.Note.unchanged(task.id).words)
          }
        }
        return [recorded]
      } catch {
        throw error.refusal
      }
    }
    return reminded
  }

  private func tasks(_ names: [ItemName], _ request: Request, in draft: Draft) throws(Refusal) -> [Task] {
    let ids = try draft.resolve(names)
    try draft.verify(request.condition, of: ids)
    return ids.compactMap { draft.list[$0] }
  }
}

extension Task {
  /// In seconds: a timed task comes back soon, a day task later in the day.
  fileprivate var usualSnooze: Int64 { meaning.time != nil || meaning.dueInstant != nil ? 600 : 3 * 3600 }
}

extension Reminders.NoRinging {
  fileprivate var refusal: Refusal {
    switch self {
    case .done(let item): .isDone(item)
    case .silent(let item): .neverRings(item)
    }
  }
}
