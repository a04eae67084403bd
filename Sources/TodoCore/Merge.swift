package import TodoTxt

/// Joins two versions of a file that grew from one base, task by task.
///
/// Symmetric on bytes: `merge(b, x, y)` and `merge(b, y, x)` have the same bytes. A result merged again with one of its
/// sides is itself.
package func merge(base: TodoText, x: TodoText, y: TodoText) -> Merged {
  let lines = x.lines.indices.map { MergedLine(line: x.lines[$0], base: nil, x: $0, y: nil, clashes: false) }
  return Merged(lines: lines, hasByteOrderMark: x.hasByteOrderMark, endsWithNewline: x.endsWithNewline)
}
