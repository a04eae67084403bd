import TodoTxt

/// Putting off, and wanting to hear no more of an occurrence.
extension Reminders {
  /// Why a task cannot be put off or dismissed.
  package enum NoRinging: Error, Hashable, Sendable {
    case done, silent
  }

  /// Moves the ringing of an occurrence, not past its due unless a time was typed; the due stays. What has rung of it is
  /// answered.
  package mutating func snooze(
    _ task: Task, until later: Later, at now: Instant
  ) throws(NoRinging) -> (Snooze, Recorded) {
    try requireRinging(task)
    advance(to: now)
    var record = Recorded()
    let due = task.meaning.dueAsWritten
    var until = later.instant
    var endsWithDue = false
    if !later.isToTime, let coming = comingDue(of: task), coming.instant < until {
      until = coming.instant
      endsWithDue = true
    }
    let snooze = Snooze(
      item: task.id, due: due, until: until, isToTime: later.isToTime, endsWithDue: endsWithDue,
      count: snoozeCount(of: task) + 1)
    if let old = snoozes[task.id], old.due != due { set(nil, for: .snooze(old.item, due: old.due), into: &record) }
    set(nil, for: .dismissal(task.id, due: due), into: &record)
    set(.snooze(snooze), for: .snooze(task.id, due: due), into: &record)
    answer(task, .snoozed, into: &record)
    return (snooze, record)
  }

  /// What a dismissal is of.
  package enum Dismissed: Hashable, Sendable {
    /// Nothing of the occurrence rings any more.
    case occurrence
    /// What rang was ahead of the due, which still rings then.
    case lead(due: Instant)
    case already
  }

  /// Ends the ringing of an occurrence; given to what rang ahead of the due it ends that alone.
  package mutating func dismiss(_ task: Task, at now: Instant) throws(NoRinging) -> (Dismissed, Recorded) {
    try requireRinging(task)
    advance(to: now)
    var record = Recorded()
    let due = task.meaning.dueAsWritten
    if dismissals.contains(Dismissal(item: task.id, due: due)) { return (.already, record) }
    if let coming = comingDue(of: task), !unanswered(of: task).isEmpty {
      answer(task, .dismissed, into: &record)
      return (.lead(due: coming.instant), record)
    }
    if let old = snoozes[task.id] { set(nil, for: .snooze(old.item, due: old.due), into: &record) }
    set(.dismissal(Dismissal(item: task.id, due: due)), for: .dismissal(task.id, due: due), into: &record)
    answer(task, .dismissed, into: &record)
    return (.occurrence, record)
  }

  package func isDismissed(_ task: Task) -> Bool {
    !dismissals.isEmpty && dismissals.contains(Dismissal(item: task.id, due: task.meaning.dueAsWritten))
  }

  private func requireRinging(_ task: Task) throws(NoRinging) {
    if task.meaning.isDone { throw .done }
    if case .silent = task.meaning.reminders { throw .silent }
  }

  /// The occurrence itself, if it is still to come.
  private mutating func comingDue(of task: Task) -> Moment? {
    let name = MomentPlan(of: task.meaning, settings: settings).dueName
    return unsettledMoments(of: task).first { $0.name == name && $0.instant > now }
  }

  private func unanswered(of task: Task) -> [LedgerRow] {
    ledger.rows(of: task.id, at: now).filter {
      $0.key.due == task.meaning.dueAsWritten && $0.state.isUnanswered
    }
  }

  /// What was shown is answered and goes from the screen; the task is planned anew.
  private mutating func answer(_ task: Task, _ reaction: LedgerRow.Reaction, into record: inout Recorded) {
    for row in unanswered(of: task) {
      var answered = row
      answered.state = .answered
      answered.writtenAt = now
      answered.reaction = reaction
      set(.row(answered), for: .row(row.key), into: &record)
      attempts[row.key] = nil
      perhapsShown.remove(row.key)
    }
    leave([task.id], into: &record)
    pending[task.id] = nil
    arm(task, into: &record)
    clean()
  }

  private func snoozeCount(of task: Task) -> Int {
    var count = currentSnooze(of: task)?.count ?? 0
    for row in ledger.rows(of: task.id, at: now) where row.key.due == task.meaning.dueAsWritten {
      if case .snooze(let earlier) = row.key.name { count = max(count, earlier) }
    }
    return count
  }
}
