import Support
import TodoTxt

@testable import TodoCore

/// What must be so whatever happened.
extension RandomStory {
  /// Only open tasks ring, each once in a popup.
  mutating func checkContent(_ ring: Ring) {
    var seen: Set<ItemID> = []
    for item in ring.items {
      guard seen.insert(item.task.id).inserted else { faults.append("twice in one popup: \(item.task.id)"); return }
      if tasks[item.task.id.number]?.line != item.task.line || item.task.meaning.isDone {
        faults.append("rings an old task: \(item.task.line)")
      }
      if item.moment > now.adding(seconds: 86_400) { faults.append("rings ahead of time: \(item.task.line)") }
    }
  }

  mutating func check() {
    for (key, count) in shown where count > 1 { faults.append("\(key) rang \(count) times") }
    if Set(reminders.openPopups.map(\.slot)) != Set(popups.keys) { faults.append("the state has other popups") }
    if reminders.openPopups.count > settings.openLimit + 1 { faults.append("too many popups") }
    checkAccounts()
    checkCounts()
  }

  /// Every passed moment of an open task has a row that settles it or one after it, or waits with a reason.
  mutating func checkAccounts() {
    for task in ordered where !task.meaning.isDone && !reminders.isDismissed(task) {
      let reports = reminders.moments(of: task, at: now)
      if let next = reminders.next(for: task.id), next < now.adding(seconds: -100_000) {
        faults.append("stale next \(task.line)")
      }
      let plan = MomentPlan(of: task.meaning, settings: settings)
      let past = plan.moments(on: zone.date(of: now), in: zone).filter { $0.instant <= now }
      guard let newest = past.max(by: { $0.instant < $1.instant }) else { continue }
      let isKnown = reports.contains { report in
        switch report.status {
        case .armed, .dismissed, .settled: false
        case .held: true
        case .snoozedAway: report.name == newest.name
        case .recorded: settles(report, newest, of: task)
        }
      }
      if !reports.contains(where: { $0.name == newest.name && $0.status != .armed }) {
        faults.append("not explained: \(newest.name) of \(task.line) at \(zone.iso8601(now))")
      }
      if !isKnown { faults.append("no trace of \(newest.name) of \(task.line) at \(zone.iso8601(now))") }
    }
  }

  /// It is of the moment or stands after it in the order of the occurrence, whatever their instants are in the zone of
  /// now.
  private func settles(_ report: MomentReport, _ moment: Moment, of task: Task) -> Bool {
    guard let row = report.row, row.key.due == task.meaning.dueAsWritten else { return false }
    guard let order = moment.name.order else { return row.key.name == moment.name }
    return row.key.name.order.map { $0 >= order } ?? false
  }

  mutating func checkCounts() {
    let open = tasks.values.filter { !$0.meaning.isDone }
    if reminders.counts.open != open.count { faults.append("open \(reminders.counts.open) is \(open.count)") }
    let today = zone.date(of: now)
    let overdue = open.filter { task in
      guard let due = task.meaning.due, task.meaning.threshold ?? due <= today else { return false }
      if reminders.snooze(of: task.id) != nil { return false }
      guard due == today, let time = task.meaning.time else { return due < today }
      return zone.instant(of: CivilTime(due, time)) <= now && (task.meaning.threshold ?? due) <= due
    }
    if reminders.counts.overdue != overdue.count {
      faults.append("overdue \(reminders.counts.overdue) is \(overdue.count) at \(zone.iso8601(now))")
    }
  }

  mutating func checkNothingWaits() {
    if reminders.isDoNotDisturb { return }
    for task in ordered {
      for report in reminders.moments(of: task, at: now) {
        // What rings in the next second, because something else rings in the story's last one, is not lost.
        guard case .held(let reason, let until) = report.status, reason != .failed, reason != .spaced else { continue }
        // Nor is what quiet hours hold, or what waits for the file to be quiet.
        if let until, until > now, reason == .quietHours || reason == .lateWait { continue }
        faults.append("\(task.line) still \(reason)")
      }
    }
  }
}
