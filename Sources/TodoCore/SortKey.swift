/// One of the keys by which a list can be sorted, with its direction.
package struct SortKey: Hashable, Sendable {
  package enum Field: String, CaseIterable, Sendable {
    case urgency, due, pri, created, text, project, context, id
  }

  package var field: Field
  /// Written with a leading `-`.
  package var isReversed: Bool

  package init(_ field: Field, reversed: Bool = false) {
    self.field = field
    isReversed = reversed
  }

  /// Reads `urgency,due,-created`.
  package static func keys(parsing text: String) throws(QueryError) -> [SortKey] { [] }
}
