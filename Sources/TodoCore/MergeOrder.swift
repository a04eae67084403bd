import TodoTxt

/// Puts the tasks of a merge in order: the anchors as both sides moved them, behind each what stands behind it.
///
/// What stands behind an anchor, before the next, goes with it. A new task is behind the one of its anchors that comes
/// first in the base.
struct MergeOrder {
  /// The anchors among them stand in the order of the base.
  private let elements: [MergeElement]
  private let base: Version
  private let x: Version
  private let y: Version
  /// For each element the anchor that it is or follows.
  private let anchors: [Int32]

  init(elements: [MergeElement], baseCount: Int, xCount: Int, yCount: Int) {
    self.elements = elements
    base = Version(elements, .base, lineCount: baseCount)
    x = Version(elements, .x, lineCount: xCount)
    y = Version(elements, .y, lineCount: yCount)
    anchors = zip(x.anchors, y.anchors).map { left, right in
      left == Version.absent || right == Version.absent ? max(left, right) : min(left, right)
    }
  }

  /// The elements in their order, by number.
  var sequence: [Int32] {
    var rank = [Int32](repeating: -1, count: elements.count)
    for (index, anchor) in base.anchorOrder.enumerated() { rank[Int(anchor)] = Int32(index) }
    let joined = JoinedOrder.join(x.anchorOrder.map { rank[Int($0)] }, y.anchorOrder.map { rank[Int($0)] })
    var sequence = followers(of: -1)
    sequence.reserveCapacity(elements.count)
    for index in joined {
      let anchor = base.anchorOrder[Int(index)]
      sequence.append(anchor)
      sequence += followers(of: anchor)
    }
    return sequence
  }

  /// In the order of the side that has all of them; of two such sides in the order that is not the base's.
  private func followers(of anchor: Int32) -> [Int32] {
    let (left, right) = (followers(of: anchor, in: x), followers(of: anchor, in: y))
    if left == right { return left }
    let leftHasAll = right.allSatisfy { x.anchors[Int($0)] == anchor }
    let rightHasAll = left.allSatisfy { y.anchors[Int($0)] == anchor }
    guard leftHasAll, rightHasAll else {
      return leftHasAll ? left : rightHasAll ? right : woven(left, right, after: anchor)
    }
    let was = followers(of: anchor, in: base)
    if left == was || right == was { return left == was ? right : left }
    let isRightLess = right.lexicographicallyPrecedes(left) {
      elements[Int($0)].line.bytes.lexicographicallyPrecedes(elements[Int($1)].line.bytes)
    }
    return isRightLess ? right : left
  }

  private func followers(of anchor: Int32, in version: Version) -> [Int32] {
    version.followers[Int(anchor) + 1].filter { anchors[Int($0)] == anchor }
  }

  /// What only the right side has follows what it follows there, after what only the left side has at that place.
  private func woven(_ left: [Int32], _ right: [Int32], after anchor: Int32) -> [Int32] {
    var runs: [Int32: [Int32]] = [:]
    var previous = anchor
    for number in right {
      if x.anchors[Int(number)] == anchor { previous = number } else { runs[previous, default: []].append(number) }
    }
    var woven: [Int32] = []
    previous = anchor
    for number in left {
      if y.anchors[Int(number)] == anchor {
        woven += runs[previous] ?? []
        previous = number
      }
      woven.append(number)
    }
    return woven + (runs[previous] ?? [])
  }
}

/// The order of the elements in one version.
private struct Version {
  static let absent: Int32 = -2
  private(set) var anchorOrder: [Int32] = []
  /// For each element the anchor that it is or follows, -1 before the first.
  private(set) var anchors: [Int32]
  /// For each anchor what follows it; from 1, at 0 what stands before the first.
  private(set) var followers: [[Int32]]

  init(_ elements: [MergeElement], _ version: MergeVersion, lineCount: Int) {
    var order = [Int32](repeating: -1, count: lineCount)
    for number in elements.indices where elements[number][version] >= 0 {
      order[Int(elements[number][version])] = Int32(number)
    }
    anchors = Array(repeating: Version.absent, count: elements.count)
    followers = Array(repeating: [], count: elements.count + 1)
    var last: Int32 = -1
    for number in order where number >= 0 {
      if elements[Int(number)].isAnchor {
        last = number
        anchorOrder.append(number)
      } else {
        followers[Int(last) + 1].append(number)
      }
      anchors[Int(number)] = last
    }
  }
}
