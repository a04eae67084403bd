import TodoTxt

extension Reminders {
  /// Plans all anew: at start, at the first sight of a file, after a clock step or a change of zone or settings.
  ///
  /// The first time it also brings back the popups of the state, and what a crash left as `ringing`.
  package mutating func replan(
    tasks: some Sequence<Task>, cause: Cause, settings new: ReminderSettings? = nil, zone: Zone? = nil, at now: Instant
  ) -> Recorded {
    var record = Recorded()
    let old = settings
    let oldZone = self.zone
    if let new { settings = new }
    if let zone { clock = CivilClock(zone: zone) }
    if cause == .start { record.rejudged = ledger.clockStepped(to: now) }
    reset(at: now)
    let shown = followAll(tasks)
    restore(shown, into: &record)
    settleClashes(among: tasks, into: &record)
    for task in tasks {
      arm(task, birth: birth(of: task, cause: cause, before: old, in: oldZone), into: &record)
    }
    for item in pending.keys where entries[item] == nil { pending[item] = nil }
    if cause == .firstSight { greet(into: &record) }
    clean()
    return record
  }

  private mutating func reset(at now: Instant) {
    entries.removeAll()
    wakes = WakeHeap()
    kinship = Kinship()
    openCount = 0
    tally = DueTally(today: zone.date(of: now))
    day = Instant.longAgo..<Instant.longAgo
    countedMorning = nil
    advance(to: now)
    // Instants set by another clock, or for a file pending before its moments are known again, say nothing.
    for item in pending.keys {
      pending[item]?.notBefore = now
      pending[item]?.reachedAt = now
    }
    for place in filePending.indices { filePending[place].notBefore = now }
    if !restoring.isEmpty, restoreAt < .never { restoreAt = now }
    for slot in unfolding.keys { unfolding[slot] = now }
  }

  /// Counts the tasks and their kin; gives back those that stand in popups or were cut off while ringing.
  private mutating func followAll(_ tasks: some Sequence<Task>) -> [ItemID: Task] {
    let wanted = Set((popups.values.lazy.flatMap(\.members) + interrupted.lazy.map(\.key)).compactMap(\.item))
    var found: [ItemID: Task] = [:]
    for task in tasks {
      if task.meaning.isDone || task.meaning.isBlank { continue }
      openCount += 1
      kinship.add(task)
      if wanted.contains(task.id) { found[task.id] = task }
    }
    return found
  }

  private func birth(
    of task: Task, cause: Cause, before settings: ReminderSettings, in zone: Zone
  ) -> Birth {
    switch cause {
    case .client, .file, .firstSight: return { _ in cause }
    case .start: return { _ in nil }
    case .settings:
      let isBlocked = kinship.isBlocked(task.meaning)
      let today = today
      return { name in
        switch name {
        case .again, .snooze: return nil
        case .due, .day, .evening, .lead, .absolute, .threshold, .older, .welcome: break
        }
        let plan = MomentPlan(of: task.meaning, settings: settings, isBlocked: isBlocked)
        return plan.moments(on: today, in: zone).contains { $0.name == name } ? nil : .settings
      }
    }
  }

  /// Keeps of the popups what their tasks still want, to be shown again if this is the start.
  private mutating func restore(_ tasks: [ItemID: Task], into record: inout Recorded) {
    for popup in openPopups {
      var kept = popup
      kept.members.removeAll { key in
        let row = ledger.row(key, at: now)
        guard row?.state.isUnanswered ?? false else { return true }
        guard let item = key.item else { return false }
        guard let task = tasks[item] else { return true }
        return task.meaning.dueAsWritten != key.due
      }
      // A client's change that answered a popup leaves it on the screen until a restart.
      if !isRestored || kept.members.isEmpty { adopt(kept, over: popup, into: &record) }
    }
    if !isRestored {
      isRestored = true
      for row in interrupted { resume(row, of: row.key.item.flatMap { tasks[$0] }, into: &record) }
      interrupted = []
      restoreOwn()
    }
  }

  private mutating func adopt(_ kept: OpenPopup, over old: OpenPopup, into record: inout Recorded) {
    if kept.members.isEmpty {
      popups[old.slot] = kept
      withdraw(old.slot, into: &record)
      return
    }
    popups[old.slot] = kept
    for key in kept.members {
      if let item = key.item { slots[item] = old.slot }
      if ledger.row(key, at: now)?.state == .ringing { perhapsShown.insert(key) }
    }
    if kept != old { record.popups.append(.open(kept)) }
    restoring.insert(old.slot)
    restoreAt = now
  }

  /// Makes what a crash cut off due again; it says that it was perhaps shown.
  private mutating func resume(_ row: LedgerRow, of task: Task?, into record: inout Recorded) {
    guard ledger.row(row.key, at: now)?.state == .ringing else { return }
    if row.key.item != nil, task?.meaning.dueAsWritten != row.key.due { return }
    perhapsShown.insert(row.key)
    fail(row.key, row.moment, into: &record)
  }

  /// A welcome that did not reach the screen is still owed; a count of older tasks comes with its morning.
  private mutating func restoreOwn() {
    for row in ledger.rows(of: nil, at: now) where row.key.name == .welcome && row.state == .failed {
      filePending.append(Pending(key: row.key, instant: row.moment, reachedAt: row.moment, notBefore: now))
    }
  }

  private mutating func greet(into record: inout Recorded) {
    let welcome = LedgerKey(item: nil, due: "", name: .welcome)
    // Without a file every start is a first sight; it greets once.
    if ledger.row(welcome, at: now) == nil {
      filePending = [Pending(key: welcome, instant: now, reachedAt: now, notBefore: now)]
    }
    countedMorning = tally.today
    guard tally.older > 0, now >= morning else {
      if now < morning { countedMorning = nil }
      return
    }
    write(olderKey, .bornLate, morning, into: &record)
  }

  /// DayStart of today.
  var morning: Instant { zone.instant(of: settings.dayStart.civil(on: today)) }

  var olderKey: LedgerKey { LedgerKey(item: nil, due: today.description, name: .older) }

  /// When the tasks over 30 days late are counted next, if it is today.
  var morningOfOlder: Instant? { tally.older > 0 && countedMorning != tally.today ? morning : nil }
}
