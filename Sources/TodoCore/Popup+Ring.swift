extension Popup {
  /// The popup for what rings.
  ///
  /// - Parameter offers: what the daemon can act on; a digest never offers Done.
  package init(
    for ring: Ring, configuration: Configuration, offering offers: PopupOffers = .all, zone: Zone, now: Instant
  ) {
    let writer = PopupWriter(configuration: configuration, words: PopupWords(zone: zone, now: now), offers: offers)
    switch ring.kind {
    case .welcome(let welcome): self = writer.welcome(welcome, slot: ring.slot)
    case .single:
      // Without its one item it is a digest of nothing, which the reminders never ask for.
      self = ring.items.first.map { writer.single($0, of: ring) } ?? writer.digest(ring)
    case .digest: self = writer.digest(ring)
    }
    replaces = ring.replaces.map { Replaced(serverID: $0.serverID, owner: $0.owner) }
    sound = configuration.sound
    items = ring.items.map(\.task.id)
  }

  /// Something that todod has to say itself: a file that went missing, a test.
  package init(notice summary: String, body: String, slot: Int, stays: Bool = false) {
    let lines = body.split(separator: "\n").map { PopupTitle.cleaned(Array($0.utf8)[...], 1000) }
    let summary = PopupTitle.cleaned(Array(summary.utf8)[...], PopupWriter.summaryLength)
    self.init(
      slot: slot, summary: summary.isEmpty ? "todod" : summary, body: lines.joined(separator: "\n"),
      category: "x-todod.notice", stays: stays)
  }
}
