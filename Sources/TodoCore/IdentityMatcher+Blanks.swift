import TodoTxt

extension IdentityMatcher {
  /// Pairs blank lines that stand beside pairs, then the others, never so that two such pairs cross.
  ///
  /// A blank line is nobody: it may stand for another only where nothing else changes by it.
  mutating func pairBlanks() {
    let oldBlanks = unpairedOld.filter { old[$0].isBlank }
    let newBlanks = unpairedNew.filter { new[$0].isBlank }
    guard !oldBlanks.isEmpty, !newBlanks.isEmpty else { return }
    let beside = newBlanks.compactMap { newIndex in blankBeside(newIndex).map { (old: $0, new: newIndex) } }
    for place in longestIncreasingRun(beside.map { Int32($0.old) }) { pair(beside[place].old, beside[place].new) }
    pairBlanksBetween(oldBlanks, newBlanks)
  }

  /// The unpaired blank old line after the old form of the line before, or before that of the line after.
  private func blankBeside(_ newIndex: Int) -> Int? {
    let before = newIndex == 0 ? -1 : Int(oldOfNew[newIndex - 1])
    if newIndex == 0 || before >= 0, isFreeBlank(before + 1) { return before + 1 }
    let after = newIndex == new.count - 1 ? old.count : Int(oldOfNew[newIndex + 1])
    return after > 0 && isFreeBlank(after - 1) ? after - 1 : nil
  }

  private func isFreeBlank(_ oldIndex: Int) -> Bool {
    oldRange.contains(oldIndex) && newOfOld[oldIndex] < 0 && old[oldIndex].isBlank
  }

  private mutating func pairBlanksBetween(_ oldBlanks: [Int], _ newBlanks: [Int]) {
    // The old index before which the next blank must stand, for each new blank, read from the end.
    var ceilings = [Int](repeating: oldRange.upperBound, count: newBlanks.count)
    for place in newBlanks.indices.dropLast().reversed() {
      let following = Int(oldOfNew[newBlanks[place + 1]])
      ceilings[place] = following >= 0 ? following : ceilings[place + 1]
    }
    var cursor = 0
    for (place, newIndex) in newBlanks.enumerated() {
      let paired = Int(oldOfNew[newIndex])
      if paired >= 0 {
        while cursor < oldBlanks.count, oldBlanks[cursor] <= paired { cursor += 1 }
        continue
      }
      guard cursor < oldBlanks.count, oldBlanks[cursor] < ceilings[place] else { continue }
      pair(oldBlanks[cursor], newIndex)
      cursor += 1
    }
  }
}

/// The places of a longest strictly increasing subsequence, in order; O(n log n), O(n) if all increases.
func longestIncreasingRun(_ values: [Int32]) -> [Int] {
  // tails[k] is the place of the least value that ends a run of length k + 1.
  var tails: [Int32] = []
  var previous = [Int32](repeating: -1, count: values.count)
  tails.reserveCapacity(values.count)
  for (place, value) in values.enumerated() {
    var low = 0
    var high = tails.count
    if let last = tails.last, values[Int(last)] < value { low = high }
    while low < high {
      let middle = (low + high) / 2
      if values[Int(tails[middle])] < value { low = middle + 1 } else { high = middle }
    }
    if low > 0 { previous[place] = tails[low - 1] }
    if low == tails.count { tails.append(Int32(place)) } else { tails[low] = Int32(place) }
  }
  var run: [Int] = []
  run.reserveCapacity(tails.count)
  var place = tails.last ?? -1
  while place >= 0 {
    run.append(Int(place))
    place = previous[Int(place)]
  }
  return run.reversed()
}
