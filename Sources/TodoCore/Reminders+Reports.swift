/// What the notifier and the desktop report. A report on a slot that is no longer known changes nothing.
extension Reminders {
  /// How long after the first, second, third failure a moment is tried again; then always as after the last.
  package static let retries: [Int64] = [5, 30, 120, 900]

  /// The notification server took the popup and gave it an id: its moments are rung.
  package mutating func shown(_ slot: Int, serverID: UInt32, owner: String = "", at now: Instant) -> Recorded {
    advance(to: now)
    var record = Recorded()
    guard let popup = popups[slot] else { return record }
    popups[slot]?.serverID = serverID
    popups[slot]?.serverOwner = owner
    for key in popup.members {
      attempts[key] = nil
      perhapsShown.remove(key)
      guard let row = ledger.row(key, at: now), row.state == .ringing else { continue }
      write(key, .rung, row.moment, into: &record)
      if let item = key.item { lastRung = item }
    }
    if let popup = popups[slot] { record.popups.append(.open(popup)) }
    if failing != nil { retryFailed() }
    failing = nil
    return record
  }

  /// The popup could not be shown; its moments stay due and are tried again.
  package mutating func failed(_ slot: Int, reason: String, at now: Instant) -> Recorded {
    advance(to: now)
    var record = Recorded()
    guard let popup = popups[slot] else { return record }
    failing = (reason, failing?.since ?? now)
    drop(slot, into: &record)
    for key in popup.members {
      guard let row = ledger.row(key, at: now), row.state.isUnanswered else { continue }
      if let item = key.item, entries[item] == nil { continue }
      fail(key, row.moment, into: &record)
      retryLater(key, row.moment)
    }
    rearm(popup, into: &record)
    clean()
    return record
  }

  /// What a crash left open stays `ringing` in the state until it is shown: another crash must find it so.
  mutating func fail(_ key: LedgerKey, _ moment: Instant, into record: inout Recorded) {
    if perhapsShown.contains(key) {
      ledger.record(LedgerRow(key: key, state: .failed, moment: moment, writtenAt: now))
    } else {
      write(key, .failed, moment, into: &record)
    }
  }

  private mutating func retryLater(_ key: LedgerKey, _ moment: Instant) {
    let count = attempts[key, default: 0]
    attempts[key] = count + 1
    let delay = Reminders.retries[min(count, Reminders.retries.count - 1)]
    // A newer moment of the task that came meanwhile rings in its place.
    if let item = key.item, let newer = pending[item], Moment(key.name, moment).isOlder(than: newer.moment) { return }
    var waiting = Pending(key: key, instant: moment, reachedAt: moment, notBefore: now.adding(seconds: delay))
    waiting.reason = .failed
    keep(waiting, for: key)
  }

  /// A person closed the popup.
  package mutating func closed(_ slot: Int, at now: Instant) -> Recorded { end(slot, as: .closed, at: now) }

  /// A button of the popup was pressed.
  package mutating func answered(_ slot: Int, at now: Instant) -> Recorded { end(slot, as: .answered, at: now) }

  private mutating func end(_ slot: Int, as state: LedgerRow.State, at now: Instant) -> Recorded {
    end(slot, at: now) { $0.write($1, state, $2.moment, by: state == .answered ? .button : nil, into: &$3) }
  }

  /// Forgets a popup, once `settle` has written what became of each moment that it still had to tell.
  mutating func end(
    _ slot: Int, at now: Instant, settle: (inout Reminders, LedgerKey, LedgerRow, inout Recorded) -> Void
  ) -> Recorded {
    advance(to: now)
    var record = Recorded()
    guard let popup = popups[slot] else { return record }
    for key in popup.members {
      guard let row = ledger.row(key, at: now), row.state.isUnanswered else { continue }
      settle(&self, key, row, &record)
      attempts[key] = nil
      perhapsShown.remove(key)
    }
    drop(slot, into: &record)
    rearm(popup, into: &record)
    clean()
    return record
  }

  /// A notification server appeared: what could not be shown is due at once.
  package mutating func serverArrived(at now: Instant) {
    advance(to: now)
    attempts = [:]
    retryFailed()
    if !restoring.isEmpty { restoreAt = now }
  }

  /// The notification server went, and all popups with it; they come back when one arrives.
  package mutating func serverLost(at now: Instant) -> Recorded {
    advance(to: now)
    var record = Recorded()
    for slot in popups.keys.sorted() where popups[slot]?.serverID != nil {
      popups[slot]?.serverID = nil
      popups[slot]?.serverOwner = ""
      restoring.insert(slot)
      stale.remove(slot)
      if let popup = popups[slot] { record.popups.append(.open(popup)) }
    }
    return record
  }

  /// The desktop began or ended its do-not-disturb.
  package mutating func setDoNotDisturb(_ isOn: Bool, at now: Instant) {
    advance(to: now)
    isDoNotDisturb = isOn
    if !isOn { release(.doNotDisturb) }
  }

  private mutating func retryFailed() { release(.failed) }

  mutating func release(_ reason: HeldReason) {
    for (item, waiting) in pending where waiting.reason == reason { pending[item]?.notBefore = now }
    for place in filePending.indices where filePending[place].reason == reason { filePending[place].notBefore = now }
    if reason != .failed, !restoring.isEmpty { restoreAt = now }
  }
}
