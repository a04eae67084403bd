package import TodoTxt

/// A line as history keeps it: with the id and uuid of its task, or neither if it is blank.
package struct StoredLine: Hashable, Sendable {
  package var id: ItemID?
  package var uuid: TaskUUID?
  package var line: Line

  package init(id: ItemID?, uuid: TaskUUID?, line: Line) {
    self.id = id
    self.uuid = uuid
    self.line = line
  }
}

/// The difference between two versions of the file, kept both ways round.
package struct Delta: Hashable, Sendable {
  /// Lines that stood together and what stands in their place.
  package struct Hunk: Hashable, Sendable {
    /// Where the hunk begins, as an index into the old lines.
    package var start: Int
    package var removed: [StoredLine]
    package var inserted: [StoredLine]
    /// The nearest tasks before and after it, the same in both versions: where it belongs once lines have moved.
    package var previous: ItemID?
    package var next: ItemID?

    package init(
      start: Int, removed: [StoredLine], inserted: [StoredLine], previous: ItemID? = nil, next: ItemID? = nil
    ) {
      self.start = start
      self.removed = removed
      self.inserted = inserted
      self.previous = previous
      self.next = next
    }
  }

  /// What a file has beside its lines.
  package struct Frame: Hashable, Sendable {
    package var hasByteOrderMark: Bool
    package var endsWithNewline: Bool

    package init(hasByteOrderMark: Bool, endsWithNewline: Bool) {
      self.hasByteOrderMark = hasByteOrderMark
      self.endsWithNewline = endsWithNewline
    }
  }

  /// In ascending order of `start`, never touching each other.
  package var hunks: [Hunk]
  package var frameBefore: Frame
  package var frameAfter: Frame

  package init(hunks: [Hunk], frameBefore: Frame, frameAfter: Frame) {
    self.hunks = hunks
    self.frameBefore = frameBefore
    self.frameAfter = frameAfter
  }
}
