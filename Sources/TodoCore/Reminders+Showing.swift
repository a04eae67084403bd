import TodoTxt

/// Popups: which slot a ring has, what it replaces, what is kept of it.
extension Reminders {
  mutating func showWelcome(_ waiting: Pending, into taken: inout Taken) {
    let slot = newSlot()
    begin([waiting], in: OpenPopup(slot: slot, kind: .welcome, members: [waiting.key], rungAt: now), into: &taken)
    let next = nextRing.flatMap { ring in
      ring.item.flatMap { entries[$0]?.task }.map { (task: $0, moment: ring.moment) }
    }
    taken.rings.append(
      Ring(
        slot: slot, kind: .welcome(Ring.Welcome(counts: counts, next: next)), items: [], older: tally.older, at: now,
        isPerhapsShownBefore: perhapsShown.contains(waiting.key)))
  }

  /// A later popup of the same task takes the place of the one that is open.
  mutating func showSingle(_ waiting: Pending, isLate: Bool, into taken: inout Taken) {
    guard let item = waiting.key.item, let task = entries[item]?.task else { return keep(nil, for: waiting.key) }
    var place = slots[item]
    if let slot = place, popups[slot]?.kind != .single {
      leaveQuietly(item, slot, into: &taken.recorded)
      place = nil
    }
    let old = place.flatMap { popups[$0] }
    var popup = OpenPopup(slot: place ?? newSlot(), kind: .single, members: [waiting.key], rungAt: now)
    popup.serverID = old?.serverID
    popup.serverOwner = old?.serverOwner ?? ""
    if case .again(let count) = waiting.key.name { popup.repetitions = count }
    popup.nextAgain = nextAgain(after: waiting, repetitions: popup.repetitions, isLate: isLate)
    let isNews = isNews([waiting])
    begin([waiting], in: popup, into: &taken)
    taken.rings.append(ring(popup, isLate: isLate, isNews: isNews))
    arm(task, into: &taken.recorded)
  }

  /// There is one digest at most: a new one takes the place of the old one, with those of its tasks still due.
  mutating func showDigest(_ waiting: [Pending], isLate: Bool, into taken: inout Taken) {
    let old = popups.values.first { $0.kind == .digest }
    var popup = OpenPopup(slot: old?.slot ?? newSlot(), kind: .digest, members: waiting.map(\.key), rungAt: now)
    popup.serverID = old?.serverID
    popup.serverOwner = old?.serverOwner ?? ""
    let items = Set(waiting.map(\.key.item))
    popup.members += old?.members.filter { !items.contains($0.item) } ?? []
    for slot in Set(items.compactMap { $0.flatMap { slots[$0] } }) where slot != popup.slot {
      withdraw(slot, into: &taken.recorded)
    }
    popup.members = sorted(popup.members)
    let isNews = isNews(waiting)
    begin(waiting, in: popup, into: &taken)
    taken.rings.append(ring(popup, isLate: isLate, isNews: isNews))
  }

  /// Brings back what was open before a restart, or before its server went.
  mutating func showRestored(into taken: inout Taken) {
    restoreAt = .never
    for slot in restoring.sorted() {
      guard var popup = popups[slot] else { continue }
      if let until = heldUntil(popup) {
        restoreAt = min(restoreAt, until)
        continue
      }
      restoring.remove(slot)
      if let again = popup.nextAgain, again <= now, let first = popup.members.first {
        let waiting = Pending(key: first, instant: now, reachedAt: now, notBefore: now)
        popup.nextAgain = nextAgain(after: waiting, repetitions: popup.repetitions, isLate: false)
        taken.recorded.popups.append(.open(popup))
        popups[slot] = popup
        rearm(popup, into: &taken.recorded)
      }
      var ring = redrawn(popup)
      // After a crash nobody knows whether anybody heard of it.
      ring.isNews = ring.isPerhapsShownBefore
      taken.rings.append(ring)
    }
  }

  /// Shows digests without the tasks that left them.
  mutating func showStale(into taken: inout Taken) {
    let shown = Set(taken.rings.map(\.slot))
    for slot in stale.sorted() where !shown.contains(slot) && !restoring.contains(slot) && unfolding[slot] == nil {
      if let popup = popups[slot] { taken.rings.append(redrawn(popup)) }
    }
    stale = []
  }

  func redrawn(_ popup: OpenPopup) -> Ring {
    var ring = ring(popup, isLate: false)
    ring.isRedrawn = true
    return ring
  }

  /// What failed, or was held, was told when it was first tried.
  private func isNews(_ waiting: [Pending]) -> Bool {
    waiting.contains { ledger.row($0.key, at: now)?.state != .failed || perhapsShown.contains($0.key) }
  }

  func ring(_ popup: OpenPopup, isLate: Bool, isNews: Bool = false) -> Ring {
    let kind: Ring.Kind =
      switch popup.kind {
      case .single: .single
      case .digest: popup.members.count == 1 && popup.members.first?.item != nil ? .single : .digest
      case .welcome: .welcome(Ring.Welcome(counts: counts, next: nil))
      }
    var ring = Ring(slot: popup.slot, kind: kind, items: popup.members.compactMap { ringItem($0) }, at: now)
    ring.isLate = isLate
    ring.isNews = isNews
    if popup.kind == .welcome || popup.members.contains(where: { $0.name == .older }) { ring.older = tally.older }
    ring.isPerhapsShownBefore = !perhapsShown.isEmpty && popup.members.contains(where: perhapsShown.contains)
    if case .again = popup.members.first?.name { ring.isStillOpen = popup.kind == .single }
    ring.replaces = popup.serverID.map { ($0, popup.serverOwner) }
    return ring
  }

  mutating func rearm(_ popup: OpenPopup, into record: inout Recorded) {
    guard popup.kind == .single else { return }
    for item in popup.members.compactMap(\.item) {
      if let task = entries[item]?.task { arm(task, into: &record) }
    }
  }

  /// Stored as ringing before the popup is tried: a crash from here on cannot hide that.
  private mutating func begin(_ waiting: [Pending], in popup: OpenPopup, into taken: inout Taken) {
    for one in waiting {
      supersedeUnshown(of: one.key, into: &taken.recorded)
      keep(nil, for: one.key)
      write(one.key, .ringing, one.instant, into: &taken.recorded)
    }
    popups[popup.slot] = popup
    for item in popup.members.compactMap(\.item) { slots[item] = popup.slot }
    restoring.remove(popup.slot)
    unfolding[popup.slot] = nil
    taken.recorded.popups.append(.open(popup))
  }

  /// A popup whose place is taken before its id came is never reported: a restart must not think that it was cut off.
  private mutating func supersedeUnshown(of key: LedgerKey, into record: inout Recorded) {
    guard let item = key.item else { return }
    for row in ledger.rows(of: item, at: now) where row.state == .ringing && row.key != key {
      write(row.key, .superseded, row.moment, into: &record)
      perhapsShown.remove(row.key)
    }
  }

  /// A task that rings as itself goes from the digest; what is on the screen may go on naming it.
  private mutating func leaveQuietly(_ item: ItemID, _ slot: Int, into record: inout Recorded) {
    slots[item] = nil
    popups[slot]?.members.removeAll { $0.item == item }
    guard let popup = popups[slot] else { return }
    if popup.members.isEmpty {
      withdraw(slot, into: &record)
    } else {
      record.popups.append(.open(popup))
    }
  }

  private func sorted(_ members: [LedgerKey]) -> [LedgerKey] {
    let pairs = members.compactMap { key in ringItem(key).map { (key.item, key, $0) } }
    let keys = Dictionary(pairs.map { ($0.0, $0.1) }) { first, _ in first }
    let items = Digest.sorted(pairs.map(\.2), at: now, today: day.lowerBound)
    return items.compactMap { keys[$0.task.id] } + members.filter { $0.item == nil }
  }

  private func ringItem(_ key: LedgerKey) -> Ring.Item? {
    guard let item = key.item, let task = entries[item]?.task else { return nil }
    var clock = clock
    let due = task.meaning.dueMoment(by: &clock)
    let moment = ledger.row(key, at: now)?.moment ?? pending[item]?.instant ?? now
    return Ring.Item(
      task: task, name: key.name, moment: moment,
      due: due.map { due in due.instant ?? clock.start(of: due.date) },
      isOverdue: due.map { due in due.instant.map { $0 <= now } ?? (due.date < today) } ?? false,
      isTimed: task.meaning.isTimed)
  }

  private func heldUntil(_ popup: OpenPopup) -> Instant? {
    guard let key = popup.members.first else { return nil }
    var first = Reached(item: key.item, moment: Moment(key.name, popup.rungAt), reachedAt: .longAgo, isTimed: false)
    first.moment.instant = now
    first.pause = pause(of: key.item.flatMap { entries[$0]?.task }, at: now)
    guard case .held(_, let until) = Fate(of: first, in: circumstances) else { return nil }
    return until ?? .never
  }

  mutating func newSlot() -> Int {
    lastSlot += 1
    return lastSlot
  }

  /// Only a timed task's due is repeated; in the hours for it.
  private func nextAgain(after waiting: Pending, repetitions: Int, isLate: Bool) -> Instant? {
    switch waiting.key.name {
    case .due, .again: break
    case .day, .evening, .lead, .snooze, .absolute, .threshold, .older, .welcome: return nil
    }
    guard repetitions < settings.again.count else { return nil }
    let again = (isLate ? now : waiting.instant).adding(seconds: settings.again[repetitions])
    let civil = zone.civil(of: again)
    if settings.againHours.contains(civil.time) { return again }
    let day = civil.time < settings.againHours.from ? civil.date : civil.date.adding(days: 1)
    return zone.instant(of: CivilTime(day, settings.againHours.from))
  }
}
