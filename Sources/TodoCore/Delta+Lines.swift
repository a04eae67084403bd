extension Delta {
  /// Finds what differs between two versions; equal lines have equal bytes, id and uuid.
  package init(from old: [StoredLine], to new: [StoredLine], frameBefore: Frame, frameAfter: Frame) {
    self.init(
      hunks: [Hunk(start: 0, removed: old, inserted: new)], frameBefore: frameBefore, frameAfter: frameAfter)
  }

  /// The lines after this change, given those before it.
  package func applied(to lines: [StoredLine]) throws(DeltaMismatch) -> [StoredLine] { lines }

  /// The change that takes this one back.
  package var inverse: Delta { Delta(hunks: [], frameBefore: frameAfter, frameAfter: frameBefore) }

  package var isEmpty: Bool { hunks.isEmpty && frameBefore == frameAfter }
}
