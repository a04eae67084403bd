import TodoTxt

/// Puts what rings into words.
struct PopupWriter {
  static let summaryLength = 200
  static let lineLength = 80
  static let digestLines = 5

  let configuration: Configuration
  let words: PopupWords
  let offers: PopupOffers

  func single(_ item: Ring.Item, of ring: Ring) -> Popup {
    let title = PopupTitle(of: item.task.line, limit: PopupWriter.summaryLength)
    let isLead = if case .lead = item.name { true } else { false }
    var lines = remarks(ring)
    var summary = title.text.isEmpty ? "Task \(item.task.id)" : title.text
    switch configuration.popupText {
    case .full:
      lines.append(words.when(item))
      lines.append(title.tags.isEmpty ? "item \(item.task.id)" : "\(title.tags) · item \(item.task.id)")
    case .title: break
    case .none: summary = isLead ? "A task is coming up" : "A task is due"
    }
    var popup = Popup(
      slot: ring.slot, summary: summary, body: lines.joined(separator: "\n"),
      category: isLead ? "x-todod.lead" : "x-todod.due", stays: !isLead)
    let isCritical = item.task.meaning.priority.map(configuration.critical.contains) ?? false
    popup.urgency = isLead ? .low : isCritical ? .critical : .normal
    popup.actions = actions(for: item)
    return popup
  }

  func digest(_ ring: Ring) -> Popup {
    var lines = remarks(ring)
    let shown = configuration.popupText == .none ? [] : ring.items.prefix(PopupWriter.digestLines)
    lines += shown.map(line)
    let more = ring.items.count - shown.count
    let rest = [
      more > 0 && !shown.isEmpty ? "\(more) more" : nil, ring.older > 0 ? "\(ring.older) older" : nil,
    ].compactMap { $0 }
    if !rest.isEmpty { lines.append((shown.isEmpty ? "" : "and ") + rest.joined(separator: ", ")) }
    var popup = Popup(
      slot: ring.slot, summary: "\(ring.isLate ? "Late" : "Today"): \(counts(ring))",
      body: lines.joined(separator: "\n"), category: "x-todod.digest", stays: true)
    if offers.contains(.oneByOne) { popup.actions.append(Popup.Action(.oneByOne, "One by one")) }
    if offers.contains(.allTomorrow) { popup.actions.append(Popup.Action(.allTomorrow, "All tomorrow")) }
    if offers.contains(.open) { popup.actions.append(Popup.Action(.open, "Open")) }
    return popup
  }

  func welcome(_ welcome: Ring.Welcome, slot: Int) -> Popup {
    let path = PopupTitle.cleaned(Array(configuration.todo.utf8)[...], PopupWriter.summaryLength)
    let counts = welcome.counts
    var lines = [
      path,
      "\(PopupWords.count(Int64(counts.open), "task")), \(counts.today) due today, \(counts.overdue) overdue",
    ]
    if let next = welcome.next {
      let title = PopupTitle(of: next.task.line, limit: PopupWriter.lineLength).text
      let time = words.clock(words.zone.civil(of: next.moment))
      let isTold = configuration.popupText != .none && !title.isEmpty
      lines.append("next: \(time)\(isTold ? " · \(title)" : "")")
    } else {
      lines.append("nothing rings next")
    }
    var popup = Popup(
      slot: slot, summary: "todod looks after your tasks", body: lines.joined(separator: "\n"),
      category: "x-todod.welcome", stays: false)
    if offers.contains(.open) { popup.actions.append(Popup.Action(.open, "Open")) }
    return popup
  }

  /// What is unusual about this ringing.
  private func remarks(_ ring: Ring) -> [String] {
    var remarks: [String] = []
    if ring.isStillOpen { remarks.append("Still open") }
    if ring.isPerhapsShownBefore { remarks.append("Perhaps shown before") }
    if ring.isLate, case .single = ring.kind, let item = ring.items.first {
      remarks.append("Late: it should have rung \(words.clock(words.zone.civil(of: item.moment)))")
    }
    return remarks
  }

  /// `3 due, 4 overdue`.
  private func counts(_ ring: Ring) -> String {
    // What rings at its very time is due, though its time has come.
    func isOverdue(_ item: Ring.Item) -> Bool {
      item.isOverdue && !(item.isTimed && (item.due.map { words.now.seconds(since: $0) < 60 } ?? false))
    }
    let overdue = ring.items.count(where: isOverdue) + ring.older
    let coming = ring.items.count { item in
      !isOverdue(item) && (item.due.map { words.zone.date(of: $0) > words.today } ?? false)
    }
    let due = ring.items.count + ring.older - overdue - coming
    let parts = [(due, "due"), (overdue, "overdue"), (coming, "coming")].filter { $0.0 > 0 }
    return parts.isEmpty ? "nothing due" : parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  private func line(_ item: Ring.Item) -> String {
    let title = PopupTitle(of: item.task.line, limit: PopupWriter.lineLength).text
    let text = title.isEmpty ? "Task \(item.task.id)" : title
    let when = configuration.popupText == .full ? words.shortly(item) : ""
    return when.isEmpty ? text : "\(text) · \(when)"
  }

  private func actions(for item: Ring.Item) -> [Popup.Action] {
    var actions: [Popup.Action] = []
    if offers.contains(.done) { actions.append(Popup.Action(.done, "Done")) }
    if offers.contains(.snooze) { actions.append(Popup.Action(.snooze, "Snooze")) }
    let civil = morning
    let instant = words.zone.instant(of: civil)
    // A reminder ahead of a due that comes before the morning must not be the way past it.
    let isDueBefore = item.due.map { $0 > words.now && (item.isTimed ? $0 <= instant : $0 < instant) } ?? false
    if offers.contains(.remind), !isDueBefore {
      actions.append(Popup.Action(.remind(at: instant), "Remind \(words.button(civil))"))
    }
    if offers.contains(.open) { actions.append(Popup.Action(.open, "Open")) }
    return actions
  }

  /// The next DayStart by a night's sleep: before four in the morning that is the coming morning.
  private var morning: CivilTime {
    let now = words.zone.civil(of: words.now)
    let date = now.time.hour < 4 ? now.date : now.date.adding(days: 1)
    return configuration.reminders.dayStart.civil(on: date)
  }
}
