package import TodoTxt

/// All that the configuration says about ringing, with the defaults of a configuration that says nothing.
package struct ReminderSettings: Hashable, Sendable {
  /// `DayStart=`: when the morning's digest rings.
  package var dayStart = WeekdayTimes(TimeOfDay(seconds: 9 * 3600))
  /// `Evening=`: when the day tasks still open ring once more; nil is `no`.
  package var evening: TimeOfDay? = TimeOfDay(seconds: 18 * 3600)
  /// `Again=`: how long after a due popup, and after each repetition, the next one comes, in seconds.
  package var again: [Int64] = [600, 3600]
  /// `AgainHours=`: when repetitions may ring.
  package var againHours = DaySpan(from: TimeOfDay(seconds: 8 * 3600), to: TimeOfDay(seconds: 22 * 3600))
  /// `MaxLate=`: in seconds; older leads, and dues that come with the file, do not ring.
  package var maxLate: Int64 = 12 * 3600
  /// `LateWait=`: how many seconds of quiet of the file late moments wait for.
  package var lateWait: Int64 = 20
  /// `GroupAbove=`: more timed ones than this in one turn become one digest.
  package var groupAbove = 3
  /// `Ring=`: false makes this machine silent.
  package var rings = true
  /// `Lead=`: of timed tasks, in seconds before the due.
  package var leads: [Int64] = []
  /// `LeadDays=`: of day tasks, in days before the due.
  package var leadDays: [Int] = []
  /// `LeadA=` and so on: what holds in place of the two above for tasks of a priority.
  package var leadsByPriority: [Priority: [Lead]] = [:]
  /// `QuietHours=`: nil is off.
  package var quietHours: WeekdaySpans?
  /// `QuietExcept=`.
  package var quietExcept = QuietException.timed
  /// `FollowDesktop=`: a desktop that wants no disturbance holds what would ring.
  package var followDesktop = true
  /// `Popups=`: with so many open, further ones join one digest.
  package var openLimit = 4
  /// `[Views]`, in the order of the file, each name once: the query of a pause may name them.
  package var views: [View] = []

  package init() {}
}

/// What rings in quiet hours all the same.
package enum QuietException: Hashable, Sendable {
  /// What the user gave a time: due with `at`, an absolute `rem:`, a snooze to a time.
  case timed
  /// Tasks of these priorities.
  case priorities(Set<Priority>)
  case none
}
