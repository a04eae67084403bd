import TodoTxt

/// Pauses: given, ended, and what they do to what is on the screen.
extension Reminders {
  /// Holds all that a query finds (nil: everything), in the place of an earlier pause of the same.
  package mutating func pause(_ query: String?, until: Instant?, at now: Instant) -> Recorded {
    advance(to: now)
    var record = Recorded()
    set(.pause(Pause(of: query, until: until, since: now)), for: .pause(query: query), into: &record)
    // A pause comes first of all that holds.
    for reason in [HeldReason.paused, .doNotDisturb, .quietHours] { release(reason) }
    return record
  }

  /// Ends a pause; what it held is looked at again.
  package mutating func resume(_ query: String?, at now: Instant) -> Recorded {
    advance(to: now)
    var record = Recorded()
    set(nil, for: .pause(query: query), into: &record)
    release(.paused)
    return record
  }

  /// Those that hold at the latest instant heard of, the one of everything first.
  package var activePauses: [Pause] {
    let active = pauses.all.filter { !$0.isOver(at: now) }
    return active.filter { $0.query == nil } + active.filter { $0.query != nil }
  }

  /// Until when nothing may disturb, were it only a word about the file; nil while it may, `Instant.never` where only an
  /// event ends it.
  package mutating func silenceEnd(at now: Instant) -> Instant? {
    advance(to: now)
    var word = Reached(item: nil, moment: Moment(.older, now), reachedAt: now, isTimed: false)
    word.pause = pause(of: nil, at: now)
    guard case .held(_, let until) = Fate(of: word, in: circumstances) else { return nil }
    return until ?? .never
  }

  /// What a pause takes off the screen, or its end lets ring.
  package var waitingItems: [ItemID] {
    Set(popups.values.flatMap(\.members).compactMap(\.item)).union(pending.keys).sorted()
  }

  /// The pause that holds a task (nil: the file's own moments) at an instant.
  func pause(of task: Task?, at instant: Instant) -> Pause? {
    guard !pauses.isEmpty else { return nil }
    return pauses.holding(task, at: instant) { asksOthers in
      // Asked for each of thousands: what nobody asks for is not gathered.
      QueryContext(
        today: today, now: now, zone: zone, blocked: asksOthers ? kinship.blocked : [],
        snoozed: asksOthers ? snoozedItems : [], clashing: asksOthers ? clashingItems : [])
    }
  }

  /// Forgets pauses that are over.
  mutating func endPauses(into record: inout Recorded) {
    guard pauses.firstEnd <= now else { return }
    for pause in pauses.all where pause.isOver(at: now) { set(nil, for: .pause(query: pause.query), into: &record) }
    release(.paused)
  }

  /// Takes popups of paused tasks from the screen: they were not seen, so their moments are held like those to come.
  mutating func holdOpenPopups(into record: inout Recorded) {
    guard !pauses.isEmpty else { return }
    for popup in openPopups {
      let held = Set(
        popup.members.filter { key in
          pause(of: key.item.flatMap { entries[$0]?.task }, at: now) != nil
        })
      guard !held.isEmpty else { continue }
      for key in popup.members where held.contains(key) && isUnanswered(key) { hold(key, into: &record) }
      leave(held, of: popup.slot, into: &record)
      rearm(popup, into: &record)
    }
  }

  private func isUnanswered(_ key: LedgerKey) -> Bool { ledger.row(key, at: now)?.state.isUnanswered ?? false }

  private mutating func hold(_ key: LedgerKey, into record: inout Recorded) {
    guard let row = ledger.row(key, at: now) else { return }
    fail(key, row.moment, into: &record)
    attempts[key] = nil
    if let item = key.item, let newer = pending[item], Moment(key.name, row.moment).isOlder(than: newer.moment) {
      return
    }
    keep(Pending(key: key, instant: row.moment, reachedAt: row.moment, notBefore: now), for: key)
  }

  /// Takes some members out of a popup; one left empty is withdrawn.
  private mutating func leave(_ members: Set<LedgerKey>, of slot: Int, into record: inout Recorded) {
    popups[slot]?.members.removeAll(where: members.contains)
    for item in members.compactMap(\.item) where slots[item] == slot { slots[item] = nil }
    guard let popup = popups[slot] else { return }
    if popup.members.isEmpty {
      withdraw(slot, into: &record)
    } else {
      record.popups.append(.open(popup))
      if !restoring.contains(slot) { stale.insert(slot) }
    }
  }

  // MARK: Said once a day

  /// A pause that was given on an earlier day is brought to mind each morning: silence must not be forgotten.
  mutating func tellPauses(into taken: inout Taken) {
    guard now >= morning else { return }
    for pause in pauses.all where isUntold(pause) {
      var told = pause
      told.toldOn = today
      set(.pause(told), for: .pause(query: pause.query), into: &taken.recorded)
      taken.pausesToTell.append(told)
    }
  }

  private func isUntold(_ pause: Pause) -> Bool {
    pause.since < day.lowerBound && pause.toldOn != today && !pause.isOver(at: now)
  }

  /// When a pause is brought to mind next, if it is today.
  var nextTelling: Instant? { pauses.all.contains(where: isUntold) ? morning : nil }
}
