import TodoCore
import TodoTxt

/// `OnRemind=`: a command hears of what rings and of what answered it.
extension Daemon {
  func command(_ ring: Ring, at now: Instant) {
    guard ring.isNews, !configuration.onRemind.isEmpty else { return }
    var open = configuration
    open.popupText = .full
    let popup = Popup(for: ring, configuration: open, zone: ports.zone(), now: now)
    ports.command(RemindMessage(zone: ports.zone(), now: now).ringing(ring, words: popup))
  }

  /// How a run of the command came to its end: what was wrong, or nil.
  package func commandEnded(_ fault: String?) {
    guard fault != trouble.command else { return }
    trouble.command = fault
    ports.journal(
      fault.map { JournalEntry(.commandFailed, $0, level: .warning) }
        ?? JournalEntry(.commandRecovered, "the command of OnRemind= works again"))
  }

  func command(answered tasks: [Task], by answer: String, at now: Instant) {
    guard !configuration.onRemind.isEmpty, !tasks.isEmpty else { return }
    ports.command(RemindMessage(zone: ports.zone(), now: now).answered(tasks, by: answer))
  }
}
