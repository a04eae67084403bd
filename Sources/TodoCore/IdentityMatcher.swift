import TodoTxt

/// The pairs found so far between the lines of two versions, and the ways to find more.
struct IdentityMatcher {
  let old: [Line]
  let new: [Line]
  private(set) var newOfOld: [Int32]
  private(set) var oldOfNew: [Int32]
  /// What is left between the equal lines at the beginning and at the end of both.
  private(set) var oldRange: Range<Int>
  private(set) var newRange: Range<Int>

  /// Pairs the equal lines at the beginning and at the end, unless `trimming` is false.
  init(old: [Line], new: [Line], trimming: Bool = true) {
    self.old = old
    self.new = new
    newOfOld = Array(repeating: -1, count: old.count)
    oldOfNew = Array(repeating: -1, count: new.count)
    let shorter = trimming ? min(old.count, new.count) : 0
    var start = 0
    while start < shorter, bytesAreEqual(old[start].bytes, new[start].bytes) {
      newOfOld[start] = Int32(start)
      oldOfNew[start] = Int32(start)
      start += 1
    }
    var tail = 0
    while tail < shorter - start, bytesAreEqual(old[old.count - 1 - tail].bytes, new[new.count - 1 - tail].bytes) {
      tail += 1
      newOfOld[old.count - tail] = Int32(new.count - tail)
      oldOfNew[new.count - tail] = Int32(old.count - tail)
    }
    oldRange = start..<(old.count - tail)
    newRange = start..<(new.count - tail)
  }

  /// Something is unpaired on both sides.
  var canPairMore: Bool { !oldRange.isEmpty && !newRange.isEmpty }

  var unpairedOld: [Int] { oldRange.filter { newOfOld[$0] < 0 } }
  var unpairedNew: [Int] { newRange.filter { oldOfNew[$0] < 0 } }

  mutating func pair(_ oldIndex: Int, _ newIndex: Int) {
    newOfOld[oldIndex] = Int32(newIndex)
    oldOfNew[newIndex] = Int32(oldIndex)
  }

  /// Pairs lines of the same key (-1 is none): those that have it alone, then neighbours of pairs, then in order.
  ///
  /// Keys are indexed from the beginning of `oldRange` and `newRange`. After Heckel, "A technique for isolating
  /// differences between files" (1978): of lines that stand twice the one beside a line that is certain is meant.
  mutating func pairEqual(oldKeys: [Int32], newKeys: [Int32], keyCount: Int) {
    pairLoneKeys(oldKeys, newKeys, keyCount)
    pairFollowers(oldKeys, newKeys)
    pairLeaders(oldKeys, newKeys)
    pairInOrder(oldKeys, newKeys, keyCount)
  }

  private mutating func pairLoneKeys(_ oldKeys: [Int32], _ newKeys: [Int32], _ keyCount: Int) {
    let loneOld = loneIndices(of: oldKeys, keyCount, paired: newOfOld, from: oldRange.lowerBound)
    let loneNew = loneIndices(of: newKeys, keyCount, paired: oldOfNew, from: newRange.lowerBound)
    for (oldIndex, newIndex) in zip(loneOld, loneNew) where oldIndex >= 0 && newIndex >= 0 {
      pair(Int(oldIndex), Int(newIndex))
    }
  }

  /// For each key the one unpaired index that has it; negative for none or several.
  private func loneIndices(of keys: [Int32], _ keyCount: Int, paired: [Int32], from start: Int) -> [Int32] {
    var lone = [Int32](repeating: -1, count: keyCount)
    for (offset, key) in keys.enumerated() where key >= 0 && paired[start + offset] < 0 {
      lone[Int(key)] = lone[Int(key)] == -1 ? Int32(start + offset) : -2
    }
    return lone
  }

  private mutating func pairFollowers(_ oldKeys: [Int32], _ newKeys: [Int32]) {
    for newIndex in newRange where oldOfNew[newIndex] < 0 && newKeys[newIndex - newRange.lowerBound] >= 0 {
      let before = newIndex == 0 ? -1 : Int(oldOfNew[newIndex - 1])
      guard newIndex == 0 || before >= 0 else { continue }
      pairIfEqual(before + 1, newIndex, oldKeys, newKeys)
    }
  }

  private mutating func pairLeaders(_ oldKeys: [Int32], _ newKeys: [Int32]) {
    for newIndex in newRange.reversed() where oldOfNew[newIndex] < 0 && newKeys[newIndex - newRange.lowerBound] >= 0 {
      let isLast = newIndex == new.count - 1
      let after = isLast ? old.count : Int(oldOfNew[newIndex + 1])
      guard after > 0 else { continue }
      pairIfEqual(after - 1, newIndex, oldKeys, newKeys)
    }
  }

  private mutating func pairIfEqual(_ oldIndex: Int, _ newIndex: Int, _ oldKeys: [Int32], _ newKeys: [Int32]) {
    guard oldRange.contains(oldIndex), newOfOld[oldIndex] < 0,
      oldKeys[oldIndex - oldRange.lowerBound] == newKeys[newIndex - newRange.lowerBound]
    else { return }
    pair(oldIndex, newIndex)
  }

  private mutating func pairInOrder(_ oldKeys: [Int32], _ newKeys: [Int32], _ keyCount: Int) {
    // A queue of unpaired old indices for each key, threaded through one array.
    var first = [Int32](repeating: -1, count: keyCount)
    var next = [Int32](repeating: -1, count: oldKeys.count)
    for offset in oldKeys.indices.reversed() where oldKeys[offset] >= 0 && newOfOld[oldRange.lowerBound + offset] < 0 {
      next[offset] = first[Int(oldKeys[offset])]
      first[Int(oldKeys[offset])] = Int32(offset)
    }
    for (offset, key) in newKeys.enumerated() where key >= 0 && oldOfNew[newRange.lowerBound + offset] < 0 {
      let oldOffset = first[Int(key)]
      guard oldOffset >= 0 else { continue }
      first[Int(key)] = next[Int(oldOffset)]
      pair(oldRange.lowerBound + Int(oldOffset), newRange.lowerBound + offset)
    }
  }
}
