import TodoCore

extension StoredVersion {
  /// Applies a delta in place; lines that stay where they are are not touched.
  ///
  /// The revision is the caller's to set.
  mutating func apply(_ delta: Delta) throws(StateError) {
    guard frame == delta.frameBefore else { throw .damaged("a step does not begin where the last one ended") }
    // From the end, so that the places of the hunks before stay right.
    for hunk in delta.hunks.reversed() {
      let range = hunk.start..<hunk.start + hunk.removed.count
      guard hunk.start >= 0, range.upperBound <= lines.count, lines[range].elementsEqual(hunk.removed) else {
        throw .damaged("a step does not fit the lines before it")
      }
      lines.replaceSubrange(range, with: hunk.inserted)
    }
    frame = delta.frameAfter
  }
}

extension Delta {
  init(stored bytes: [UInt8]) throws(StateError) {
    do throws(DeltaDecodingError) {
      try self.init(decoding: bytes)
    } catch {
      throw .damaged("delta: \(error)")
    }
  }
}
