import TodoCore
import TodoProtocol
import TodoTxt

/// Makes rows of tasks: the line, and what a todo.txt line has no place for.
struct RowWriter {
  let list: TaskList
  let reminders: Reminders
  let zone: Zone
  let now: Instant
  let today: CivilDate

  init(draft: Draft) {
    list = draft.list
    reminders = draft.reminders
    zone = draft.context.zone
    now = draft.context.now
    today = draft.context.today
  }

  func append(_ task: Task, _ form: RowForm = .full, to buffer: inout [UInt8]) {
    switch form {
    case .full: Response.appendRow(id: task.id.number, attributes(of: task), line: task.line.bytes, to: &buffer)
    case .plain: Response.appendRow(id: task.id.number, line: task.line.bytes, to: &buffer)
    }
  }

  /// One of the moments of a task, as `agenda` lists them: `next` is its time.
  func append(_ entry: AgendaEntry, to buffer: inout [UInt8]) {
    var attributes = attributes(of: entry.task)
    attributes.next = zone.iso8601(entry.moment)
    attributes.moment = entry.name.description
    Response.appendRow(id: entry.task.id.number, attributes, line: entry.task.line.bytes, to: &buffer)
  }

  func attributes(of task: Task) -> RowAttributes {
    var attributes = RowAttributes(hash: LineHash(of: task.line))
    attributes.uuid = task.uuid.word
    attributes.lineNumber = list.position(of: task.id).map { Int32($0 + 1) }
    attributes.dueAt = task.dueMoment(in: zone).map(zone.iso8601)
    attributes.next = reminders.next(for: task.id).map(zone.iso8601)
    attributes.rung = reminders.lastRung(task.id).map { zone.iso8601($0.lastShown ?? $0.writtenAt) }
    attributes.snoozed = reminders.snooze(of: task.id).map { zone.iso8601($0.until) }
    attributes.isDismissed = reminders.isDismissed(task)
    attributes.held = reminders.held(task.id)?.reason.rawValue
    attributes.isOverdue = reminders.isOverdue(task.id)
    attributes.isBlocked = reminders.isBlocked(task)
    if !task.meaning.isDone {
      attributes.urgency = oneDecimal(task.urgency(today: today, zone: zone, isBlocked: attributes.isBlocked))
    }
    if task.meaning.problems.contains(where: \.isBadValue) { attributes.mark = .badDate }
    if reminders.isClashing(task.id) {
      attributes.mark = .clash
      attributes.twins = reminders.twins(of: task.id).map(\.number)
    }
    return attributes
  }
}

/// `7.2`, without the printf of C.
func oneDecimal(_ number: Double) -> String {
  let tenths = Int((number * 10).rounded())
  return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
}
