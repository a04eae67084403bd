/// An order to hold whatever would ring.
package struct Pause: Hashable, Sendable {
  /// Nil: until `resume`.
  package var until: Instant?
  /// The items it is for; nil for all.
  package var items: Set<ItemID>?

  package init(until: Instant?, items: Set<ItemID>? = nil) {
    self.until = until
    self.items = items
  }

  package func holds(_ item: ItemID?, at now: Instant) -> Bool {
    if let until, until <= now { return false }
    guard let items else { return true }
    return item.map(items.contains) ?? false
  }
}
