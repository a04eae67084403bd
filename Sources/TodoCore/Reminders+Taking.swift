import TodoTxt

extension Reminders {
  /// What rings and is withdrawn now. To be called after each change too: withdrawals wait for it.
  package mutating func take(dueAt now: Instant) -> Taken {
    advance(to: now)
    var taken = Taken()
    taken.recorded.rejudged = rejudged.compactMap(ledger.stored)
    rejudged = []
    endPauses(into: &taken.recorded)
    holdOpenPopups(into: &taken.recorded)
    reach(into: &taken.recorded)
    reachMorning(into: &taken.recorded)
    ring(into: &taken)
    // After what rings: that may have taken their place.
    if !restoring.isEmpty, restoreAt <= now { showRestored(into: &taken) }
    showUnfolded(into: &taken)
    showStale(into: &taken)
    tellPauses(into: &taken)
    taken.withdraw = withdrawn
    withdrawn = []
    taken.close = orphaned
    orphaned = []
    clean()
    return taken
  }

  /// Looks at every task whose instant has come.
  private mutating func reach(into record: inout Recorded) {
    while let wake = wakes.first, wake.instant <= now {
      wakes.removeFirst()
      guard let entry = entries[wake.item], entry.stamp == wake.stamp else { continue }
      arm(entry.task, into: &record)
    }
  }

  private mutating func reachMorning(into record: inout Recorded) {
    guard let morning = morningOfOlder, morning <= now else { return }
    countedMorning = tally.today
    if ledger.row(olderKey, at: now)?.state.isSettled ?? false { return }
    for old in filePending where old.key.name == .older { write(old.key, .superseded, old.instant, into: &record) }
    filePending.removeAll { $0.key.name == .older }
    filePending.append(Pending(key: olderKey, instant: morning, reachedAt: now, notBefore: now))
  }

  /// Asks for the fate of everything pending whose wait is over, and shows what rings.
  private mutating func ring(into taken: inout Taken) {
    let world = circumstances
    var ringing: [(pending: Pending, reached: Reached, isLate: Bool)] = []
    let due = filePending.filter { $0.notBefore <= now } + pending.values.filter { $0.notBefore <= now }
    for var waiting in due.sorted(by: Reminders.isEarlier) {
      let reached = reached(waiting)
      switch Fate(of: reached, in: world) {
      case .nothing: keep(nil, for: waiting.key)
      case .superseded: finish(waiting, as: .superseded, into: &taken.recorded)
      case .bornLate: finish(waiting, as: .bornLate, into: &taken.recorded)
      case .dropped: finish(waiting, as: .dropped, into: &taken.recorded)
      case .held(let reason, let until):
        let isNews = waiting.reason != reason
        waiting.notBefore = until ?? .never
        waiting.reason = reason
        if isNews, waiting.wasHeld {
          taken.held.append(Taken.Held(item: waiting.key.item, reason: reason, until: until))
        }
        keep(waiting, for: waiting.key)
      case .rings(let isLate): ringing.append((waiting, reached, isLate))
      }
    }
    if !ringing.isEmpty { show(ringing, into: &taken) }
  }

  private static func isEarlier(_ left: Pending, _ right: Pending) -> Bool {
    (left.instant, left.key.item?.number ?? 0, left.key.due) < (
      right.instant, right.key.item?.number ?? 0, right.key.due
    )
  }

  private func reached(_ waiting: Pending) -> Reached {
    if let item = waiting.key.item, let entry = entries[item] {
      return reached(waiting.moment, of: entry.task, at: waiting.reachedAt)
    }
    var reached = Reached(item: nil, moment: waiting.moment, reachedAt: waiting.reachedAt, isTimed: false)
    reached.pause = pause(of: nil, at: now)
    reached.isWanted = waiting.key.item == nil && (waiting.key.name != .older || tally.older > 0)
    return reached
  }

  mutating func keep(_ waiting: Pending?, for key: LedgerKey) {
    if let item = key.item {
      pending[item] = waiting
      return
    }
    filePending.removeAll { $0.key == key }
    if let waiting { filePending.append(waiting) }
  }

  private mutating func finish(_ waiting: Pending, as state: LedgerRow.State, into record: inout Recorded) {
    keep(nil, for: waiting.key)
    write(waiting.key, state, waiting.instant, into: &record)
  }

  private mutating func show(
    _ ringing: [(pending: Pending, reached: Reached, isLate: Bool)], into taken: inout Taken
  ) {
    for one in ringing where one.pending.key.name == .welcome { showWelcome(one.pending, into: &taken) }
    let rest = ringing.filter { $0.pending.key.name != .welcome }
    let turn = Turn(
      rest.map { one in
        let slot = one.pending.key.item.flatMap { slots[$0] }
        return Turn.Ringing(
          ringsSingly: one.reached.ringsSingly, isLate: one.isLate || one.pending.wasHeld,
          hasPopup: slot.map { popups[$0]?.kind == .single } ?? false, isCount: one.pending.key.item == nil)
      }, groupAbove: settings.groupAbove, free: settings.openLimit - popups.count)
    if !turn.digest.isEmpty {
      let members = turn.digest.map { rest[$0] }
      showDigest(members.map(\.pending), isLate: members.contains { $0.isLate }, into: &taken)
    }
    for (order, place) in turn.singles.enumerated() {
      var waiting = rest[place].pending
      if order == 0 {
        showSingle(waiting, isLate: rest[place].isLate, into: &taken)
        continue
      }
      waiting.notBefore = now.adding(seconds: Int64(order))
      waiting.reason = .spaced
      keep(waiting, for: waiting.key)
    }
  }
}
