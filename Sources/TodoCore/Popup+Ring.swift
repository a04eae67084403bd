package import TodoTxt

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

  /// What is said for a few seconds after a button was pressed, with *Undo*.
  package init(doneBy answer: PopupAnswer, line: Line, slot: Int, configuration: Configuration) {
    let deed =
      switch answer {
      case .done: "Done"
      case .snooze, .remind, .allTomorrow: "Snoozed"
      case .open, .undo, .oneByOne: "Undone"
      }
    let title = configuration.popupText == .none ? "" : PopupTitle(of: line, limit: PopupWriter.summaryLength).text
    self.init(
      slot: slot, summary: title.isEmpty ? deed : "\(deed): \(title)", body: "", category: "x-todod.answer",
      stays: false)
    urgency = .low
    lifetime = 6000
    if answer != .undo { actions = [Action(.undo, "Undo")] }
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
