import TodoTxt

/// From a task to what it waits for: the one place where moments become pending or are over.
extension Reminders {
  /// Says why a moment that is past came into being only now; nil if it was there before.
  typealias Birth = (_ name: MomentName) -> Cause?

  /// Follows the calendar to `now`.
  mutating func advance(to now: Instant) {
    // The timer of a moment may be heard before the news of the step that reached it. No day is longer.
    if now.seconds(since: self.now) > 90_000 { rejudged += ledger.clockStepped(to: now).map(\.key) }
    self.now = now
    if day.contains(now) { return }
    let today = zone.date(of: now)
    day = clock.start(of: today)..<max(clock.start(of: today.adding(days: 1)), now.adding(seconds: 1))
    tally.roll(to: today)
    pauses.read(views: settings.views, at: now, in: zone)
    if pauses.hasQueries { release(.paused) }
  }

  var today: CivilDate { CivilDate(daysSinceEpoch: tally.today) }

  /// Plans one task anew: records what is over, keeps the newest passed moment as pending, arms the next.
  mutating func arm(_ task: Task, birth: Birth = { _ in nil }, into record: inout Recorded) {
    disarm(task.id)
    guard !task.meaning.isDone, !task.meaning.isBlank else { return }
    let due = task.meaning.dueMoment(by: &clock)
    let moments = unsettledMoments(of: task)
    // What is on the screen may yet fail and have to be tried again.
    if due == nil, moments.isEmpty, pending[task.id] == nil, slots[task.id] == nil { return }
    settle(moments, of: task, birth: birth, into: &record)
    stamp &+= 1
    var entry = Entry(task: task, next: nil, stamp: stamp, share: nil, hasPassed: false)
    entry.next = moments.filter { $0.instant > now && !isSnoozedAway($0, of: task) }.min { $0.isEarlier(than: $1) }
    entry.share = due.flatMap { share(of: task, due: $0) }
    entry.hasPassed = due?.instant.map { $0 <= now } ?? false
    if let share = entry.share { tally.add(share, hasPassed: entry.hasPassed) }
    entries[task.id] = entry
    let passing = entry.share == nil || entry.hasPassed ? nil : due?.instant
    let waking = snoozes[task.id].flatMap { $0.until > now ? $0.until : nil }
    let wake = min(entry.next?.instant ?? .never, passing ?? .never, waking ?? .never)
    if wake < .never { wakes.insert(WakeHeap.Wake(instant: wake, item: task.id, stamp: stamp)) }
  }

  mutating func disarm(_ item: ItemID) {
    guard let entry = entries.remove(item) else { return }
    if let share = entry.share { tally.remove(share, hasPassed: entry.hasPassed) }
  }

  /// Drops wakes that no longer hold from the front, and all of them when they are the most.
  mutating func clean() {
    if wakes.count > 2 * entries.count + 64 {
      let entries = entries
      wakes.keep { entries[$0.item]?.stamp == $0.stamp }
    }
    while let first = wakes.first, entries[first.item]?.stamp != first.stamp { wakes.removeFirst() }
  }

  /// Every moment of a task, past or to come, that the ledger does not settle.
  mutating func unsettledMoments(of task: Task) -> [Moment] {
    let meaning = task.meaning
    if twins.contains(task.id) { return [] }
    if !dismissals.isEmpty, dismissals.contains(Dismissal(item: task.id, due: meaning.dueAsWritten)) { return [] }
    let plan = MomentPlan(of: meaning, settings: settings, isBlocked: kinship.isBlocked(meaning))
    var moments = plan.moments(on: today, by: &clock)
    if let settled = ledger.settledOrder(of: task.id, due: meaning.dueAsWritten, at: now) {
      moments.removeAll { $0.name.order.map { $0 <= settled } ?? false }
    }
    if !task.meaning.isSilent { addOwnMoments(of: task, to: &moments) }
    moments.removeAll { moment in
      guard moment.name.order == nil else { return false }
      return ledger.row(key(moment.name, of: task), at: now)?.state.isSettled ?? false
    }
    return moments
  }

  /// Those that the line does not tell: repetitions, snoozes, and what could not be shown of them.
  private func addOwnMoments(of task: Task, to moments: inout [Moment]) {
    if let slot = slots[task.id], let popup = popups[slot], let again = popup.nextAgain {
      moments.append(Moment(.again(popup.repetitions + 1), again))
    }
    if let snooze = currentSnooze(of: task), !snooze.endsWithDue {
      moments.append(Moment(.snooze(snooze.count), snooze.until))
    }
    for row in ledger.rows(of: task.id, at: now) where row.state == .failed && row.key.due == task.meaning.dueAsWritten
    {
      switch row.key.name {
      case .again, .snooze:
        if !moments.contains(where: { $0.name == row.key.name }) {
          moments.append(Moment(row.key.name, row.moment))
        }
      case .due, .day, .evening, .lead, .absolute, .threshold, .older, .welcome: break
      }
    }
  }

  func key(_ name: MomentName, of task: Task) -> LedgerKey {
    LedgerKey(item: task.id, due: task.meaning.dueAsWritten, name: name)
  }

  func currentSnooze(of task: Task) -> Snooze? {
    guard let snooze = snoozes[task.id], snooze.due == task.meaning.dueAsWritten else { return nil }
    return snooze
  }

  func isSnoozedAway(_ moment: Moment, of task: Task) -> Bool {
    guard currentSnooze(of: task) != nil else { return false }
    return Fate(of: reached(moment, of: task, at: moment.instant), in: circumstances) == .superseded
  }

  func reached(_ moment: Moment, of task: Task, at instant: Instant) -> Reached {
    var reached = Reached(
      item: task.id, moment: moment, reachedAt: instant, isTimed: task.meaning.isTimed)
    reached.snooze = currentSnooze(of: task)
    reached.pause = pause(of: task, at: now)
    reached.isDue = moment.name == MomentPlan(of: task.meaning, settings: settings).dueName
    reached.priority = task.meaning.priority
    return reached
  }

  var circumstances: Circumstances {
    var circumstances = Circumstances(now: now, zone: zone, settings: settings)
    circumstances.isDoNotDisturb = isDoNotDisturb
    circumstances.fileLastChanged = fileLastChanged
    return circumstances
  }

  private func share(of task: Task, due: TaskDue) -> DueTally.Share? {
    if let snooze = currentSnooze(of: task), snooze.until > now { return nil }
    let day = due.date.daysSinceEpoch
    guard let threshold = task.meaning.threshold?.daysSinceEpoch, threshold > day else {
      return DueTally.Share(day: day, lastGoodDay: day)
    }
    return DueTally.Share(day: nil, lastGoodDay: threshold - 1)
  }
}
