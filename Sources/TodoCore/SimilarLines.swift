import TodoTxt

/// Searches the old forms of reworded lines through an index of their words.
struct SimilarLines {
  let old: [LineFeatures]
  let new: [LineFeatures]
  let oldGaps: [IdentityMatcher.Gap]
  let newGaps: [IdentityMatcher.Gap]
  let similarity: IdentitySimilarity
  /// The how many-th of its gap each new line is.
  private let placesInGap: [Int]

  init(
    old: [LineFeatures], new: [LineFeatures], oldGaps: [IdentityMatcher.Gap], newGaps: [IdentityMatcher.Gap],
    similarity: IdentitySimilarity
  ) {
    self.old = old
    self.new = new
    self.oldGaps = oldGaps
    self.newGaps = newGaps
    self.similarity = similarity
    var places = [Int](repeating: 0, count: new.count)
    for place in new.indices.dropFirst() where newGaps[place - 1] == newGaps[place] {
      places[place] = places[place - 1] + 1
    }
    placesInGap = places
  }

  struct Candidate {
    let old: Int
    let new: Int
    let score: Double
    /// How far apart the two stand in their versions.
    let distance: Int
  }

  /// A word in more old lines than this leads nowhere: it tells too little.
  private static let longestPosting = 64
  /// Of one new line so many old ones are compared at most; where thousands were changed, fewer.
  private var mostComparisons: Int { new.count > 2000 ? 16 : 96 }
  /// In a gap of more old lines than this none is known by its spelling alone.
  private static let fewInGap = 4

  /// The lines at the same place of gaps where many lines were changed and none came or went.
  var alignedPairs: [(old: Int, new: Int)] {
    let sameGap = placesByGap()
    let newCounts = Dictionary(newGaps.map { ($0, 1) }, uniquingKeysWith: +)
    return new.indices.compactMap { place in
      guard let gap = sameGap[newGaps[place]], gap.count > 16, gap.count == newCounts[newGaps[place]] else {
        return nil
      }
      let other = gap[placesInGap[place]]
      let shared = similarity.shared(old[other].words, new[place].words)
      guard shared.count >= 0.6, shared.weight >= 0.5 else { return nil }
      return (old[other].index, new[place].index)
    }
  }

  /// Every pair alike enough to be one task, the best first.
  func candidates(oldLines: [Line], newLines: [Line]) -> [Candidate] {
    let postings = postingsOfOldWords()
    let sameGap = placesByGap()
    var stamps = [Int32](repeating: -1, count: old.count)
    var found: [Candidate] = []
    for place in new.indices {
      let gap = sameGap[newGaps[place]] ?? []
      for other in comparable(to: place, postings, gap, &stamps) {
        guard let score = score(other, place, gap.count <= Self.fewInGap, oldLines, newLines) else { continue }
        let distance = abs(old[other].index - new[place].index)
        found.append(Candidate(old: old[other].index, new: new[place].index, score: score, distance: distance))
      }
    }
    return found.sorted { left, right in
      if left.score != right.score { return left.score > right.score }
      if left.distance != right.distance { return left.distance < right.distance }
      return (left.new, left.old) < (right.new, right.old)
    }
  }

  private func postingsOfOldWords() -> [Int32: [Int32]] {
    var postings: [Int32: [Int32]] = [:]
    for (place, line) in old.enumerated() {
      var previous: Int32 = -1
      for word in line.words where word != previous {
        previous = word
        // One more than the limit tells that it was passed.
        if postings[word, default: []].count <= Self.longestPosting { postings[word, default: []].append(Int32(place)) }
      }
    }
    return postings
  }

  private func placesByGap() -> [IdentityMatcher.Gap: [Int]] {
    Dictionary(grouping: old.indices) { oldGaps[$0] }
  }

  /// The old places that share the rarest words with a new line or stand where it stands, each once.
  private func comparable(
    to place: Int, _ postings: [Int32: [Int32]], _ gap: [Int], _ stamps: inout [Int32]
  ) -> [Int] {
    var found: [Int] = []
    let limit = mostComparisons
    func take(_ other: Int) {
      guard stamps[other] != Int32(place), found.count < limit else { return }
      stamps[other] = Int32(place)
      found.append(other)
    }
    for other in nearest(to: place, in: gap) { take(other) }
    let lists = Set(new[place].words).compactMap { word in postings[word].map { (word: word, places: $0) } }
    let rarestFirst = lists.sorted { ($0.places.count, $0.word) < ($1.places.count, $1.word) }
    for list in rarestFirst where list.places.count <= Self.longestPosting {
      for other in list.places { take(Int(other)) }
    }
    return found
  }

  /// In a gap of many, the old lines at about the same place in it.
  private func nearest(to place: Int, in gap: [Int]) -> ArraySlice<Int> {
    let reach = new.count > 2000 ? 2 : 8
    guard gap.count > 2 * reach else { return gap[...] }
    let middle = min(max(placesInGap[place], reach), gap.count - reach)
    return gap[(middle - reach)..<(middle + reach)]
  }

  /// How surely the two are one task; nil if they may not be.
  private func score(
    _ oldPlace: Int, _ newPlace: Int, _ isInSmallGap: Bool, _ oldLines: [Line], _ newLines: [Line]
  ) -> Double? {
    let (was, now) = (old[oldPlace], new[newPlace])
    let sidesKept =
      (oldGaps[oldPlace].before == newGaps[newPlace].before ? 1 : 0)
      + (oldGaps[oldPlace].after == newGaps[newPlace].after ? 1 : 0)
    if was.header.isDone, !now.header.isDone, sidesKept < 2 { return nil }
    let shared = similarity.shared(was.words, now.words)
    let likeness = (shared.count + shared.weight) / 2
    let isAlike =
      switch sidesKept {
      case 2: likeness >= 0.4
      case 1: shared.count >= 0.6 && shared.weight >= 0.4
      default: shared.count >= 0.6 && shared.weight >= 0.55
      }
    if isAlike { return likeness + 0.15 * Double(sidesKept) }
    guard sidesKept == 2, isInSmallGap else { return nil }
    let spelling = IdentitySimilarity.sharedPairsOfBytes(oldLines[was.index].text, newLines[now.index].text)
    return spelling >= 0.6 ? spelling / 2 : nil
  }
}
