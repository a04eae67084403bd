import TodoTxt

/// A merge whose x is not above its y, so that no rule can depend on who is who.
struct OrderedMerge {
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
  /// Bytes joined are always themselves. How often a line stands, behind which anchors, the order of the anchors and
  /// that of the lines behind each: all are least upper bounds of what the sides have, above the base. So the result
  /// joined with a side is the result, which is thus the side that has all.
  var merged: Merged {
    if let side = sideThatHasAll { return taken(side) }
    let tasks = MergeTasks(base: base, x: x, y: y)
    return settled(tasks) ?? marked(tasks.naming(byBytes), tasks)
  }

  enum Side { case x, y }

  var sideThatHasAll: Side? {
    if x.text == base.text || x.text == y.text { return .y }
    if y.text == base.text { return .x }
    let result = byBytes.text
    guard result == x.text || result == y.text else { return nil }
    return result == x.text ? .x : .y
  }

  private var byBytes: Merged {
    arranged(MergeOfBytes(base: base, x: x, y: y).elements)
  }

  func taken(_ side: Side) -> Merged {
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

  func arranged(_ known: [MergeElement]) -> Merged {
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
