/// One of the keys by which a list can be sorted, with its direction.
package struct SortKey: Hashable, Sendable {
  package enum Field: String, CaseIterable, Sendable {
    /// The most urgent first.
    case urgency
    /// The earliest first.
    case due
    /// A first.
    case pri
    /// The oldest first.
    case created
    case text, project, context, id
  }

  package var field: Field
  /// Written with a leading `-`.
  package var isReversed: Bool

  package init(_ field: Field, reversed: Bool = false) {
    self.field = field
    isReversed = reversed
  }

  /// Reads `urgency,due,-created`.
  package static func keys(parsing text: String) throws(QueryError) -> [SortKey] {
    var keys: [SortKey] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isReversed = word.hasPrefix("-")
      guard let field = Field(rawValue: String(isReversed ? word.dropFirst() : word)) else {
        throw .badSortKey(word: String(word))
      }
      keys.append(SortKey(field, reversed: isReversed))
    }
    return keys
  }
}
