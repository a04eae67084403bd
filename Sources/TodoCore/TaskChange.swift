/// One task before and after; nil where it did not exist.
package struct TaskChange: Sendable {
  package var old: Task?
  package var new: Task?

  package init(old: Task?, new: Task?) {
    self.old = old
    self.new = new
  }
}

/// What brought moments into being: past ones of a client's change are born late, past dues of the file may ring.
package enum Cause: Hashable, Sendable {
  /// A request, a button, or the recurrence that followed one.
  case client
  /// An edit not made by todod.
  case file
  /// The first reading of a file that the state does not know.
  case firstSight
  /// A start on a known file, a clock step, a change of the zone: no moment is new, some are late.
  case start
  /// A changed configuration.
  case settings
}
