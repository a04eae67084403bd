import TodoTxt

/// A version that takes part in a merge.
struct MergeText {
  let text: TodoText
  /// For each line the line of the base that it continues.
  let baseOf: [Int?]
  /// The same number for lines of the same bytes, -1 for a blank one.
  let kinds: [Int]

  /// - Parameter interner: That of all versions which are merged.
  init(_ text: TodoText, base: TodoText, interner: inout Interner) {
    self.text = text
    baseOf = text == base ? Array(base.lines.indices) : Identity.match(old: base.lines, new: text.lines)
    kinds = text.lines.map { $0.isBlank ? -1 : Int(interner.number(of: $0.bytes)) }
  }
}
