import TodoCore

/// What is due and cannot be written down waits: a crash would make it ring again, and nobody would know of the first.
struct Unrecorded {
  /// When it is tried again, unless the state is written before for another reason.
  var again: Instant
  var tries: Int
  /// The popup that says so.
  var notice: Int?
}

extension Daemon {
  /// Takes what is due, once that is written down; nil while it cannot be, and then nothing was taken.
  func takeDue(at now: Instant) -> Taken? {
    if let again = trouble.unrecorded?.again, now < again { return nil }
    let before = reminders
    let taken = reminders.take(dueAt: now)
    guard !taken.rings.isEmpty else {
      record([taken.recorded])
      return taken
    }
    do throws(StateError) {
      try commit(taken.recorded)
      return taken
    } catch {
      reminders = before
      noteUnrecorded(error, at: now)
      return nil
    }
  }

  private func commit(_ recorded: Recorded) throws(StateError) {
    var all = backlog
    all.records += StateRecord.records(of: recorded)
    guard !all.isEmpty else { return }
    try commit(all.transaction(revision))
    backlog = Backlog()
  }

  private func noteUnrecorded(_ error: StateError, at now: Instant) {
    noteStateFailure(error, "what is due waits for the state")
    let tries = trouble.unrecorded?.tries ?? 0
    let delay = Reminders.retries[min(tries, Reminders.retries.count - 1)]
    trouble.unrecorded = Unrecorded(
      again: now.adding(seconds: delay), tries: tries + 1,
      notice: trouble.unrecorded?.notice ?? notice(.unrecorded(reason: error.words)))
  }

  /// When the wall clock's timer is wanted next.
  var nextAlarm: Instant? {
    reminders.next.map { max($0, trouble.unrecorded?.again ?? $0) }
  }
}
