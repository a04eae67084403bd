/// The item ids that are taken: by a task of the list, or by one that history still knows.
///
/// New tasks get the lowest free id, so that ids stay short enough to type.
package struct IDPool: Sendable {
  /// One bit an id, set where it is taken. Bit 0 is no id.
  private var words: [UInt64] = [1]
  /// No word before this one has a free bit.
  private var firstOpenWord = 0

  package init() {}

  package func contains(_ id: ItemID) -> Bool {
    let (word, bit) = place(of: id)
    return word < words.count && words[word] & bit != 0
  }

  package mutating func take(_ id: ItemID) {
    let (word, bit) = place(of: id)
    if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
    words[word] |= bit
  }

  package mutating func free(_ id: ItemID) {
    let (word, bit) = place(of: id)
    guard word < words.count else { return }
    words[word] &= ~bit
    firstOpenWord = min(firstOpenWord, word)
  }

  package mutating func takeLowest() -> ItemID {
    while firstOpenWord < words.count, words[firstOpenWord] == .max { firstOpenWord += 1 }
    if firstOpenWord == words.count { words.append(0) }
    let bit = (~words[firstOpenWord]).trailingZeroBitCount
    words[firstOpenWord] |= 1 << UInt64(bit)
    return ItemID(Int32(firstOpenWord * 64 + bit))
  }

  private func place(of id: ItemID) -> (word: Int, bit: UInt64) {
    (Int(id.number) / 64, 1 << UInt64(id.number % 64))
  }
}
