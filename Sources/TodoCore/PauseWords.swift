/// What is said of a pause in a popup.
package struct PauseWords: Hashable, Sendable {
  /// `Reminders are paused until Thu 20 August 9:00`.
  package let title: String
  /// The command that ends it.
  package let command: String

  package init(_ pause: Pause, at now: Instant, in zone: Zone) {
    let words = PopupWords(zone: zone, now: now)
    let until = pause.until.map { " until \(words.clock(zone.civil(of: $0)))" } ?? ""
    title = pause.query.map { "Reminders of \($0) are paused\(until)" } ?? "Reminders are paused\(until)"
    command = "todoctl resume" + (pause.query.map { " \($0)" } ?? "")
  }
}
