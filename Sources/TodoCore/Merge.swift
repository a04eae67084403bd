package import TodoTxt

/// Joins two versions of a file that grew from one base, task by task.
///
/// Symmetric on bytes: `merge(b, x, y)` and `merge(b, y, x)` have the same bytes. A result merged again with one of its
/// sides is itself. One side's change is taken, different words changed on both sides are joined, a task changed in the
/// same words on both sides is kept in both forms, and an edit wins over a deletion. How a line ends is no part of its
/// task: a program that rewrites all endings has edited nothing.
package func merge(base: TodoText, x: TodoText, y: TodoText) -> Merged {
  let endings = LineEndings(base: base, x: x, y: y)
  guard endings.haveCR else { return mergeContents(base: base, x: x, y: y) }
  var merged = mergeContents(base: base.withoutCRs, x: x.withoutCRs, y: y.withoutCRs)
  endings.add(to: &merged)
  return merged
}

private func mergeContents(base: TodoText, x: TodoText, y: TodoText) -> Merged {
  var interner = Interner(expecting: base.lines.count + x.lines.count)
  let texts = [base, x, y].map { MergeText($0, base: base, interner: &interner) }
  let merge = OrderedMerge(base: texts[0], texts[1], texts[2], interner: interner)
  return merge.isSwapped ? merge.merged.swapped : merge.merged
}

extension Merged {
  /// The same with x and y exchanged.
  var swapped: Merged {
    var swapped = self
    for index in swapped.lines.indices {
      (swapped.lines[index].x, swapped.lines[index].y) = (lines[index].y, lines[index].x)
    }
    return swapped
  }
}
