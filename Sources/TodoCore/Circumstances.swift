/// The world at the instant at which something may ring.
package struct Circumstances: Sendable {
  package var now: Instant
  package var zone: Zone
  package var settings: ReminderSettings
  package var isDoNotDisturb = false
  /// When anybody but todod last changed the file.
  package var fileLastChanged: Instant?

  package init(now: Instant, zone: Zone, settings: ReminderSettings) {
    self.now = now
    self.zone = zone
    self.settings = settings
  }
}
