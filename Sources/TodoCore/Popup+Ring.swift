extension Popup {
  /// The popup for what rings.
  ///
  /// - Parameter offers: what the daemon can act on; a digest never offers Done.
  package init(
    for ring: Ring, configuration: Configuration, offering offers: PopupOffers = .all, zone: Zone, now: Instant
  ) {
    self.init(slot: ring.slot, summary: "", body: "", category: "x-todod.due", stays: true)
  }
}
