import TodoTxt

/// A task of a merge: where it stands in each version, and its line in the result.
struct MergeElement {
  /// Indices, -1 where a version does not have it.
  var base: Int32
  var x: Int32
  var y: Int32
  var line: Line
  /// The second form of a task that both sides changed in the same words: x's or y's.
  var rival: Line?

  var isShared: Bool { x >= 0 && y >= 0 }
}
