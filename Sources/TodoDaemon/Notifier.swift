package import Systemd
package import TodoCore

/// Shows popups by one notify-send each and tells what becomes of them. It never makes the loop wait.
///
/// Not Sendable on purpose: it belongs to the loop's thread.
package final class Notifier {
  /// How long things may take, in milliseconds.
  package struct Deadlines: Sendable {
    /// From the start of notify-send to its id.
    package var shown: Int64 = 10_000
    /// From SIGINT to the end of notify-send; then SIGKILL.
    package var withdrawal: Int64 = 2000

    package init() {}
  }

  package let server: NotificationServer
  /// The notify-send to use for further popups: a path, or a name for PATH.
  package var program: String
  /// Told of each event with the slot of its popup, from the loop; never from within `show` or `withdraw`.
  package var report: (_ slot: Int, _ event: PopupEvent) -> Void = { _, _ in }

  private let loop: EventLoop
  private let environment: [String: String]
  private let deadlines: Deadlines

  package init(
    _ loop: EventLoop, server: NotificationServer, program: String, environment: [String: String],
    deadlines: Deadlines = Deadlines()
  ) {
    self.loop = loop
    self.server = server
    self.program = program
    self.environment = environment
    self.deadlines = deadlines
  }

  /// Shows a popup; one that is open under the same slot is replaced in place.
  package func show(_ popup: Popup) {}

  /// Closes a popup, without a report; of an unknown slot nothing.
  package func withdraw(_ slot: Int) {}

  /// Closes all popups and calls back, from the loop, once all are closed or the time is over.
  package func withdrawAll(within milliseconds: Int64, then done: @escaping () -> Void) {}
}
