/// What becomes of a moment that is reached.
package enum Fate: Hashable, Sendable {
  /// It is over, or nobody wants it: no trace is left.
  case nothing
  case superseded
  case bornLate
  case dropped
  /// It waits: to be looked at again then, or (nil) when what holds it ends.
  case held(HeldReason, until: Instant?)
  /// Late: over a minute after its time.
  case rings(isLate: Bool)

  /// A moment so many seconds after its time is late.
  static let lateAfter: Int64 = 60
  /// Late moments wait no longer than this for the file to be quiet.
  static let longestLateWait: Int64 = 90

  /// Decides by the first rule that fits; how those that ring share popups is `Turn`'s.
  package init(of reached: Reached, in circumstances: Circumstances) {
    self =
      Fate.unwanted(reached) ?? Fate.snoozed(reached) ?? Fate.born(reached, in: circumstances)
      ?? Fate.silenced(circumstances) ?? Fate.held(reached, in: circumstances)
      ?? Fate.late(reached, in: circumstances) ?? .rings(isLate: false)
  }

  // 1. Done, deleted, silent, dismissed, a twin's; rung or answered.
  private static func unwanted(_ reached: Reached) -> Fate? {
    !reached.isWanted || reached.isSettled ? .nothing : nil
  }

  // 2. Snoozed to later; a due moment ends a snooze that was not to a time.
  private static func snoozed(_ reached: Reached) -> Fate? {
    guard let snooze = reached.snooze else { return nil }
    if case .snooze(let count) = reached.moment.name { return count == snooze.count ? nil : .superseded }
    if reached.isDue, !snooze.isToTime { return nil }
    return reached.moment.instant <= snooze.until ? .superseded : nil
  }

  // 3. Past already when it came into being; of the file a timed due may ring all the same.
  private static func born(_ reached: Reached, in circumstances: Circumstances) -> Fate? {
    switch reached.birth {
    case nil, .start: return nil
    case .client, .firstSight, .settings: return .bornLate
    case .file:
      let age = circumstances.now.seconds(since: reached.moment.instant)
      return reached.moment.name == .due && age <= circumstances.settings.maxLate ? nil : .bornLate
    }
  }

  /// A machine that does not ring lets moments pass, so that they are not all late when it rings again.
  private static func silenced(_ circumstances: Circumstances) -> Fate? {
    circumstances.settings.rings ? nil : .dropped
  }

  // 4. Paused, not to be disturbed, quiet hours.
  private static func held(_ reached: Reached, in circumstances: Circumstances) -> Fate? {
    let now = circumstances.now
    if let pause = reached.pause, !pause.isOver(at: now) { return .held(.paused, until: pause.until) }
    if circumstances.settings.followDesktop, circumstances.isDoNotDisturb {
      return .held(.doNotDisturb, until: nil)
    }
    guard let quiet = circumstances.settings.quietHours,
      let end = quiet.end(covering: circumstances.zone.civil(of: now)),
      !reached.isExcepted(by: circumstances.settings.quietExcept)
    else { return nil }
    // In an overlap the end may come twice and be past already.
    let until = circumstances.zone.instant(of: end)
    return until > now ? .held(.quietHours, until: until) : nil
  }

  // 5. Of one task the newest; no lead after the due, or too old; and the phone's edits come first.
  private static func late(_ reached: Reached, in circumstances: Circumstances) -> Fate? {
    if reached.hasNewer { return .superseded }
    let now = circumstances.now
    let age = now.seconds(since: reached.moment.instant)
    guard age > lateAfter else { return nil }
    if reached.moment.name.isLead, age > circumstances.settings.maxLate { return .dropped }
    let quietSince = max(circumstances.fileLastChanged ?? reached.reachedAt, reached.reachedAt)
    let until = min(
      quietSince.adding(seconds: circumstances.settings.lateWait), reached.reachedAt.adding(seconds: longestLateWait))
    return until > now ? .held(.lateWait, until: until) : .rings(isLate: true)
  }
}

extension Reached {
  fileprivate func isExcepted(by exception: QuietException) -> Bool {
    switch exception {
    case .timed: wasGivenTime
    case .priorities(let priorities): priority.map(priorities.contains) ?? false
    case .none: false
    }
  }
}
