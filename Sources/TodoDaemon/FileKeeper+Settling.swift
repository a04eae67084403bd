internal import Linux
internal import Systemd
internal import TodoCore

extension FileKeeper {
  /// Decides when a file that somebody touched is settled. Times are microseconds of the monotonic clock.
  struct Settling {
    enum Finding: Equatable {
      case same, busy, missing, empty, unusable
      /// - `held`: a writer can still write.
      case changed(held: Bool)
    }

    enum Step: Equatable {
      /// Nothing to tell, nothing to wait for.
      case rest
      case tell
      case lookAgain(at: Int64)
    }

    static let quiet: Int64 = 100_000
    static let patience: Int64 = 2_000_000

    /// The last event.
    private var touched: Int64 = 0
    private var awayFinding: Finding?
    /// Whether the last thing told was that the file cannot be used: then its return is news, even unchanged.
    private var isToldAway = false
    /// Since when it is missing or empty, without a break.
    private var awaySince: Int64 = 0

    /// Notes an event; when to look.
    mutating func hint(at now: Int64) -> Int64 {
      touched = now
      return now + Self.quiet
    }

    mutating func step(_ finding: Finding, at now: Int64) -> Step {
      let step = judge(finding, at: now)
      guard step == .tell else { return step }
      switch finding {
      case .missing, .empty, .unusable: isToldAway = true
      case .same, .changed, .busy: isToldAway = false
      }
      return step
    }

    private mutating func judge(_ finding: Finding, at now: Int64) -> Step {
      if finding != .missing && finding != .empty { awayFinding = nil }
      switch finding {
      case .same: return isToldAway ? .tell : .rest
      case .unusable: return .tell
      // An in-place save ends with a close, which is an event: this is for those that never close.
      case .busy: return .lookAgain(at: now + 500_000)
      case .changed(let held):
        let ripe = touched + (held ? Self.patience : Self.quiet)
        return now >= ripe ? .tell : .lookAgain(at: ripe)
      case .missing, .empty:
        if awayFinding != finding { (awayFinding, awaySince) = (finding, now) }
        let ripe = awaySince + Self.patience
        return now >= ripe ? .tell : .lookAgain(at: ripe)
      }
    }
  }

  /// Begins to wait until the file is settled.
  func hint() {
    let now = Clock.monotonic()
    if unsettledSince == nil { unsettledSince = now }
    arm(at: settling.hint(at: now))
    onHint()
  }

  func settle() {
    let now = Clock.monotonic()
    let look = look(at: Instant(microseconds: Clock.realtime()))
    let finding: Settling.Finding =
      switch look {
      case .same: .same
      case .busy: .busy
      case .missing: .missing
      case .empty: .empty
      case .unusable: .unusable
      case .changed: .changed(held: isHeldByWriter)
      }
    switch settling.step(finding, at: now) {
    case .rest: unsettledSince = nil
    case .lookAgain(let time): arm(at: time)
    case .tell:
      unsettledSince = nil
      onSettled(look)
    }
  }

  private func arm(at time: Int64) {
    // A timer that cannot be set would be a loop that is gone: then nothing else works either.
    try? settleTimer?.set(time)
  }
}
