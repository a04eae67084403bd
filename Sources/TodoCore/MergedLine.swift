package import TodoTxt

/// A line of a merge, and which line of each version it continues.
package struct MergedLine: Hashable, Sendable {
  package var line: Line
  /// Its index in the base, in x and in y; nil where that version has no such task.
  ///
  /// Of two lines that clash only the first names the base.
  package var base: Int?
  package var x: Int?
  package var y: Int?
  /// Both sides changed the same words: this line and its neighbour are two forms of one task.
  package var clashes: Bool

  package init(line: Line, base: Int?, x: Int?, y: Int?, clashes: Bool = false) {
    self.line = line
    self.base = base
    self.x = x
    self.y = y
    self.clashes = clashes
  }
}
