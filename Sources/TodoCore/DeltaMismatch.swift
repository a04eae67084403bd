/// A delta was applied to lines that are not those it was made from.
package struct DeltaMismatch: Error, Hashable, Sendable {
  /// Where the first hunk that does not fit begins.
  package var start: Int

  package init(start: Int) { self.start = start }
}
