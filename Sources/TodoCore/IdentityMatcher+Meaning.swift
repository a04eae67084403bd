import TodoTxt

/// By what two lines of different bytes are the same task, the surest first.
enum MeaningLevel: CaseIterable {
  /// Only priority, spacing or line ending changed.
  case sameState
  /// Done or reopened as well.
  case sameCreation
  case sameText
  /// Only dates changed as well.
  case sameStateButDates
  case sameTextButDates
  /// Done, with other dates.
  case doneButDates

  static let exact: [MeaningLevel] = [.sameState, .sameCreation, .sameText]
  static let butDates: [MeaningLevel] = [.sameStateButDates, .sameTextButDates, .doneButDates]

  /// The key by which lines are equal at this level; nil for a line that has no part in it.
  ///
  /// Never from done to open with other dates: that is a done task gone and its successor, not one reopened.
  fileprivate func key(of line: LineFeatures, isOld: Bool) -> Key? {
    let header = line.header
    return switch self {
    case .sameState:
      Key(text: line.text, done: header.isDone, creation: header.creation, completion: header.completion)
    case .sameCreation: Key(text: line.text, creation: header.creation)
    case .sameText: Key(text: line.text)
    case .sameStateButDates: Key(text: line.textButDates, done: header.isDone, creation: header.creation)
    case .sameTextButDates: Key(text: line.textButDates, done: header.isDone)
    case .doneButDates: header.isDone == isOld ? nil : Key(text: line.textButDates)
    }
  }

  fileprivate struct Key: Hashable {
    var text: Int32
    var done: Bool?
    var creation: CivilDate?
    var completion: CivilDate?
  }
}

extension IdentityMatcher {
  /// Pairs lines of equal bytes.
  mutating func pairEqualBytes() {
    var interner = Interner(expecting: oldRange.count + newRange.count)
    let oldKeys = oldRange.map { old[$0].isBlank ? -1 : interner.number(of: old[$0].bytes) }
    let newKeys = newRange.map { new[$0].isBlank ? -1 : interner.number(of: new[$0].bytes) }
    pairEqual(oldKeys: oldKeys, newKeys: newKeys, keyCount: interner.count)
  }

  /// Pairs what is still unpaired of these lines by their meaning.
  mutating func pairMeanings(_ levels: [MeaningLevel], old: [LineFeatures], new: [LineFeatures]) {
    // Most reworded lines have a text that the other version has nowhere: they are equal at no level.
    let texts = Set(old.map(\.textButDates)).intersection(new.lazy.map(\.textButDates))
    guard !texts.isEmpty else { return }
    let old = old.filter { texts.contains($0.textButDates) }
    let new = new.filter { texts.contains($0.textButDates) }
    for level in levels {
      var numbers: [MeaningLevel.Key: Int32] = [:]
      func keys(_ lines: [LineFeatures], _ range: Range<Int>, _ paired: [Int32], isOld: Bool) -> [Int32] {
        var keys = [Int32](repeating: -1, count: range.count)
        for line in lines where paired[line.index] < 0 {
          guard let key = level.key(of: line, isOld: isOld) else { continue }
          let next = Int32(numbers.count)
          let number = numbers[key, default: next]
          if number == next { numbers[key] = next }
          keys[line.index - range.lowerBound] = number
        }
        return keys
      }
      let oldKeys = keys(old, oldRange, newOfOld, isOld: true)
      let newKeys = keys(new, newRange, oldOfNew, isOld: false)
      pairEqual(oldKeys: oldKeys, newKeys: newKeys, keyCount: numbers.count)
    }
  }
}
