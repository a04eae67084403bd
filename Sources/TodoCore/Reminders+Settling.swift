import TodoTxt

/// What is over is recorded; of the rest the newest passed moment of a task is pending.
extension Reminders {
  /// - Parameter moments: All that the ledger does not settle, past or to come.
  mutating func settle(_ moments: [Moment], of task: Task, birth: Birth, into record: inout Recorded) {
    let past = moments.filter { $0.instant <= now }
    guard !past.isEmpty || pending[task.id] != nil else { return }
    let world = circumstances
    var over: [(moment: Moment, state: LedgerRow.State)] = []
    var alive: [Moment] = []
    for moment in past {
      var reached = reached(moment, of: task, at: now)
      reached.birth = birth(moment.name)
      switch Fate(of: reached, in: world) {
      case .nothing: break
      case .superseded: over.append((moment, .superseded))
      case .bornLate: over.append((moment, .bornLate))
      case .dropped: over.append((moment, .dropped))
      case .held, .rings: alive.append(moment)
      }
    }
    let chosen = alive.max { $0.isOlder(than: $1) }
    over += alive.filter { $0.name != chosen?.name }.map { ($0, .superseded) }
    for (moment, state) in needingRow(over, chosen: chosen, of: task) {
      write(key(moment.name, of: task), state, moment.instant, into: &record)
    }
    makePending(chosen, of: task, among: moments, into: &record)
  }

  /// Of an occurrence the furthest row settles those before it, so that one is enough.
  private func needingRow(
    _ over: [(moment: Moment, state: LedgerRow.State)], chosen: Moment?, of task: Task
  ) -> [(moment: Moment, state: LedgerRow.State)] {
    let furthest = over.compactMap(\.moment.name.order).max()
    return over.filter { moment, _ in
      guard let order = moment.name.order else { return true }
      // A row written for an attempt is brought to an end.
      if pending[task.id]?.key.name == moment.name || ledger.row(key(moment.name, of: task), at: now) != nil {
        return true
      }
      if let chosenOrder = chosen?.name.order, order < chosenOrder { return false }
      return order == furthest
    }
  }

  private mutating func makePending(
    _ chosen: Moment?, of task: Task, among moments: [Moment], into record: inout Recorded
  ) {
    let old = pending[task.id]
    if var old, let chosen, old.key == key(chosen.name, of: task) {
      old.instant = chosen.instant
      old.reachedAt = min(old.reachedAt, now)
      // Another line may be another query's.
      if old.reason == .paused { old.notBefore = now }
      pending[task.id] = old
      return
    }
    pending[task.id] = nil
    // Its moment may be gone from the line, or be still to come since the clock went back.
    let isToCome = moments.contains { $0.name == old?.key.name && $0.instant > now }
    if let old, !isToCome, ledger.row(old.key, at: now)?.state == .failed {
      write(old.key, .superseded, old.instant, into: &record)
    }
    guard let chosen else { return }
    let key = key(chosen.name, of: task)
    pending[task.id] = Pending(key: key, instant: chosen.instant, reachedAt: now, notBefore: now)
  }

  /// Records a row, in memory and for the state.
  mutating func write(
    _ key: LedgerKey, _ state: LedgerRow.State, _ moment: Instant, by reaction: LedgerRow.Reaction? = nil,
    into record: inout Recorded
  ) {
    var row = LedgerRow(key: key, state: state, moment: moment, writtenAt: now, reaction: reaction)
    row.rungAt = state == .rung ? now : ledger.row(key, at: now)?.rungAt
    ledger.record(row)
    record.rows.append(row)
  }
}
