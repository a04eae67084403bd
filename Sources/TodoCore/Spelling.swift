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

  /// How many letters must be put in, taken out or exchanged (Levenshtein).
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var row = Array(0...other.count)
    for (line, letter) in one.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, otherLetter) in other.enumerated() {
        let change = diagonal + (letter == otherLetter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, row[column] + 1, diagonal + 1)
      }
    }
    return row[other.count]
  }
}
