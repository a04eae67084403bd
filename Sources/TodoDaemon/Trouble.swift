import TodoCore

/// Faults that last: each is logged when it begins and when it ends.
struct Trouble {
  /// Since when the file cannot be written, and why.
  var writing: (fault: String, since: Instant)?
  /// Since when the state cannot be written, and why.
  var state: (fault: String, since: Instant)?
  /// What is due waits for a state that can be written.
  var unrecorded: Unrecorded?
  /// What was wrong with the last run of the command of `OnRemind=`.
  var command: String?
  /// The ringing trouble that the journal already knows of.
  var saidRinging = false
}
