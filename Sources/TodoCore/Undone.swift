/// What taking back an old change comes to, now that others may have changed the same lines.
package enum Undone: Hashable, Sendable {
  /// The lines and the frame to write.
  case lines([StoredLine], Delta.Frame)
  /// Others have since changed the same words of these lines (as they stand now).
  case conflict([StoredLine])
}
