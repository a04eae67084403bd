import TodoTxt

/// Merges lines that are not blank as bytes.
///
/// A line that stands once in every version is an anchor. Of any other there are as many, and behind the same anchors,
/// as on the side that changed that. The anchors are the same where the result is merged again with a side: what the
/// base, the result and one side have once, the other side has once, or the result would have its number.
struct MergeOfBytes {
  let base: MergeText
  let x: MergeText
  let y: MergeText

  /// The anchors in the order of the base, then the others.
  var elements: [MergeElement] {
    let kinds = [base.kinds, x.kinds, y.kinds]
    let kindCount = (kinds.joined().max() ?? -1) + 1
    let lone = kinds.map { Self.loneIndices(of: $0, kindCount: kindCount) }
    let isAnchor = (0..<kindCount).map { kind in lone.allSatisfy { $0[kind] >= 0 } }
    let anchors = kinds[0].enumerated().compactMap { index, kind in
      kind < 0 || !isAnchor[kind]
        ? nil
        : MergeElement(
          base: Int32(index), x: lone[1][kind], y: lone[2][kind], line: base.text.lines[index], isAnchor: true)
    }
    var others: [Int: [[Place]]] = [:]
    for (number, version) in [MergeVersion.base, .x, .y].enumerated() {
      let followed = anchors.anchors(of: version, lineCount: kinds[number].count)
      for (index, kind) in kinds[number].enumerated() where kind >= 0 && !isAnchor[kind] {
        others[kind, default: [[], [], []]][number].append(Place(anchor: followed[index], index: Int32(index)))
      }
    }
    return anchors + others.values.flatMap { elements(at: $0.map { $0.sorted() }) }
  }

  /// For each kind the index of the line that is alone of it; negative for none or several.
  private static func loneIndices(of kinds: [Int], kindCount: Int) -> [Int32] {
    var lone = [Int32](repeating: -1, count: kindCount)
    for (index, kind) in kinds.enumerated() where kind >= 0 { lone[kind] = lone[kind] == -1 ? Int32(index) : -2 }
    return lone
  }

  private struct Place: Comparable {
    var anchor: Int32
    var index: Int32

    static func < (left: Place, right: Place) -> Bool { (left.anchor, left.index) < (right.anchor, right.index) }
  }

  /// - Parameter places: Where lines of one kind stand in the base, in x and in y.
  private func elements(at places: [[Place]]) -> [MergeElement] {
    let anchors = places.map { $0.map(\.anchor) }
    let chosen = changed(anchors[0], anchors[1], anchors[2])
    return chosen.indices.map { number in
      let indices = (0..<3).map { anchors[$0] == chosen ? places[$0][number].index : -1 }
      let line = indices[1] >= 0 ? x.text.lines[Int(indices[1])] : y.text.lines[Int(indices[2])]
      return MergeElement(base: indices[0], x: indices[1], y: indices[2], line: line)
    }
  }

  /// The one that is not the base's; of two such, which are ranked: another number before other places, more before
  /// fewer, earlier places before later.
  private func changed(_ base: [Int32], _ x: [Int32], _ y: [Int32]) -> [Int32] {
    if x == base || x == y { return y }
    if y == base { return x }
    if (x.count == base.count) != (y.count == base.count) { return x.count == base.count ? y : x }
    if x.count != y.count { return x.count < y.count ? y : x }
    return x.lexicographicallyPrecedes(y) ? x : y
  }
}
