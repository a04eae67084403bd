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

/// A merge whose x is not above its y, so that no rule can depend on who is who.
private struct OrderedMerge {
  let base: MergeText
  let x: MergeText
  let y: MergeText
  let isSwapped: Bool
  let interner: Interner

  init(base: MergeText, _ left: MergeText, _ right: MergeText, interner: Interner) {
    self.base = base
    self.interner = interner
    isSwapped = right.text.bytes.lexicographicallyPrecedes(left.text.bytes)
    (x, y) = isSwapped ? (right, left) : (left, right)
  }

  /// The side that has all that the other changed; else the tasks joined, if that stays itself; else the bytes joined.
  ///
  /// Tasks are known by likeness, which may know others in the result than in the side they came from: so it is tried
  /// whether the result is itself when merged again with a side. Where it is, it will be taken then: as the side that has
  /// all, or as joined and equal to a side, of which nothing is asked.
  ///
  /// Bytes joined are always themselves. How often a line stands, behind which anchors, the order of the anchors and
  /// that of the lines behind each: all are least upper bounds of what the sides have, above the base. So the result
  /// joined with a side is the result, which is thus the side that has all.
  var merged: Merged {
    if let side = sideThatHasAll { return taken(side) }
    let result = byTask
    return isStable(result.text) ? result : named(byBytes.text)
  }

  private enum Side { case x, y }

  private var sideThatHasAll: Side? {
    if x.text == base.text || x.text == y.text { return .y }
    if y.text == base.text { return .x }
    let result = byBytes.text
    guard result == x.text || result == y.text else { return nil }
    return result == x.text ? .x : .y
  }

  private var byBytes: Merged {
    arranged(MergeOfBytes(base: base, x: x, y: y).elements)
  }

  private var byTask: Merged { arranged(MergeTasks(base: base, x: x, y: y).elements) }

  private func isStable(_ text: TodoText) -> Bool {
    if text == x.text || text == y.text { return true }
    var interner = interner
    let result = MergeText(text, base: base.text, interner: &interner)
    return [x, y].allSatisfy { OrderedMerge(base: base, result, $0, interner: interner).untriedText == text }
  }

  private var untriedText: TodoText {
    guard let side = sideThatHasAll else { return byTask.text }
    return side == .x ? x.text : y.text
  }

  private func taken(_ side: Side) -> Merged {
    let (own, other) = side == .x ? (x, y) : (y, x)
    let lines = own.text.lines
    let twins = own.text == other.text ? Array(lines.indices) : Identity.match(old: other.text.lines, new: lines)
    return Merged(
      lines: lines.indices.map { index in
        MergedLine(
          line: lines[index], base: own.baseOf[index], x: side == .x ? index : twins[index],
          y: side == .x ? twins[index] : index)
      }, hasByteOrderMark: own.text.hasByteOrderMark, endsWithNewline: own.text.endsWithNewline)
  }

  /// A result with the lines that its lines continue, found after the event.
  private func named(_ text: TodoText) -> Merged {
    let indices = [base, x, y].map { Identity.match(old: $0.text.lines, new: text.lines) }
    let lines = text.lines.indices.map { place in
      MergedLine(line: text.lines[place], base: indices[0][place], x: indices[1][place], y: indices[2][place])
    }
    return Merged(lines: lines, hasByteOrderMark: text.hasByteOrderMark, endsWithNewline: text.endsWithNewline)
  }

  private func arranged(_ known: [MergeElement]) -> Merged {
    let blanks = MergeBlanks(base: base.text.lines, x: x.text.lines, y: y.text.lines).elements(among: known)
    let elements = known + blanks
    let order = MergeOrder(
      elements: elements, baseCount: base.text.lines.count, xCount: x.text.lines.count, yCount: y.text.lines.count)
    let sequence = order.sequence
    var lines: [MergedLine] = []
    lines.reserveCapacity(sequence.count)
    for number in sequence {
      let element = elements[Int(number)]
      let (base, x, y) = (index(element.base), index(element.x), index(element.y))
      guard let rival = element.rival, let y else {
        lines.append(MergedLine(line: element.line, base: base, x: x, y: y))
        continue
      }
      let firstIsX = x.map { self.x.text.lines[$0] } == element.line
      lines.append(
        MergedLine(line: element.line, base: base, x: firstIsX ? x : nil, y: firstIsX ? nil : y, clashes: true))
      lines.append(MergedLine(line: rival, base: nil, x: firstIsX ? nil : x, y: firstIsX ? y : nil, clashes: true))
    }
    return framed(lines)
  }

  private func index(_ number: Int32) -> Int? { number < 0 ? nil : Int(number) }

  private func framed(_ lines: [MergedLine]) -> Merged {
    let (base, x, y) = (base.text, x.text, y.text)
    let mark = x.hasByteOrderMark == base.hasByteOrderMark ? y.hasByteOrderMark : x.hasByteOrderMark
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
