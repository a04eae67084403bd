import TodoTxt

/// What of a line says which task it is, as numbers of one `Interner`.
struct LineFeatures {
  /// The index of the line in its version.
  let index: Int
  let header: Header
  /// The words but for `pri:`: equal for lines that mean the same text.
  let text: Int32
  /// The same with every date taken out of its key.
  let textButDates: Int32
  /// The words of the latter, ascending.
  let words: [Int32]

  init(_ line: Line, at index: Int, interner: inout Interner) {
    self.index = index
    header = line.header
    var full: [Int32] = []
    var words: [Int32] = []
    for word in line.words where !LineFeatures.isPriority(word) {
      let stem = LineFeatures.withoutDate(word)
      words.append(interner.number(of: stem))
      full.append(stem.count == word.count ? words[words.count - 1] : interner.number(of: word))
    }
    text = interner.number(of: full)
    textButDates = full == words ? text : interner.number(of: words)
    words.sort()
    self.words = words
  }

  /// `pri:A`, which a done line has in place of `(A)`.
  private static func isPriority(_ word: ArraySlice<UInt8>) -> Bool {
    word.count == 5 && word.starts(with: "pri:".utf8) && word.last.flatMap(Priority.init) != nil
  }

  /// `due:` of `due:2026-03-01` and `due:2026-03-01T09:00`, `at:` of `at:0900`; any other word as it is.
  static func withoutDate(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let colon = word.firstIndex(of: UInt8(ascii: ":")) else { return word }
    let value = word[(colon + 1)...]
    if value.count >= 10, CivilDate(parsing: value.prefix(10)) != nil { return word[...colon] }
    let isTime =
      word.starts(with: "at:".utf8) && value.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isTime ? word[...colon] : word
  }
}
