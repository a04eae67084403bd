/// Finds what somebody may have meant by a word that nobody knows.
package enum Spelling {
  /// The nearest of the known words, if it is near: a third of the letters wrong at most, capitals of no account.
  package static func nearest(to word: String, of known: [String]) -> String? {
    let letters = Array(word.lowercased().utf8.prefix(64))
    let limit = max(1, letters.count / 3)
    let nearest = known.map { (distance(letters, Array($0.lowercased().utf8)), $0) }.min { $0.0 < $1.0 }
    guard let nearest, nearest.0 <= limit else { return nil }
    return nearest.1
  }

  /// How many letters must be put in, taken out, exchanged, or swapped with their neighbour (optimal string alignment).
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var (beforeLast, last) = ([Int](), Array(0...other.count))
    for row in one.indices {
      var current = [row + 1]
      for column in other.indices {
        var best = min(last[column] + (one[row] == other[column] ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[other.count]
  }
}
