import TodoTxt

extension IdentityMatcher {
  /// Pairs reworded lines, the most alike first, as far as words and neighbours leave no doubt.
  ///
  /// - Parameter interner: Has numbered the words of these lines.
  mutating func pairSimilar(old: [LineFeatures], new: [LineFeatures], interner: Interner) {
    var search = similarLines(old, new, interner)
    guard !search.old.isEmpty, !search.new.isEmpty else { return }
    let aligned = search.alignedPairs
    if !aligned.isEmpty {
      for (oldIndex, newIndex) in aligned { pair(oldIndex, newIndex) }
      search = similarLines(old, new, interner)
    }
    for candidate in search.candidates(oldLines: self.old, newLines: self.new) {
      guard newOfOld[candidate.old] < 0, oldOfNew[candidate.new] < 0 else { continue }
      pair(candidate.old, candidate.new)
    }
  }

  private func similarLines(_ old: [LineFeatures], _ new: [LineFeatures], _ interner: Interner) -> SimilarLines {
    let oldLeft = old.filter { newOfOld[$0.index] < 0 }
    let newLeft = new.filter { oldOfNew[$0.index] < 0 }
    let sample = oldLeft.isEmpty || newLeft.isEmpty ? [] : sampledWords(interner)
    let similarity = IdentitySimilarity(
      wordCount: interner.count, lines: [oldLeft.map(\.words), newLeft.map(\.words), sample].joined())
    return SimilarLines(
      old: oldLeft, new: newLeft, oldGaps: gaps(ofOld: oldLeft), newGaps: gaps(ofNew: newLeft), similarity: similarity)
  }

  /// The known words of some lines spread over the new version, to tell the rare from the common.
  private func sampledWords(_ interner: Interner) -> [[Int32]] {
    let step = max(1, new.count / 1024)
    return stride(from: 0, to: new.count, by: step).map { index in
      guard oldOfNew[index] >= 0 else { return [] }
      return new[index].words.compactMap { interner.existingNumber(of: LineFeatures.withoutDate($0)) }.sorted()
    }
  }

  /// For each line the new indices of the nearest paired lines before and after it.
  private func gaps(ofOld lines: [LineFeatures]) -> [Gap] {
    gaps(of: lines, in: oldRange) { newOfOld[$0] < 0 ? nil : Int(newOfOld[$0]) }
  }

  private func gaps(ofNew lines: [LineFeatures]) -> [Gap] {
    gaps(of: lines, in: newRange) { oldOfNew[$0] < 0 ? nil : $0 }
  }

  private func gaps(of lines: [LineFeatures], in range: Range<Int>, newIndex: (Int) -> Int?) -> [Gap] {
    var gaps = lines.map { _ in Gap(before: newRange.lowerBound - 1, after: newRange.upperBound) }
    var before = newRange.lowerBound - 1
    var place = 0
    for index in range where place < lines.count {
      if let found = newIndex(index) { before = found }
      guard lines[place].index == index else { continue }
      gaps[place].before = before
      place += 1
    }
    var after = newRange.upperBound
    place = lines.count - 1
    for index in range.reversed() where place >= 0 {
      if let found = newIndex(index) { after = found }
      guard lines[place].index == index else { continue }
      gaps[place].after = after
      place -= 1
    }
    return gaps
  }

  /// Between which paired lines a line stands, as new indices.
  struct Gap: Hashable {
    var before: Int
    var after: Int
  }
}
