package import TodoTxt

/// Which line of a file is which line of an earlier version of it.
package enum Identity {
  /// For each line of `new` the index of the line of `old` that it continues; nil for a new task.
  ///
  /// No index is given twice. An index given to nobody is a line that was deleted. Blank lines continue blank lines
  /// only, in order. O(n) but for lines that were reworded, whose number of comparisons is bounded.
  package static func match(old: [Line], new: [Line]) -> [Int?] {
    match(old: old, new: new, appendedToDone: []).lines
  }

  /// The same where lines were appended to the done file meanwhile.
  ///
  /// A task that went there is not taken for one that was reworded here, such as its own successor.
  package static func match(old: [Line], new: [Line], appendedToDone: [Line]) -> Matches {
    var matcher = IdentityMatcher(old: old, new: new)
    guard matcher.canPairMore || !appendedToDone.isEmpty else {
      return Matches(lines: matcher.matches, archived: [])
    }
    matcher.pairEqualBytes()
    var interner = Interner()
    let oldFeatures = features(of: old, at: matcher.unpairedOld, &interner)
    let newFeatures = features(of: new, at: matcher.unpairedNew, &interner)
    matcher.pairMeanings(MeaningLevel.exact, old: oldFeatures, new: newFeatures)

    let gone = oldFeatures.filter { matcher.newOfOld[$0.index] < 0 }
    let removed = archived(removed: gone.map { old[$0.index] }, appended: appendedToDone)
    let archived = removed.map { place in place.map { gone[$0].index } }
    let moved = Set(archived.compactMap { $0 })
    let left = gone.filter { !moved.contains($0.index) }

    matcher.pairMeanings(MeaningLevel.butDates, old: left, new: newFeatures)
    matcher.pairSimilar(old: left, new: newFeatures, interner: interner)
    matcher.pairBlanks()
    return Matches(lines: matcher.matches, archived: archived)
  }

  /// What a merge made of the lines of its x, where lines were appended to the done file meanwhile.
  package static func match(old: [Line], merged: Merged, appendedToDone: [Line]) -> Matches {
    let continued = merged.lines.map(\.x)
    let kept = Set(continued.compactMap(\.self))
    let gone = old.indices.filter { !kept.contains($0) }
    let archived = archived(removed: gone.map { old[$0] }, appended: appendedToDone)
    return Matches(lines: continued, archived: archived.map { place in place.map { gone[$0] } })
  }

  /// For each line appended to the done file the index of the removed line that it is, by equal meaning only.
  ///
  /// Only a done line is one that was archived.
  package static func archived(removed: [Line], appended: [Line]) -> [Int?] {
    guard !removed.isEmpty, appended.contains(where: \.header.isDone) else { return appended.map { _ in nil } }
    var matcher = IdentityMatcher(old: removed, new: appended, trimming: false)
    var interner = Interner()
    let oldFeatures = features(of: removed, at: Array(removed.indices), &interner)
    let newFeatures = features(of: appended, at: Array(appended.indices), &interner).filter(\.header.isDone)
    matcher.pairMeanings(MeaningLevel.exact, old: oldFeatures, new: newFeatures)
    return matcher.matches
  }

  private static func features(of lines: [Line], at indices: [Int], _ interner: inout Interner) -> [LineFeatures] {
    indices.compactMap { lines[$0].isBlank ? nil : LineFeatures(lines[$0], at: $0, interner: &interner) }
  }

  package struct Matches: Hashable, Sendable {
    /// For each line of the new version the index of the old line that it continues.
    package var lines: [Int?]
    /// For each line appended to the done file the index of the old line that it is.
    package var archived: [Int?]

    package init(lines: [Int?], archived: [Int?]) {
      self.lines = lines
      self.archived = archived
    }
  }
}

extension IdentityMatcher {
  fileprivate var matches: [Int?] { oldOfNew.map { $0 < 0 ? nil : Int($0) } }
}
