import TodoTxt

extension Reminders {
  /// When and as what a task last rang.
  package func lastRung(_ item: ItemID) -> LedgerRow? {
    ledger.rows(of: item, at: now).filter { $0.lastShown != nil }.max {
      ($0.lastShown ?? .longAgo) < ($1.lastShown ?? .longAgo)
    }
  }

  /// The tasks of which something rang and was neither closed nor answered, by id.
  package var missed: [ItemID] { ledger.items { $0.state == .rung && !isVoid($0) } }

  private func isVoid(_ row: LedgerRow) -> Bool { ledger.isVoid(row, at: now) }

  package func isOverdue(_ item: ItemID) -> Bool {
    guard let entry = entries[item], let share = entry.share else { return false }
    return share.lastGoodDay < tally.today || share.day == tally.today && entry.hasPassed
  }

  /// It has an open child.
  package func isBlocked(_ task: Task) -> Bool { kinship.isBlocked(task.meaning) }

  package var blockedItems: Set<ItemID> { kinship.blocked }

  package var snoozedItems: Set<ItemID> { Set(snoozes.keys.lazy.filter { snooze(of: $0) != nil }) }

  /// The snooze of a task that has not ended yet.
  package func snooze(of item: ItemID) -> Snooze? {
    guard let snooze = snoozes[item], snooze.until > now, let task = entries[item]?.task,
      snooze.due == task.meaning.dueAsWritten
    else { return nil }
    return snooze
  }

  /// Why what has come of a task does not ring yet, and until when as far as that is known; nil if nothing waits.
  package func held(_ item: ItemID) -> (reason: HeldReason, until: Instant?)? {
    guard let waiting = pending[item], let reason = waiting.reason else { return nil }
    return (reason, waiting.notBefore < .never ? waiting.notBefore : nil)
  }

  package var heldItems: Set<ItemID> { Set(pending.lazy.filter { $0.value.reason != nil }.map(\.key)) }
}
