import TodoTxt

/// Finds a merge by tasks that is itself when it is merged again with a side.
///
/// Tasks are known by likeness, which may know others in the result than in the side they came from: a line with both
/// changes is less like the line of the base, and of two lines of equal bytes either may be meant. So it is tried.
extension OrderedMerge {
  /// So often a result is tried and mended: less often where more tasks may be known wrongly.
  static func mostRounds(forChanged count: Int) -> Int { count > 2000 ? 1 : count > 200 ? 2 : 8 }

  /// The tasks joined so that a merge with a side again changes nothing; nil if that is not found.
  ///
  /// What is not known again in its joined form stands in both forms, as a clash. What else changes is taken from the
  /// merge again, until nothing does. A result that is found so will be found so again: as the side that has all, or as
  /// joined and equal to a side, of which nothing is asked.
  func settled(_ tasks: MergeTasks) -> Merged? {
    var apart: Set<Int32> = []
    var result = arranged(tasks.elements(apart: apart))
    var isOurs = true
    let rounds = Self.mostRounds(forChanged: tasks.joinedLines.forms.count)
    for round in 1...rounds {
      let text = result.text
      // Where nothing will be mended any more, the first change ends it.
      let changed = mergedAgain(text, tasks, atMost: round == rounds ? 1 : 2)
      guard let again = changed.first else { return isOurs ? result : marked(named(text), tasks) }
      let unknown = isOurs ? tasks.joined(in: changed, butNot: text).subtracting(apart) : []
      isOurs = !unknown.isEmpty
      apart.formUnion(unknown)
      result = isOurs ? arranged(tasks.elements(apart: apart)) : again
    }
    return nil
  }

  /// What the text becomes when it is merged with each side again, where that is something else.
  private func mergedAgain(_ text: TodoText, _ tasks: MergeTasks, atMost limit: Int) -> [Merged] {
    if text == x.text || text == y.text { return [] }
    var interner = interner
    let result = MergeText(text, base: base.text, interner: &interner)
    var changed: [Merged] = []
    for side in [x, y] where changed.count < limit {
      let again = OrderedMerge(base: base, result, side, interner: interner)
      if let merged = again.untried(tasks.joinedLines, unless: text) { changed.append(merged) }
    }
    return changed
  }

  /// The merge as it is found first; nil if it has that text.
  private func untried(_ known: JoinedLines, unless text: TodoText) -> Merged? {
    if let side = sideThatHasAll {
      // Which line is which is much work, and nobody asks it of what is the same.
      return (side == .x ? x : y).text == text ? nil : taken(side)
    }
    let merged = arranged(MergeTasks(base: base, x: x, y: y, known: known).elements(apart: []))
    return merged.text == text ? nil : merged
  }

  /// A result with the lines that its lines continue, found after the event.
  func named(_ text: TodoText) -> Merged {
    let indices = [base, x, y].map { Identity.match(old: $0.text.lines, new: text.lines) }
    let lines = text.lines.indices.map { place in
      MergedLine(line: text.lines[place], base: indices[0][place], x: indices[1][place], y: indices[2][place])
    }
    return Merged(lines: lines, hasByteOrderMark: text.hasByteOrderMark, endsWithNewline: text.endsWithNewline)
  }

  /// The same where the two forms of a task that stand both are known to be that.
  func marked(_ merged: Merged, _ tasks: MergeTasks) -> Merged {
    var places: (x: [Int: Int], y: [Int: Int]) = ([:], [:])
    for (place, line) in merged.lines.enumerated() {
      if let index = line.x, x.text.lines[index] == line.line { places.x[index] = place }
      if let index = line.y, y.text.lines[index] == line.line { places.y[index] = place }
    }
    var marked = merged
    for (left, right) in tasks.changedOnBothSides {
      guard let one = places.x[left], let other = places.y[right], one != other else { continue }
      marked.apart.append(Merged.Forms(one: min(one, other), other: max(one, other)))
    }
    return marked
  }
}
