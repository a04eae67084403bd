/// One instant at which a task should ring.
package struct Moment: Hashable, Sendable {
  package var name: MomentName
  package var instant: Instant

  package init(_ name: MomentName, _ instant: Instant) {
    self.name = name
    self.instant = instant
  }

  /// Of two passed moments of a task the later rings; at the same instant the one further from the leads.
  func isOlder(than other: Moment) -> Bool {
    (instant, name.order ?? Int64.max) < (other.instant, other.name.order ?? Int64.max)
  }

  /// Of two moments to come the earlier is next; at the same instant the one that will ring then.
  func isEarlier(than other: Moment) -> Bool {
    instant == other.instant ? other.isOlder(than: self) : instant < other.instant
  }
}
