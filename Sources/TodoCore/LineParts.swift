import TodoTxt

/// A line cut for merging: header, words with the blanks before each, and what follows the last.
struct LineParts {
  struct Token {
    var gap: ArraySlice<UInt8>
    var word: ArraySlice<UInt8>
  }

  /// The header without its place.
  struct Fields: Equatable {
    var isDone: Bool
    var priority: Priority?
    var completion: CivilDate?
    var creation: CivilDate?

    init(isDone: Bool, priority: Priority?, completion: CivilDate?, creation: CivilDate?) {
      self.isDone = isDone
      self.priority = priority
      self.completion = completion
      self.creation = creation
    }

    init(_ header: Header) {
      self.init(
        isDone: header.isDone, priority: header.priority, completion: header.completion, creation: header.creation)
    }
  }

  let header: Fields
  let headerBytes: ArraySlice<UInt8>
  let tokens: [Token]
  /// Blanks after the last word.
  let tail: ArraySlice<UInt8>
  let endsWithCR: Bool

  init(_ line: Line) {
    let header = line.header
    self.header = Fields(header)
    headerBytes = line.bytes[..<header.textStart]
    let text = line.text
    var start = text.startIndex
    tokens = line.words.map { word in
      defer { start = word.endIndex }
      return Token(gap: line.bytes[start..<word.startIndex], word: word)
    }
    tail = line.bytes[start..<text.endIndex]
    endsWithCR = text.endIndex < line.bytes.count
  }

  /// Blanks between the header and the first word.
  var lead: ArraySlice<UInt8> { tokens.first?.gap ?? [] }
}

/// What one side did to the words of a line.
struct WordEdits {
  enum Fate {
    /// The word stands at this index of the side.
    case kept(Int)
    case replaced(Int)
    case gone
  }

  /// For each word of the base.
  var fates: [Fate]
  /// For each word of the base and for the end: the indices of the side's words put in before it.
  var inserted: [[Int]]

  /// Above so many comparisons a line is not merged word by word.
  private static let mostComparisons = 250_000

  /// Finds the cheapest way from the base's words to the side's; nil if the lines are too long to look for it.
  init?(from base: [LineParts.Token], to side: [LineParts.Token]) {
    guard (base.count + 1) * (side.count + 1) <= WordEdits.mostComparisons else { return nil }
    let costs = WordEdits.costs(from: base, to: side)
    let width = side.count + 1
    fates = Array(repeating: .gone, count: base.count)
    inserted = Array(repeating: [], count: base.count + 1)
    var row = base.count
    var column = side.count
    while row > 0 || column > 0 {
      let cost = costs[row * width + column]
      if column > 0, costs[row * width + column - 1] + WordEdits.insertion == cost {
        column -= 1
        inserted[row].insert(column, at: 0)
      } else if row > 0, costs[(row - 1) * width + column] + WordEdits.insertion == cost {
        row -= 1
      } else {
        row -= 1
        column -= 1
        fates[row] = base[row].word == side[column].word ? .kept(column) : .replaced(column)
      }
    }
  }

  private static let insertion: Int32 = 4

  private static func costs(from base: [LineParts.Token], to side: [LineParts.Token]) -> [Int32] {
    let width = side.count + 1
    var costs = [Int32](repeating: 0, count: (base.count + 1) * width)
    let (kinds, oldKinds) = (side.map { WordKind($0.word) }, base.map { WordKind($0.word) })
    for column in 0...side.count { costs[column] = Int32(column) * insertion }
    for row in base.indices {
      costs[(row + 1) * width] = Int32(row + 1) * insertion
      for column in side.indices {
        let isKept = side[column].word == base[row].word
        let change = costs[row * width + column] + (isKept ? 0 : cost(of: kinds[column], for: oldKinds[row]))
        let shift = min(costs[row * width + column + 1], costs[(row + 1) * width + column]) + insertion
        costs[(row + 1) * width + column + 1] = min(change, shift)
      }
    }
    return costs
  }

  /// A key is changed into the same key, a tag into a like tag, a word into a word; else one went and one came.
  private static func cost(of kind: WordKind, for old: WordKind) -> Int32 {
    switch (kind, old) {
    case (.key(let name), .key(let oldName)): return name == oldName ? 1 : 9
    case (.tag(let sigil), .tag(let oldSigil)): return sigil == oldSigil ? 5 : 9
    case (.plain, .plain): return 6
    case (.key, _), (.tag, _), (.plain, _): return 9
    }
  }
}

/// What a word is as far as merging cares.
enum WordKind: Equatable {
  case plain
  case tag(UInt8)
  case key(ArraySlice<UInt8>)

  init(_ word: ArraySlice<UInt8>) {
    if let first = word.first, word.count > 1, first == UInt8(ascii: "+") || first == UInt8(ascii: "@") {
      self = .tag(first)
    } else if let key = Line(bytes: [UInt8(ascii: "-"), UInt8(ascii: " ")] + word).keys.first {
      self = .key(key.name)
    } else {
      self = .plain
    }
  }
}
