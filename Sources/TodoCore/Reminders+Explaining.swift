import TodoTxt

/// What became of each moment of a task, and what is to come.
extension Reminders {
  /// In order of their instants.
  package func moments(of task: Task, at now: Instant) -> [MomentReport] {
    let waiting = pending[task.id]
    var reports = ledger.rows(of: task.id, at: now).filter { $0.key != waiting?.key }.map(MomentReport.init)
    if let waiting {
      let until = waiting.notBefore < .never ? waiting.notBefore : nil
      var report = MomentReport(
        name: waiting.key.name, moment: waiting.instant, status: .held(waiting.reason ?? .lateWait, until: until))
      report.row = ledger.row(waiting.key, at: now)
      reports.append(report)
    }
    let due = task.meaning.dueAsWritten
    let known = Set(reports.lazy.filter { $0.row.map { $0.key.due == due } ?? true }.map(\.name))
    reports += withoutRow(task, at: now).filter { !known.contains($0.name) }
    return reports.sorted { ($0.moment, $0.name.order ?? .max) < ($1.moment, $1.name.order ?? .max) }
  }

  /// The moments of the plan that the ledger says nothing of.
  private func withoutRow(_ task: Task, at now: Instant) -> [MomentReport] {
    var clock = clock
    let plan = MomentPlan(of: task.meaning, settings: settings, isBlocked: kinship.isBlocked(task.meaning))
    let planned = plan.moments(on: today, by: &clock).filter { !$0.name.isMorning || $0.instant <= now }
    let isDismissed = isDismissed(task)
    // What rang in another zone, or before the DayStart was moved, stands for moments that are to come by now.
    let settled = ledger.settledOrder(of: task.id, due: task.meaning.dueAsWritten, at: now)
    let over = planned.filter { moment in
      guard moment.instant > now else { return true }
      guard !isDismissed, let settled, let order = moment.name.order else { return false }
      return order <= settled
    }
    var reports = over.map { moment in
      let status: MomentReport.Status =
        isDismissed ? .dismissed : isSnoozedAway(moment, of: task) ? .snoozedAway : .settled
      return MomentReport(name: moment.name, moment: moment.instant, status: status)
    }
    if isDismissed {
      reports += planned.filter { $0.instant > now }.map { moment in
        MomentReport(name: moment.name, moment: moment.instant, status: .dismissed)
      }
    }
    for moment in firstMorningOnly(unsettled(of: task, after: now)) {
      let isSnoozed = isSnoozedAway(moment, of: task)
      var report = MomentReport(
        name: moment.name, moment: moment.instant, status: isSnoozed ? .snoozedAway : .armed)
      if !isSnoozed { report.pause = pause(of: task, at: moment.instant) }
      reports.append(report)
    }
    return reports
  }

  /// What rings of a task after `now`, in order.
  func coming(_ task: Task, after now: Instant) -> [Moment] {
    firstMorningOnly(unsettled(of: task, after: now).filter { !isSnoozedAway($0, of: task) })
  }

  private func unsettled(of task: Task, after now: Instant) -> [Moment] {
    var copy = self
    return copy.unsettledMoments(of: task).filter { $0.instant > now }.sorted { $0.isEarlier(than: $1) }
  }

  /// Of the mornings each later one is as sure as the first.
  private func firstMorningOnly(_ moments: [Moment]) -> [Moment] {
    let first = moments.firstIndex(where: \.name.isMorning)
    return moments.indices.filter { !moments[$0].name.isMorning || $0 == first }.map { moments[$0] }
  }
}
