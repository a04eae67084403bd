import TodoTxt

extension Reminders {
  /// When a task rings next.
  package func next(for item: ItemID) -> Instant? {
    let held = pending[item].flatMap { $0.notBefore < .never ? max($0.notBefore, $0.instant) : nil }
    return [held, entries[item]?.next?.instant].compactMap { $0 }.min()
  }

  /// When anything rings next, and which task; nil for the file's own moments.
  package var nextRing: (item: ItemID?, name: MomentName, moment: Instant)? {
    var first: (item: ItemID?, name: MomentName, moment: Instant)?
    for (item, entry) in entries.all {
      guard let next = entry.next else { continue }
      if let first, (first.moment, first.item?.number ?? 0) < (next.instant, item.number) { continue }
      first = (item, next.name, next.instant)
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

  /// In order, and of the mornings only the first: each later one is as sure as that.
  private func coming(_ task: Task, after now: Instant) -> [Moment] {
    var copy = self
    let moments = copy.unsettledMoments(of: task).filter { $0.instant > now }.sorted { $0.isEarlier(than: $1) }
    let first = moments.firstIndex(where: \.name.isMorning)
    return moments.indices.filter { !moments[$0].name.isMorning || $0 == first }.map { moments[$0] }
  }

  /// What became of each moment of a task, and what is to come, in order.
  package func moments(of item: ItemID, at now: Instant) -> [MomentReport] {
    let waiting = pending[item]
    var reports = ledger.rows(of: item, at: now).filter { $0.key != waiting?.key }.map { row in
      MomentReport(name: row.key.name, moment: row.moment, status: .recorded(row.state, at: row.writtenAt))
    }
    if let waiting {
      let until = waiting.notBefore < .never ? waiting.notBefore : nil
      reports.append(
        MomentReport(
          name: waiting.key.name, moment: waiting.instant, status: .held(waiting.reason ?? .lateWait, until: until)))
    }
    if let entry = entries[item] {
      reports += coming(entry.task, after: now).map { moment in
        MomentReport(name: moment.name, moment: moment.instant, status: .armed)
      }
    }
    return reports.sorted { ($0.moment, $0.name.order ?? .max) < ($1.moment, $1.name.order ?? .max) }
  }

  /// When and as what a task last rang.
  package func lastRung(_ item: ItemID) -> LedgerRow? {
    ledger.rows(of: item, at: now).filter { $0.state == .rung || $0.state == .closed }.max {
      $0.writtenAt < $1.writtenAt
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

  package func snooze(of item: ItemID) -> Snooze? { snoozes[item] }
}
