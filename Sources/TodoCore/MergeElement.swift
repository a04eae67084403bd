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
  /// It is one task in all three versions, by which the places of others can be told.
  var isAnchor = false
}

/// One of the three that a merge reads.
enum MergeVersion {
  case base
  case x
  case y
}

extension MergeElement {
  subscript(version: MergeVersion) -> Int32 {
    switch version {
    case .base: base
    case .x: x
    case .y: y
    }
  }
}

extension [MergeElement] {
  /// For each line of a version the anchor that it is or follows, by its number here; -1 before the first.
  func anchors(of version: MergeVersion, lineCount count: Int) -> [Int32] {
    var anchors = [Int32](repeating: -1, count: count)
    for number in indices where self[number].isAnchor { anchors[Int(self[number][version])] = Int32(number) }
    var last: Int32 = -1
    for place in anchors.indices {
      if anchors[place] < 0 { anchors[place] = last } else { last = anchors[place] }
    }
    return anchors
  }
}
