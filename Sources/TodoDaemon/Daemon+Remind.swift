import TodoCore
import TodoProtocol
import TodoTxt

/// Snooze and dismiss: steps that touch no file, and are OK once the state has them.
extension Daemon {
  func snooze(
    _ names: [ItemName], _ when: String?, _ request: Request, _ pending: PendingRequest, in turn: inout Turn
  ) throws(Unanswered) {
    let tasks = try tasks(names, request, in: turn.draft)
    let made = try finding { () throws(Refusal) in try snooze(tasks, when, by: .client, in: &turn.draft) }
    let ends = Set(made.snoozes.map(\.until))
    var notes: [String] = []
    for snooze in made.snoozes where snooze.endsWithDue {
      let due = turn.draft.context.zone.iso8601(snooze.until)
      notes.append("task \(snooze.item) is due before that, at \(due): say a time such as 17:30 to go past it")
    }
    var attributes: [Attribute] = []
    if ends.count == 1, let end = ends.first {
      attributes.append(Attribute("until", turn.draft.context.zone.iso8601(end)))
    }
    answerReminding(tasks, notes, step: made.step, attributes, to: request, pending, in: &turn)
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

  func dismiss(
    _ names: [ItemName], _ request: Request, _ pending: PendingRequest, in turn: inout Turn
  ) throws(Unanswered) {
    let tasks = try tasks(names, request, in: turn.draft)
    let (now, zone) = (turn.draft.context.now, turn.draft.context.zone)
    var notes: [String] = []
    let step = try finding { () throws(Refusal) in
      try turn.draft.remind("dismiss", by: .client, of: tasks.map(\.id)) { reminders throws(Refusal) in
        do throws(Reminders.NoRinging) {
          let (dismissed, recorded) = try reminders.dismiss(tasks, at: now)
          for (task, what) in zip(tasks, dismissed) {
            switch what {
            case .occurrence: break
            case .lead(let due): notes.append("task \(task.id) still rings when it is due, at \(zone.iso8601(due))")
            case .already: notes.append(Outcome.Note.unchanged(task.id).words)
            }
          }
          return [recorded]
        } catch {
          throw error.refusal
        }
      }
    }
    answerReminding(tasks, notes, step: step, [], to: request, pending, in: &turn)
  }

  private func tasks(_ names: [ItemName], _ request: Request, in draft: Draft) throws(Unanswered) -> [Task] {
    try finding { () throws(Refusal) in
      let ids = try draft.resolve(names)
      try draft.verify(request.condition, of: ids)
      return ids.compactMap { draft.list[$0] }
    }
  }

  private func answerReminding(
    _ tasks: [Task], _ notes: [String], step: Int64?, _ attributes: [Attribute], to request: Request,
    _ pending: PendingRequest, in turn: inout Turn
  ) {
    var bytes: [UInt8] = []
    let rows = RowWriter(draft: turn.draft)
    for task in tasks { rows.append(task, to: &bytes) }
    for note in notes { Response.data(key: "note", value: note).append(to: &bytes) }
    var all = [Attribute("rev", turn.draft.revision)]
    if let step { all.append(Attribute("step", "s\(step)")) }
    Response.ok(tag: request.tag, all + attributes).append(to: &bytes)
    turn.answers.append((pending.client, .bytes(bytes)))
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
