package import TodoTxt

extension Popup {
  /// What a button did.
  package enum Deed: Hashable, Sendable {
    case done
    /// Of a clash.
    case kept
    /// Values were made what they perhaps meant.
    case mended([String])
    /// Put off until then; of several tasks so many ring before that, when they are due.
    case snoozed(until: Instant, dueBefore: Int)
  }

  /// What is said for a few seconds after a button was pressed, with *Undo*.
  package init(
    after deed: Deed, of lines: [Line], slot: Int, configuration: Configuration, zone: Zone, now: Instant
  ) {
    let said: String
    var body = ""
    switch deed {
    case .done: said = "Done"
    case .kept: said = "Kept"
    case .mended(let words): said = words.count == 1 ? words[0] : "\(words.count) values"
    case .snoozed(let until, let dueBefore):
      let words = PopupWords(zone: zone, now: now)
      said = "Snoozed until \(words.clock(zone.civil(of: until)))"
      if lines.count == 1, dueBefore == 1 { body = "It is due then" }
      if lines.count > 1, dueBefore > 0 { body = "\(dueBefore) due before that, and told then" }
    }
    self.init(
      slot: slot, summary: "\(said)\(Popup.told(lines, configuration))", body: body, category: "x-todod.answer",
      stays: false)
    urgency = .low
    lifetime = 6000
    actions = [Action(.undo, "Undo")]
  }

  /// `: Call mum`, `: 7 tasks`; empty where nothing may be told.
  private static func told(_ lines: [Line], _ configuration: Configuration) -> String {
    guard lines.count == 1, let line = lines.first else { return ": \(lines.count) tasks" }
    guard configuration.popupText != .none else { return "" }
    let title = PopupTitle(of: line, limit: PopupWriter.summaryLength).text
    return title.isEmpty ? "" : ": \(title)"
  }
}
