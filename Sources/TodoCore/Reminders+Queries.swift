import TodoTxt

extension Reminders {
  /// When a task rings next.
  package func next(for item: ItemID) -> Instant? {
    let held = pending[item].flatMap { $0.notBefore < .never ? max($0.notBefore, $0.instant) : nil }
    return [held, entries[item].flatMap(nextRinging)].compactMap { $0 }.min()
  }

  /// The first moment to come, or the end of the pause that will hold it then; nil if that has no end.
  private func nextRinging(_ entry: Entry) -> Instant? {
    guard let next = entry.next, let pause = pause(of: entry.task, at: next.instant) else { return entry.next?.instant }
    return pause.until
  }

  /// When anything rings next, and which task; nil for the file's own moments.
  package var nextRing: (item: ItemID?, name: MomentName, moment: Instant)? {
    var first: (item: ItemID?, name: MomentName, moment: Instant)?
    for (item, entry) in entries.all {
      guard let next = entry.next, let instant = nextRinging(entry) else { continue }
      if let first, (first.moment, first.item?.number ?? 0) < (instant, item.number) { continue }
      first = (item, next.name, instant)
    }
    for (item, waiting) in pending where waiting.wasHeld && waiting.notBefore < .never {
      let instant = max(waiting.notBefore, waiting.instant)
      if let first, (first.moment, first.item?.number ?? 0) < (instant, item.number) { continue }
      first = (item, waiting.key.name, instant)
    }
    if let morning = morningOfOlder, morning < first?.moment ?? .never { return (nil, .older, morning) }
    return first
  }

  /// All that rings after `now` up to `end`, in order; of a task that is overdue only the next morning.
  package func agenda(after now: Instant, until end: Instant, limit: Int) -> [AgendaEntry] {
    var found: [AgendaEntry] = []
    for (_, entry) in entries.all {
      guard let next = entry.next, next.instant <= end else { continue }
      for moment in coming(entry.task, after: now) where moment.instant <= end && moment.instant >= next.instant {
        found.append(AgendaEntry(task: entry.task, name: moment.name, moment: moment.instant))
      }
    }
    found.sort { ($0.moment, $0.task.id) < ($1.moment, $1.task.id) }
    return Array(found.prefix(limit))
  }

  /// When and as what a task last rang.
  package func lastRung(_ item: ItemID) -> LedgerRow? {
    ledger.rows(of: item, at: now).filter { $0.lastShown != nil }.max {
      ($0.lastShown ?? .longAgo) < ($1.lastShown ?? .longAgo)
    }
  }

  /// The tasks of which something rang and was neither closed nor answered, by id.
  package var missed: [ItemID] { ledger.items { $0.state == .rung && !isVoid($0) } }

  private func isVoid(_ row: LedgerRow) -> Bool { Ledger.isVoid(row, at: now) }

  package func isOverdue(_ item: ItemID) -> Bool {
    guard let entry = entries[item], let share = entry.share else { return false }
    return share.lastGoodDay < tally.today || share.day == tally.today && entry.hasPassed
  }

  /// It has an open child.
  package func isBlocked(_ task: Task) -> Bool { kinship.isBlocked(task.meaning) }

  package var blockedItems: Set<ItemID> { kinship.blocked }

  package var snoozedItems: Set<ItemID> { Set(snoozes.values.lazy.filter { $0.until > now }.map(\.item)) }

  /// The snooze of a task that has not ended yet.
  package func snooze(of item: ItemID) -> Snooze? { snoozes[item].flatMap { $0.until > now ? $0 : nil } }

  /// Why what has come of a task does not ring yet, and until when as far as that is known; nil if nothing waits.
  package func held(_ item: ItemID) -> (reason: HeldReason, until: Instant?)? {
    guard let waiting = pending[item], let reason = waiting.reason else { return nil }
    return (reason, waiting.notBefore < .never ? waiting.notBefore : nil)
  }

  package var heldItems: Set<ItemID> { Set(pending.lazy.filter { $0.value.reason != nil }.map(\.key)) }
}
