import TodoTxt

/// What rings next.
extension Reminders {
  /// When a task rings next.
  package func next(for item: ItemID) -> Instant? {
    let held = pending[item].flatMap { $0.notBefore < .never ? max($0.notBefore, $0.instant) : nil }
    return [held, entries[item].flatMap(nextRinging)].compactMap { $0 }.min()
  }

  /// The first moment to come, or the end of the pause that will hold it then; nil if that has no end.
  private func nextRinging(_ entry: Entry) -> Instant? {
    entry.next.flatMap { ringing($0, of: entry.task) }
  }

  private func ringing(_ moment: Moment, of task: Task) -> Instant? {
    guard let pause = pause(of: task, at: moment.instant) else { return moment.instant }
    return pause.until
  }

  /// When anything rings next, and which task; nil for the file's own moments.
  package var nextRing: (item: ItemID?, name: MomentName, moment: Instant)? {
    var first: (item: ItemID?, name: MomentName, moment: Instant)?
    func take(_ item: ItemID, _ name: MomentName, _ instant: Instant) {
      if let first, (first.moment, first.item?.number ?? 0) < (instant, item.number) { return }
      first = (item, name, instant)
    }
    // Nothing rings before its wake: what wakes later than the best so far need not be asked.
    wakes.visit { wake in
      if let entry = entries[wake.item], entry.stamp == wake.stamp, let next = entry.next,
        let instant = nextRinging(entry)
      {
        take(wake.item, next.name, instant)
      }
      return first?.moment ?? .never
    }
    for (item, waiting) in pending where waiting.wasHeld && waiting.notBefore < .never {
      take(item, waiting.key.name, max(waiting.notBefore, waiting.instant))
    }
    if let morning = morningOfOlder, morning < first?.moment ?? .never { return (nil, .older, morning) }
    return first
  }

  /// All that rings after `now` up to `end`, in order, with the time of its release for what is held.
  ///
  /// Of each task what comes up to its due; where that is past only the next reminder of it.
  package func agenda(after now: Instant, until end: Instant, limit: Int) -> [AgendaEntry] {
    var found: [AgendaEntry] = []
    func add(_ task: Task, _ name: MomentName, _ instant: Instant?) {
      guard let instant, instant <= end else { return }
      // Of what a pause lets go at once only the newest of a task rings.
      if let last = found.last, last.task === task, last.moment == instant { found.removeLast() }
      found.append(AgendaEntry(task: task, name: name, moment: instant))
    }
    for (item, entry) in entries.all {
      // What is held until after the next moment has that one in its place.
      if let waiting = pending[item], waiting.wasHeld, waiting.notBefore < entry.next?.instant ?? .never {
        add(entry.task, waiting.key.name, max(waiting.notBefore, waiting.instant))
      }
      guard let next = entry.next, next.instant <= end else { continue }
      for moment in upToDue(entry.task, after: now) { add(entry.task, moment.name, ringing(moment, of: entry.task)) }
    }
    found.sort { ($0.moment, $0.task.id) < ($1.moment, $1.task.id) }
    return Array(found.prefix(limit))
  }

  private func upToDue(_ task: Task, after now: Instant) -> [Moment] {
    let moments = coming(task, after: now)
    let dueName = MomentPlan(of: task.meaning, settings: settings).dueName
    let due = moments.firstIndex { $0.name == dueName } ?? moments.indices.first
    return due.map { Array(moments[...$0]) } ?? []
  }
}
