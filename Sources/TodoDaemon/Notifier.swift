package import Linux
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
    /// From the start of notify-send to the id of a popup that is no longer wanted, which is closed by it.
    package var abandoned: Int64 = 30_000
    /// From SIGINT to the end of notify-send; then SIGKILL.
    package var withdrawal: Int64 = 2000

    package init() {}
  }

  package let server: NotificationServer
  /// The notify-send to use for further popups: a path, or a name for PATH.
  package var program: String
  /// Told of each event with the slot of its popup, from the loop; never from within `show` or `withdraw`.
  package var report: (_ slot: Int, _ event: PopupEvent) -> Void = { _, _ in }

  let loop: EventLoop
  let environment: [String: String]
  let deadlines: Deadlines
  /// The popup of each slot.
  var showings: [Int: Showing] = [:]
  /// What nobody waits for any more, but which has not ended yet.
  var leaving: [ObjectIdentifier: Showing] = [:]
  /// Popups that wait until it is known what the server can do.
  private var waiting: [Popup] = []
  /// Popups of an earlier run to be closed once the server is known.
  private var orphans: [Popup.Replaced] = []
  private var failures: [(slot: Int, reason: String)] = []
  private var failureSource: PlainSource?
  private var onEmpty: (() -> Void)?
  private var stopTimer: TimeSource?

  package init(
    _ loop: EventLoop, server: NotificationServer, program: String, environment: [String: String],
    deadlines: Deadlines = Deadlines()
  ) throws(SystemError) {
    self.loop = loop
    self.server = server
    self.program = program
    self.environment = environment
    self.deadlines = deadlines
    failureSource = try loop.deferred(priority: .normal) { [weak self] in self?.tellFailures() }
    server.settled = { [weak self] in self?.startWaiting() }
    server.lost = { [weak self] in self?.serverLost() }
  }

  /// Slots with a popup that is open or being opened.
  package var slots: [Int] { (showings.keys + waiting.map(\.slot)).sorted() }

  /// Shows a popup; one that is open under the same slot is replaced in place.
  package func show(_ popup: Popup) {
    waiting.removeAll { $0.slot == popup.slot }
    server.connectIfNeeded()
    guard server.isSettled else {
      waiting.append(popup)
      return
    }
    start(popup)
  }

  /// Closes a popup, without a report; of an unknown slot nothing.
  package func withdraw(_ slot: Int) {
    waiting.removeAll { $0.slot == slot }
    failures.removeAll { $0.slot == slot }
    guard let showing = showings.removeValue(forKey: slot) else { return }
    for old in showing.predecessors { leave(old) }
    showing.predecessors = []
    leave(showing)
  }

  /// Closes a popup of an earlier run, if the server that gave its id is still the same.
  package func close(_ old: Popup.Replaced) {
    orphans.append(old)
    server.connectIfNeeded()
    closeOrphans()
  }

  private func closeOrphans() {
    guard server.isSettled, let owner = server.owner else { return }
    for old in orphans where old.owner == owner { server.close(old.serverID) }
    orphans = []
  }

  /// Closes all popups and calls back, from the loop, once all are closed or the time is over.
  package func withdrawAll(within milliseconds: Int64, then done: @escaping () -> Void) {
    for slot in slots { withdraw(slot) }
    onEmpty = done
    stopTimer = try? loop.timer(.monotonic, at: Clock.monotonic() + milliseconds * 1000) { [weak self] _ in
      guard let self else { return }
      for showing in leaving.values { showing.process.send(.kill) }
      finish()
    }
    // With nothing to wait for the loop calls back all the same.
    if leaving.isEmpty { failureSource?.wake() }
  }

  private func start(_ popup: Popup) {
    if let late = adopt(popup) {
      showings[popup.slot] = late
      return late.process.remind(after: deadlines.shown)
    }
    let old = showings[popup.slot]
    do throws(SystemError) {
      let information = server.information
      let process = try NotifySend(
        loop, program, popup, replacing: replaced(by: popup, old), withActions: information?.hasActions ?? false,
        isMarkup: information?.readsMarkup ?? true, environment: environment)
      let showing = Showing(slot: popup.slot, process)
      if let old { showing.predecessors = old.predecessors + [old] }
      showings[popup.slot] = showing
      process.heard = { [weak self, weak showing] event in
        if let showing { self?.heard(event, showing) }
      }
      process.remind(after: deadlines.shown)
    } catch {
      withdraw(popup.slot)
      failures.append((popup.slot, "\(program) cannot be started: \(error.text)"))
      failureSource?.wake()
    }
  }

  /// The server's id of the popup that a new one takes the place of; 0 for none.
  private func replaced(by popup: Popup, _ old: Showing?) -> UInt32 {
    if let id = old?.process.serverID { return id }
    guard let replaces = popup.replaces, let owner = server.owner, replaces.owner == owner else { return 0 }
    return replaces.serverID
  }

  /// A popup given up by its deadline whose answer may still come, tried again: two of them would be one too many.
  private func adopt(_ popup: Popup) -> Showing? {
    guard showings[popup.slot] == nil, !popup.items.isEmpty else { return nil }
    let late = leaving.values.first {
      $0.isAbandoned && $0.process.serverID == nil && $0.process.popup.items == popup.items
        && $0.process.popup.category == popup.category
    }
    guard let late else { return nil }
    leaving[ObjectIdentifier(late)] = nil
    late.slot = popup.slot
    late.isAbandoned = false
    return late
  }

  private func startWaiting() {
    closeOrphans()
    let popups = waiting
    waiting = []
    for popup in popups { start(popup) }
  }

  private func tellFailures() {
    let told = failures
    failures = []
    for failure in told { report(failure.slot, .failed(reason: failure.reason)) }
    finishIfEmpty()
  }

  func finishIfEmpty() { if leaving.isEmpty { finish() } }

  private func finish() {
    stopTimer = nil
    let done = onEmpty
    onEmpty = nil
    done?()
  }
}
