package import TodoTxt

/// An order to hold whatever would ring.
package struct Pause: Hashable, Sendable {
  /// What it is for: the tasks that this query finds, also those that come later; nil is everything.
  package var query: String?
  /// Nil: until `resume`.
  package var until: Instant?
  /// When it was given.
  package var since: Instant
  /// The day on which the user was last reminded of it.
  package var toldOn: CivilDate?

  package init(of query: String? = nil, until: Instant?, since: Instant, toldOn: CivilDate? = nil) {
    self.query = query
    self.until = until
    self.since = since
    self.toldOn = toldOn
  }

  package func isOver(at now: Instant) -> Bool { until.map { $0 <= now } ?? false }

  /// The same order, whether or not the user was reminded of it.
  func isSame(as other: Pause) -> Bool {
    query == other.query && until == other.until && since == other.since
  }
}
