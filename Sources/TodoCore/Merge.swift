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
  let (lower, upper) = (x.bytes, y.bytes)
  guard upper.lexicographicallyPrecedes(lower) else { return MergeOfOrdered(base: base, x: x, y: y).merged }
  return MergeOfOrdered(base: base, x: y, y: x).merged.swapped
}

/// A merge whose x is not above its y, so that no rule can depend on who is who.
private struct MergeOfOrdered {
  let base: TodoText
  let x: TodoText
  let y: TodoText

  /// The first way to merge whose result stays itself when merged again with a side.
  ///
  /// The first way nearly always does: tasks are known by likeness, and the moves of both sides are honoured. The others
  /// give up the moves of one side, or know lines by their bytes alone. Where none does, both sides are merged into the
  /// last result until nothing changes any more.
  var merged: Merged {
    let first = mergedOnce
    guard !first.isStable else { return first.merged }
    var text = first.merged.text
    for _ in 0..<MergeOfOrdered.mostRounds {
      let before = text
      for side in [x, y] { text = again(text, side).mergedOnce.merged.text }
      if text == before { return text == first.merged.text ? first.merged : named(text) }
    }
    // Rounds that come to no end may put the same line in again each time.
    return first.merged
  }

  private static let mostRounds = 8

  private var mergedOnce: (merged: Merged, isStable: Bool) {
    if let side = sideThatHasAll { return (taken(side), true) }
    for way in Way.allCases {
      let result = result(by: way)
      if isStable(result.text, by: way) { return (way == .bytes ? named(result.text) : result, true) }
    }
    return (named(arranged(elementsByBytes, honouringBoth: false).text), false)
  }

  /// A merge of an earlier result with one of its sides.
  private func again(_ result: TodoText, _ side: TodoText) -> MergeOfOrdered {
    let isLower = side.bytes.lexicographicallyPrecedes(result.bytes)
    return MergeOfOrdered(base: base, x: isLower ? side : result, y: isLower ? result : side)
  }

  private enum Way: CaseIterable {
    /// Each task as itself, the moves of both sides honoured.
    case tasks
    /// Each task as itself, in the order of one side.
    case tasksInOneOrder
    /// Lines of equal bytes are counted.
    case bytes
  }

  private func result(by way: Way) -> Merged {
    switch way {
    case .tasks: arranged(elementsByTask, honouringBoth: true)
    case .tasksInOneOrder: arranged(elementsByTask, honouringBoth: false)
    case .bytes: arranged(elementsByBytes, honouringBoth: true)
    }
  }

  private enum Side { case x, y }

  /// The side in which all that the other changed is found byte for byte.
  private var sideThatHasAll: Side? {
    if x == base || x == y { return .y }
    if y == base { return .x }
    let text = result(by: .bytes).text
    guard text == x || text == y else { return nil }
    return text == x ? .x : .y
  }

  /// Merged again with either side the result is itself: by this way, or by an earlier one that would be preferred.
  private func isStable(_ result: TodoText, by way: Way) -> Bool {
    if result == x || result == y { return true }
    return [x, y].allSatisfy { again(result, $0).text(upTo: way) == result }
  }

  /// The result if this way were the last and always stable; asks `isStable` for earlier ways only, so it ends.
  private func text(upTo last: Way) -> TodoText {
    if let side = sideThatHasAll { return side == .x ? x : y }
    for way in Way.allCases.prefix(while: { $0 != last }) {
      let text = result(by: way).text
      if isStable(text, by: way) { return text }
    }
    return result(by: last).text
  }

  private var elementsByTask: [MergeElement] { MergeTasks(base: base.lines, x: x.lines, y: y.lines).elements }
  private var elementsByBytes: [MergeElement] { MergeOfBytes(base: base.lines, x: x.lines, y: y.lines).elements }

  private func taken(_ side: Side) -> Merged {
    let (own, other) = side == .x ? (x, y) : (y, x)
    let tasks = Identity.match(old: base.lines, new: own.lines)
    let twins = own == other ? own.lines.indices.map { $0 } : Identity.match(old: other.lines, new: own.lines)
    let lines = own.lines.indices.map { index in
      MergedLine(
        line: own.lines[index], base: tasks[index], x: side == .x ? index : twins[index],
        y: side == .x ? twins[index] : index)
    }
    return Merged(lines: lines, hasByteOrderMark: own.hasByteOrderMark, endsWithNewline: own.endsWithNewline)
  }

  /// A result with the lines that its lines continue, found after the event.
  private func named(_ text: TodoText) -> Merged {
    let indices = [base, x, y].map { Identity.match(old: $0.lines, new: text.lines) }
    let lines = text.lines.indices.map { place in
      MergedLine(line: text.lines[place], base: indices[0][place], x: indices[1][place], y: indices[2][place])
    }
    return Merged(lines: lines, hasByteOrderMark: text.hasByteOrderMark, endsWithNewline: text.endsWithNewline)
  }

  private func arranged(_ elements: [MergeElement], honouringBoth honoursBoth: Bool) -> Merged {
    let order = MergeOrder(elements: elements, xCount: x.lines.count, yCount: y.lines.count)
    return arranged(elements, order.sequence(honouringBoth: honoursBoth))
  }

  private func arranged(_ elements: [MergeElement], _ sequence: [Int32]) -> Merged {
    var lines: [MergedLine] = []
    lines.reserveCapacity(sequence.count)
    for number in sequence {
      let element = elements[Int(number)]
      let (base, x, y) = (index(element.base), index(element.x), index(element.y))
      guard let rival = element.rival, let y else {
        lines.append(MergedLine(line: element.line, base: base, x: x, y: y))
        continue
      }
      let firstIsX = x.map { self.x.lines[$0] } == element.line
      lines.append(
        MergedLine(line: element.line, base: base, x: firstIsX ? x : nil, y: firstIsX ? nil : y, clashes: true))
      lines.append(MergedLine(line: rival, base: nil, x: firstIsX ? nil : x, y: firstIsX ? y : nil, clashes: true))
    }
    return framed(lines)
  }

  private func index(_ number: Int32) -> Int? { number < 0 ? nil : Int(number) }

  private func framed(_ lines: [MergedLine]) -> Merged {
    let mark =
      x.hasByteOrderMark == base.hasByteOrderMark ? y.hasByteOrderMark : x.hasByteOrderMark
    let newline = x.endsWithNewline == base.endsWithNewline ? y.endsWithNewline : x.endsWithNewline
    // Without its newline an empty last line would be no line.
    let needsNewline = lines.last?.line.bytes.isEmpty ?? true
    return Merged(lines: lines, hasByteOrderMark: mark, endsWithNewline: newline || needsNewline)
  }
}

extension Merged {
  /// The same with x and y exchanged.
  fileprivate var swapped: Merged {
    var swapped = self
    for index in swapped.lines.indices {
      (swapped.lines[index].x, swapped.lines[index].y) = (lines[index].y, lines[index].x)
    }
    return swapped
  }
}
