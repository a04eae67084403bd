import TodoTxt

/// The lines that stay where they are between two versions, as runs in order.
struct StoredLineRuns {
  struct Run {
    var old: Int
    var new: Int
    var count: Int
  }

  private let old: [StoredLine]
  private let new: [StoredLine]
  private(set) var kept: [Run] = []

  init(old: [StoredLine], new: [StoredLine]) {
    self.old = old
    self.new = new
    let shorter = min(old.count, new.count)
    var head = 0
    while head < shorter, areEqual(head, head) { head += 1 }
    var tail = 0
    while tail < shorter - head, areEqual(old.count - 1 - tail, new.count - 1 - tail) { tail += 1 }
    append(Run(old: 0, new: 0, count: head))
    alignMiddle(old: head..<(old.count - tail), new: head..<(new.count - tail))
    append(Run(old: old.count - tail, new: new.count - tail, count: tail))
  }

  /// A task stands once in a version: those of both whose order stays are found exactly, blank lines grow from them.
  private mutating func alignMiddle(old oldRange: Range<Int>, new newRange: Range<Int>) {
    guard !oldRange.isEmpty, !newRange.isEmpty else { return }
    var places: [ItemID: Int] = [:]
    places.reserveCapacity(oldRange.count)
    for place in oldRange { if let id = old[place].id { places[id] = place } }
    let pairs = newRange.compactMap { newPlace -> Run? in
      guard let id = new[newPlace].id, let oldPlace = places[id], areEqual(oldPlace, newPlace) else { return nil }
      return Run(old: oldPlace, new: newPlace, count: 1)
    }
    var oldPlace = oldRange.lowerBound
    var newPlace = newRange.lowerBound
    let anchors = longestIncreasingRun(pairs.map { Int32($0.old) }).map { pairs[$0] }
    for anchor in anchors + [Run(old: oldRange.upperBound, new: newRange.upperBound, count: 0)] {
      alignBlanks(old: oldPlace..<anchor.old, new: newPlace..<anchor.new)
      append(anchor)
      oldPlace = anchor.old + anchor.count
      newPlace = anchor.new + anchor.count
    }
  }

  private mutating func alignBlanks(old oldRange: Range<Int>, new newRange: Range<Int>) {
    let shorter = min(oldRange.count, newRange.count)
    var head = 0
    while head < shorter, areEqual(oldRange.lowerBound + head, newRange.lowerBound + head) { head += 1 }
    var tail = 0
    while tail < shorter - head, areEqual(oldRange.upperBound - 1 - tail, newRange.upperBound - 1 - tail) { tail += 1 }
    append(Run(old: oldRange.lowerBound, new: newRange.lowerBound, count: head))
    append(Run(old: oldRange.upperBound - tail, new: newRange.upperBound - tail, count: tail))
  }

  private mutating func append(_ run: Run) {
    guard run.count > 0 else { return }
    if let last = kept.last, last.old + last.count == run.old, last.new + last.count == run.new {
      kept[kept.count - 1].count += run.count
    } else {
      kept.append(run)
    }
  }

  private func areEqual(_ oldPlace: Int, _ newPlace: Int) -> Bool {
    old[oldPlace].id == new[newPlace].id && old[oldPlace].uuid == new[newPlace].uuid
      && bytesAreEqual(old[oldPlace].line.bytes, new[newPlace].line.bytes)
  }
}
