import TodoTxt

extension Reminders {
  /// Follows changed tasks. Costs the logarithm of the number of tasks for each.
  package mutating func changed(_ changes: [TaskChange], cause: Cause, at now: Instant) -> Recorded {
    advance(to: now)
    if cause == .file { fileLastChanged = now }
    var record = Recorded()
    let wereBlocked = followKin(changes)
    var leaving: Set<ItemID> = []
    for change in changes {
      count(change)
      if let old = change.old, settleOld(old, new: change.new, cause: cause, into: &record) { leaving.insert(old.id) }
    }
    leave(leaving, into: &record)
    for change in changes {
      guard let new = change.new else { continue }
      let old = change.old
      let wasBlocked = old?.meaning.number.flatMap { wereBlocked[$0] } ?? false
      let names = namesOfPlan(old, wasBlocked: wasBlocked, replacedBy: new)
      arm(new, birth: { names($0) ? nil : cause }, into: &record)
    }
    followParents(wereBlocked, but: changes, cause: cause, into: &record)
    redraw(changes)
    clean()
    return record
  }

  /// Whether a moment was there before: the same occurrence of an open task had it.
  private func namesOfPlan(
    _ old: Task?, wasBlocked: Bool, replacedBy new: Task
  ) -> (MomentName) -> Bool {
    let isSame = old.map { !$0.meaning.isDone && $0.meaning.dueAsWritten == new.meaning.dueAsWritten } ?? false
    let (settings, zone, today) = (settings, zone, today)
    return { name in
      switch name {
      case .again, .snooze: return true
      case .due, .day, .evening, .lead, .absolute, .threshold, .older, .welcome: break
      }
      guard isSame, let old else { return false }
      let plan = MomentPlan(of: old.meaning, settings: settings, isBlocked: wasBlocked)
      return plan.moments(on: today, in: zone).contains { $0.name == name }
    }
  }

  private mutating func count(_ change: TaskChange) {
    if let old = change.old, !old.meaning.isDone { openCount -= 1 }
    if let new = change.new, !new.meaning.isDone { openCount += 1 }
  }

  /// Ends what the old form of a task left open; true if its popups are over.
  private mutating func settleOld(_ old: Task, new: Task?, cause: Cause, into record: inout Recorded) -> Bool {
    if new?.id != old.id { disarm(old.id) }
    let due = old.meaning.dueAsWritten
    let isOver = new.map { $0.meaning.isDone || $0.meaning.dueAsWritten != due || $0.meaning.isSilent } ?? true
    guard isOver || cause == .client else { return false }
    for row in ledger.rows(of: old.id, at: now) where row.key.due == due && row.state.isUnanswered {
      write(row.key, .answered, row.moment, by: reaction(old, new), into: &record)
      attempts[row.key] = nil
    }
    endAgain(of: old.id, into: &record)
    guard isOver else { return false }
    pending[old.id] = nil
    if new.map({ $0.meaning.isDone }) ?? true { disarm(old.id) }
    if let snooze = snoozes[old.id], snooze.due == due { set(nil, for: .snooze(old.id, due: due), into: &record) }
    return true
  }

  private func reaction(_ old: Task, _ new: Task?) -> LedgerRow.Reaction {
    guard let new else { return .removed }
    if new.meaning.isDone { return .done }
    if new.meaning.dueAsWritten != old.meaning.dueAsWritten { return .moved }
    return new.meaning.isSilent ? .silenced : .changed
  }

  mutating func endAgain(of item: ItemID, into record: inout Recorded) {
    guard let slot = slots[item], let popup = popups[slot], popup.nextAgain != nil else { return }
    popups[slot]?.nextAgain = nil
    if let popup = popups[slot] { record.popups.append(.open(popup)) }
  }

  /// Takes tasks out of their popups; those left empty are withdrawn, the others shown again without them.
  mutating func leave(_ items: Set<ItemID>, into record: inout Recorded) {
    for slot in Set(items.compactMap { slots[$0] }).sorted() {
      guard var popup = popups[slot] else { continue }
      popup.members.removeAll { $0.item.map(items.contains) ?? false }
      popups[slot] = popup
      if popup.members.isEmpty {
        withdraw(slot, into: &record)
      } else {
        record.popups.append(.open(popup))
        if !restoring.contains(slot) { stale.insert(slot) }
      }
    }
    for item in items { slots[item] = nil }
  }

  /// A popup that shows what is no longer so is drawn again in its place.
  private mutating func redraw(_ changes: [TaskChange]) {
    for change in changes {
      guard let old = change.old, let new = change.new, let slot = slots[new.id], !restoring.contains(slot),
        !old.looksLike(new)
      else { continue }
      stale.insert(slot)
    }
  }

  mutating func withdraw(_ slot: Int, into record: inout Recorded) {
    // Of a run before this one: its notify-send is not ours to end.
    if !isRestored || restoring.contains(slot), let popup = popups[slot], let id = popup.serverID {
      orphaned.append(Popup.Replaced(serverID: id, owner: popup.serverOwner))
    }
    drop(slot, into: &record)
    withdrawn.append(slot)
  }

  /// Forgets a popup that is no longer there.
  mutating func drop(_ slot: Int, into record: inout Recorded) {
    guard let popup = popups.removeValue(forKey: slot) else { return }
    for item in popup.members.compactMap(\.item) where slots[item] == slot { slots[item] = nil }
    stale.remove(slot)
    restoring.remove(slot)
    unfolding[slot] = nil
    record.popups.append(.gone(slot: slot))
  }

  /// Keeps parents and children; gives back which of the numbers named in the changes were blocked before.
  private mutating func followKin(_ changes: [TaskChange]) -> [Int32: Bool] {
    var wereBlocked: [Int32: Bool] = [:]
    for task in changes.lazy.flatMap({ [$0.old, $0.new] }) {
      for number in [task?.meaning.number, task?.meaning.parent] {
        if let number { wereBlocked[number] = kinship.isBlocked(number) }
      }
    }
    for change in changes {
      if let old = change.old { kinship.remove(old) }
      if let new = change.new { kinship.add(new) }
    }
    return wereBlocked
  }

  /// A parent whose last child is done, or that got one, has other moments.
  private mutating func followParents(
    _ wereBlocked: [Int32: Bool], but changes: [TaskChange], cause: Cause, into record: inout Recorded
  ) {
    let changed = Set(changes.compactMap(\.new?.id))
    for (number, wasBlocked) in wereBlocked where kinship.isBlocked(number) != wasBlocked {
      for parent in kinship.parents(number).subtracting(changed) {
        guard let task = entries[parent]?.task else { continue }
        let names = namesOfPlan(task, wasBlocked: wasBlocked, replacedBy: task)
        arm(task, birth: { names($0) ? nil : cause }, into: &record)
      }
    }
  }
}
