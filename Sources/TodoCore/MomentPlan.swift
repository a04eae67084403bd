package import TodoTxt

/// Finds the moments of one task from what its line means and what the configuration says.
///
/// Knows neither what already rang nor snoozes.
package struct MomentPlan {
  /// A task later than this many days is only counted.
  static let lastMorning = 30

  private let meaning: Meaning
  private let settings: ReminderSettings
  private let isBlocked: Bool

  package init(of meaning: Meaning, settings: ReminderSettings, isBlocked: Bool = false) {
    self.meaning = meaning
    self.settings = settings
    self.isBlocked = isBlocked
  }

  /// The moments around `today`: of the mornings only those next to it, and none once the task is over 30 days late.
  package func moments(on today: CivilDate, in zone: Zone) -> [Moment] {
    var clock = CivilClock(zone: zone)
    return moments(on: today, by: &clock)
  }

  func moments(on today: CivilDate, by clock: inout CivilClock) -> [Moment] {
    guard !meaning.isDone, !meaning.isSilent else { return [] }
    var moments: [Moment] = []
    if let due = meaning.dueMoment(by: &clock) {
      let late = Int(today.daysSinceEpoch - due.date.daysSinceEpoch)
      if late <= lastMorning(after: due.date) { addOccurrence(due, today: today, by: &clock, to: &moments) }
    } else if let threshold = meaning.threshold, !isBlocked {
      let time = meaning.time ?? settings.dayStart.time(on: threshold)
      moments.append(Moment(.threshold, clock.instant(of: CivilTime(threshold, time))))
    }
    if case .moment(let date, let time) = meaning.reminders, !isBlocked {
      let civil = CivilTime(date, time)
      moments.append(Moment(.absolute(civil), clock.instant(of: civil)))
    }
    return meaning.threshold.map { heldBack(moments, to: $0, by: &clock) } ?? moments
  }

  /// The occurrence itself: what is before it announces it, what is after it repeats it.
  var dueName: MomentName? {
    if let due = meaning.due { return meaning.isTimed ? .due : .day(held(after: due)) }
    if meaning.dueInstant != nil { return .due }
    if meaning.threshold != nil { return .threshold }
    if case .moment(let date, let time) = meaning.reminders { return .absolute(CivilTime(date, time)) }
    return nil
  }

  /// Days count from the due, hours and minutes of a day task back from DayStart.
  private func addOccurrence(
    _ due: TaskDue, today: CivilDate, by clock: inout CivilClock, to moments: inout [Moment]
  ) {
    let dayStart = settings.dayStart.civil(on: due.date)
    let anchor = due.civil ?? dayStart
    let anchorInstant = due.instant ?? clock.instant(of: dayStart)
    if !isBlocked {
      for lead in leads(isTimed: due.civil != nil) {
        moments.append(Moment(.lead(lead), before(anchor, anchorInstant, by: lead, clock: &clock)))
      }
    }
    if let instant = due.instant { moments.append(Moment(.due, instant)) }
    if due.civil == nil, let evening = settings.evening, evening > dayStart.time {
      moments.append(Moment(.evening, clock.instant(of: CivilTime(due.date, evening))))
    }
    addMornings(due, today: today, by: &clock, to: &moments)
  }

  private func before(
    _ anchor: CivilTime, _ instant: Instant, by lead: Lead, clock: inout CivilClock
  ) -> Instant {
    switch lead {
    case .days(let days): clock.instant(of: anchor.adding(days: -Int(days)))
    case .seconds(let seconds): instant.adding(seconds: -Int64(seconds))
    }
  }

  /// A day task is in the digest of its day and all later ones, a timed one in those after its time.
  private func addMornings(
    _ due: TaskDue, today: CivilDate, by clock: inout CivilClock, to moments: inout [Moment]
  ) {
    let first = held(after: due.date)
    let current = Int(today.daysSinceEpoch - due.date.daysSinceEpoch)
    // The clock may have gone back by a day, and the next morning have rung already: that after it is needed too.
    let last = min(lastMorning(after: due.date), max(first + 1, current + 2))
    let start = max(first, current - 1)
    guard start <= last else { return }
    for days in start...last {
      let instant = clock.instant(of: settings.dayStart.civil(on: due.date.adding(days: days)))
      if let time = due.instant, instant <= time { continue }
      moments.append(Moment(.day(days), instant))
    }
  }

  /// For how many days from the due the threshold hides the task.
  private func held(after due: CivilDate) -> Int {
    meaning.threshold.map { max(0, Int($0.daysSinceEpoch - due.daysSinceEpoch)) } ?? 0
  }

  /// Counted from the due, as the names of the mornings are; a hidden task is not late yet.
  private func lastMorning(after due: CivilDate) -> Int { MomentPlan.lastMorning + max(0, held(after: due) - 1) }

  private func leads(isTimed: Bool) -> [Lead] {
    if case .leads(let leads) = meaning.reminders { return leads }
    // One absolute moment is in the place of the leads.
    guard case .configured = meaning.reminders else { return [] }
    if let priority = meaning.priority, let leads = settings.leadsByPriority[priority] { return leads }
    return isTimed
      ? settings.leads.map { .seconds(Int32(clamping: $0)) } : settings.leadDays.map { .days(Int32(clamping: $0)) }
  }

  /// What comes before the threshold waits for DayStart of that day.
  private func heldBack(_ moments: [Moment], to threshold: CivilDate, by clock: inout CivilClock) -> [Moment] {
    let start = clock.start(of: threshold)
    let dayStart = clock.instant(of: settings.dayStart.civil(on: threshold))
    return moments.map { $0.instant < start ? Moment($0.name, dayStart) : $0 }
  }
}
