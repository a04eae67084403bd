/// What taking back an old change comes to, now that others may have changed the same lines.
package enum Undone: Hashable, Sendable {
  /// The lines and the frame to write.
  case lines([StoredLine], Delta.Frame)
  /// Others have since changed these lines too; nothing can be taken back without losing that.
  case conflict([Conflict])

  /// One task that stands in the way.
  package struct Conflict: Hashable, Sendable {
    /// Its line before and after the change that is to be taken back; nil where it did not exist.
    package var before: StoredLine?
    package var after: StoredLine?
    /// Its line now; nil if it is gone.
    package var now: StoredLine?

    package init(before: StoredLine?, after: StoredLine?, now: StoredLine?) {
      self.before = before
      self.after = after
      self.now = now
    }
  }
}
