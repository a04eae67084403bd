/// A moment whose time has come and that has not rung yet.
struct Pending: Sendable {
  var key: LedgerKey
  var instant: Instant
  /// When it was first seen that its time has come.
  var reachedAt: Instant
  /// When to look at it again; `Instant.never` while only an event can release it.
  var notBefore: Instant
  /// Why it waits; nil before it was looked at.
  var reason: HeldReason?

  /// It did not ring when others would have: what was held comes in one digest.
  var wasHeld: Bool {
    switch reason {
    case .paused, .doNotDisturb, .quietHours: true
    case .lateWait, .failed, .spaced, nil: false
    }
  }

  var moment: Moment { Moment(key.name, instant) }
}

extension Instant {
  /// Later than anything.
  package static let never = Instant(microseconds: .max)
  /// Earlier than anything, with room for sums.
  static let longAgo = Instant(microseconds: .min / 2)
}
