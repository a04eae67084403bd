internal import CSystemd
package import Linux

/// The one loop of a program (sd-event(3)): it waits for descriptors, times, signals and children and calls back.
///
/// Not Sendable on purpose: one thread makes it, runs it and touches its sources. A source stays registered as long as
/// somebody keeps it; handlers capture their owner weakly or the owner drops its sources when it is done.
package final class EventLoop {
  let handle: OpaquePointer

  package init() throws(SystemError) {
    var event: OpaquePointer?
    try checked("sd_event_new", sd_event_new(&event))
    guard let event else { throw SystemError(12, "sd_event_new") }
    handle = event
  }

  deinit { sd_event_unref(handle) }

  /// Runs until `exit` is called; its code.
  package func run() throws(SystemError) -> Int32 { try checked("sd_event_loop", sd_event_loop(handle)) }

  /// Handles at most one thing; false when nothing came within `milliseconds` (-1: waits for ever).
  @discardableResult
  package func turn(milliseconds: Int64 = -1) throws(SystemError) -> Bool {
    let limit = milliseconds < 0 ? UInt64.max : UInt64(milliseconds) * 1000
    return try checked("sd_event_run", sd_event_run(handle, limit)) > 0
  }

  /// Ends `run` after the handler that calls this.
  package func exit(_ code: Int32) { _ = sd_event_exit(handle, code) }

  /// Answers the service manager's watchdog (WATCHDOG_USEC) from the loop itself; false where it asks for none.
  @discardableResult
  package func setWatchdog(_ answers: Bool) throws(SystemError) -> Bool {
    try checked("sd_event_set_watchdog", sd_event_set_watchdog(handle, answers ? 1 : 0)) > 0
  }
}

/// Which of several ready sources is called first.
package enum EventPriority: Int64, Sendable {
  /// Signals, clock steps.
  case urgent = -100
  /// Clients, files, timers.
  case normal = 0
  /// What gathers the work of a turn, such as the group commit: after all that is normal.
  case late = 100
  /// What can wait for everything else.
  case idle = 1000
}

/// Throws what a libsystemd call reports as a negative error number.
@discardableResult
func checked(_ call: String, _ result: Int32) throws(SystemError) -> Int32 {
  if result < 0 { throw SystemError(-result, call) }
  return result
}
