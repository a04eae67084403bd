import TodoTxt

/// Putting off, and wanting to hear no more of an occurrence.
extension Reminders {
  /// Why a task cannot be put off or dismissed.
  package enum NoRinging: Error, Hashable, Sendable {
    case done(ItemID)
    case silent(ItemID)
  }

  /// Moves the ringing of occurrences, not past their due unless a time was typed; the due stays. What has rung of them
  /// is answered.
  package mutating func snooze(
    _ orders: [(task: Task, later: Later)], at now: Instant
  ) throws(NoRinging) -> ([Snooze], Recorded) {
    for order in orders { try requireRinging(order.task) }
    advance(to: now)
    var record = Recorded()
    let snoozes = orders.map { snooze($0.task, until: $0.later, into: &record) }
    leaveAnswered(orders.map(\.task), into: &record)
    return (snoozes, record)
  }

  private mutating func snooze(_ task: Task, until later: Later, into record: inout Recorded) -> Snooze {
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
    return snooze
  }

  /// What a dismissal is of.
  package enum Dismissed: Hashable, Sendable {
    /// Nothing of the occurrence rings any more.
    case occurrence
    /// What rang was ahead of the due, which still rings then.
    case lead(due: Instant)
    case already
  }

  /// Ends the ringing of occurrences; given to what rang ahead of a due it ends that alone.
  package mutating func dismiss(_ tasks: [Task], at now: Instant) throws(NoRinging) -> ([Dismissed], Recorded) {
    for task in tasks { try requireRinging(task) }
    advance(to: now)
    var record = Recorded()
    let dismissed = tasks.map { dismiss($0, into: &record) }
    leaveAnswered(zip(tasks, dismissed).filter { $0.1 != .already }.map(\.0), into: &record)
    return (dismissed, record)
  }

  private mutating func dismiss(_ task: Task, into record: inout Recorded) -> Dismissed {
    let due = task.meaning.dueAsWritten
    if dismissals.contains(Dismissal(item: task.id, due: due)) { return .already }
    if let coming = comingDue(of: task), !unanswered(of: task).isEmpty {
      answer(task, .dismissed, into: &record)
      return .lead(due: coming.instant)
    }
    if let old = snoozes[task.id] { set(nil, for: .snooze(old.item, due: old.due), into: &record) }
    set(.dismissal(Dismissal(item: task.id, due: due)), for: .dismissal(task.id, due: due), into: &record)
    answer(task, .dismissed, into: &record)
    return .occurrence
  }

  package func isDismissed(_ task: Task) -> Bool {
    !dismissals.isEmpty && dismissals.contains(Dismissal(item: task.id, due: task.meaning.dueAsWritten))
  }

  private func requireRinging(_ task: Task) throws(NoRinging) {
    if task.meaning.isDone { throw .done(task.id) }
    if case .silent = task.meaning.reminders { throw .silent(task.id) }
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
    pending[task.id] = nil
  }

  /// What was shown goes from the screen, all at once (a digest of thousands is not made anew for each), and the tasks
  /// are planned anew.
  private mutating func leaveAnswered(_ tasks: [Task], into record: inout Recorded) {
    leave(Set(tasks.map(\.id)), into: &record)
    for task in tasks { arm(task, into: &record) }
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
