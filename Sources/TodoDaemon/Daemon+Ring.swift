import TodoCore
import TodoProtocol

/// What is due now rings; what was reported about popups is remembered.
extension Daemon {
  /// The wall-clock timer is up.
  package func alarm() {
    let now = ports.now()
    // The phone's edit may be in the file already: nobody is rung for what was done elsewhere.
    look(at: now)
    after(now)
    trimHistory(at: now)
  }

  /// Once a day, when todod is awake anyway.
  private func trimHistory(at now: Instant) {
    guard now.seconds(since: trimmed) >= 86_400 || now < trimmed else { return }
    trimmed = now
    do throws(StateError) {
      try ports.state.trimHistory(now)
    } catch {
      noteStateFailure(error, "the history is not trimmed")
    }
  }

  /// Shows and withdraws what is due at `now`: first the record, then the popups.
  func ring(at now: Instant) {
    guard let taken = takeDue(at: now) else { return }
    for slot in taken.withdraw { ports.withdraw(slot) }
    for old in taken.close { ports.close(old) }
    for held in taken.held { say(held) }
    saySuperseded(taken.rows)
    tell(taken.pausesToTell, at: now)
    for ring in taken.rings {
      say(ring, at: now)
      command(ring, at: now)
      ports.show(Popup(for: ring, configuration: configuration, zone: ports.zone(), now: now))
    }
  }

  private func say(_ held: Taken.Held) {
    let until = held.until.map { " until \(ports.zone().iso8601($0))" } ?? ""
    ports.journal(JournalEntry(.held, "held: \(held.reason.rawValue)\(until)", item: held.item, revision: revision))
  }

  private func say(_ ring: Ring, at now: Instant) {
    if ring.isRedrawn, !ring.isNews { return }
    let first = ring.items.first
    let late = first.map { max(0, now.milliseconds(since: $0.moment)) }
    ports.journal(
      JournalEntry(
        .ringing, ring.words,
        item: ring.items.count == 1 ? first?.task.id : nil, revision: revision, lateMilliseconds: late))
    if ring.isLate {
      ports.journal(
        JournalEntry(
          .late, "late by \((late ?? 0) / 1000) s", item: ring.items.count == 1 ? first?.task.id : nil,
          revision: revision, lateMilliseconds: late))
    }
    for item in ring.items { tellDue(item.task) }
  }

  /// What the notifier says of a popup.
  package func popup(_ slot: Int, _ event: PopupEvent) {
    let now = ports.now()
    if Notices.owns(slot) {
      noticeEvent(slot, event)
    } else {
      ringEvent(slot, event, at: now)
    }
    after(now)
  }

  private func ringEvent(_ slot: Int, _ event: PopupEvent, at now: Instant) {
    let items = reminders.openPopups.first { $0.slot == slot }?.members.compactMap(\.item) ?? []
    let item = items.count == 1 ? items.first : nil
    switch event {
    case .shown(let serverID, let owner):
      record([reminders.shown(slot, serverID: serverID, owner: owner, at: now)])
      ports.journal(JournalEntry(.rung, "popup \(serverID) is shown", item: item, revision: revision))
      sayRingingUp()
    case .failed(let reason), .lost(let reason):
      record([reminders.failed(slot, reason: reason, at: now)])
      ports.journal(JournalEntry(.failed, "not delivered: \(reason)", level: .warning, item: item, revision: revision))
      sayRingingDown(reason)
    case .closed:
      record([reminders.closed(slot, at: now)])
      ports.journal(JournalEntry(.closed, "closed by hand", item: item, revision: revision))
    case .expired:
      record([reminders.closed(slot, at: now)])
    case .action(let name):
      press(name, slot: slot, items: items, at: now)
    }
  }

  /// A notification server appeared, went, or changed its mind about being disturbed.
  package func serverChanged(_ now: ServerState) {
    let before = server
    server = now
    let time = ports.now()
    if before.owner != now.owner {
      if !before.owner.isEmpty { record([reminders.serverLost(at: time)]) }
      if !now.owner.isEmpty {
        reminders.serverArrived(at: time)
        // What could not be told, unless it waits for a quiet file.
        if let deadline = badValues.deadline { badValues.deadline = min(deadline, ports.uptime() + BadValues.patience) }
        clashNotices.again = nil
      }
      ports.journal(
        now.owner.isEmpty
          ? JournalEntry(.serverLost, "the notification server is gone", level: .warning)
          : JournalEntry(.serverAppeared, "a notification server is there: \(now.description)"))
    }
    if before.doNotDisturb != now.doNotDisturb { reminders.setDoNotDisturb(now.doNotDisturb, at: time) }
    after(time)
  }

  private func sayRingingDown(_ reason: String) {
    guard !trouble.saidRinging else { return }
    trouble.saidRinging = true
    ports.journal(JournalEntry(.ringingDown, "reminders cannot be shown: \(reason)", level: .error))
  }

  private func sayRingingUp() {
    guard trouble.saidRinging else { return }
    trouble.saidRinging = false
    ports.journal(JournalEntry(.ringingUp, "reminders are shown again"))
  }

  // MARK: The two timers

  func armTimers() {
    ports.wake(nextAlarm)
    var deadlines = [
      missingDeadline, badValues.deadline, clashNotices.again, copies.deadline, owedDeadline,
      file.unwritten.isEmpty ? nil : file.unwritten.again,
    ].compactMap(\.self)
    if let first = waiting.values.compactMap({ $0.first?.deadline }).min() {
      let look = nextLook ?? ports.uptime() + Daemon.waitingStep
      nextLook = look
      deadlines.append(min(first, look))
    } else {
      nextLook = nil
    }
    ports.wait(deadlines.min().map { max(0, $0 - ports.uptime()) })
  }
}

extension Ring {
  /// For the journal: how many tasks, never which.
  fileprivate var words: String {
    if case .welcome = kind { return "ringing: the welcome" }
    let count = items.count + older
    return "ringing: \(count) \(count == 1 ? "task" : "tasks")"
  }
}
