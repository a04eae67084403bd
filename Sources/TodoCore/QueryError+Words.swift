extension QueryError {
  /// The word at fault, and what would have been right.
  package var refusal: Refusal {
    switch self {
    case .badDate(let word, let value):
      .badQuery(
        word: word,
        expected: DateWords.slip(in: value).map { "did you mean \($0.meant)?" }
          ?? "say a date: 2026-03-01, today, tomorrow, fri or +3d")
    case .badPriority(let word): .badQuery(word: word, expected: "say a priority: pri:A or pri:A..C")
    case .emptyRange(let word): .badQuery(word: word, expected: "the range ends before it begins, turn it round")
    case .danglingOr: .badQuery(word: "or", expected: "it stands between two words, as in +a or +b")
    case .emptyWord(let word):
      .badQuery(word: word, expected: "something has to stand behind it, as in +garden or due:today")
    case .noView(let word, let known):
      .badQuery(
        word: word,
        expected: known.isEmpty
          ? "there is none yet, write NAME=QUERY below [Views] in todod.conf"
          : "there are \(known.joined(separator: ", "))")
    case .inView(let name, let error):
      .badQuery(word: "view:\(name)", expected: "mend it below [Views] in todod.conf, \(error.refusal.words)")
    case .badSortKey(let word):
      .badWord(word, expected: "sort by \(SortKey.Field.allCases.map(\.rawValue).joined(separator: ", "))")
    }
  }
}
