package import TodoTxt

extension Merged {
  /// The same without the tasks of x that whoever saved y had moved to the done file.
  ///
  /// An edit wins over a deletion where they did not know of each other. A line that came to the done file just as x has it
  /// was not deleted, and whoever moved it there knew of the edit, whatever base the merge was given: kept, it would stand
  /// in both files. A task that is open and new in x stays: another may have had its words.
  ///
  /// - Parameters:
  ///   - appended: The lines that came to the done file lately and belong to no task yet.
  ///   - x: The text that the merge was made of.
  package func without(archived appended: [Line], of x: TodoText) -> Merged {
    guard !appended.isEmpty else { return self }
    let forms = Set(apart.flatMap { [$0.one, $0.other] })
    let onlyOfX = lines.indices.filter { place in
      let line = lines[place]
      return line.x != nil && line.y == nil && !line.clashes && !line.line.isBlank && !forms.contains(place)
        && (line.base != nil || line.line.header.isDone)
    }
    guard !onlyOfX.isEmpty else { return self }
    // Of two equal tasks the one that is gone already is the one that went there.
    let kept = Set(lines.compactMap(\.x))
    let gone = x.lines.indices.filter { !kept.contains($0) }.map { x.lines[$0] }
    let places = Identity.archived(removed: gone + onlyOfX.map { lines[$0].line }, appended: appended)
    let archived = Set(places.compactMap(\.self).filter { $0 >= gone.count }.map { onlyOfX[$0 - gone.count] })
    return archived.isEmpty ? self : without(places: archived)
  }

  private func without(places: Set<Int>) -> Merged {
    var new: [Int: Int] = [:]
    var rest = Merged(lines: [], hasByteOrderMark: hasByteOrderMark, endsWithNewline: endsWithNewline)
    for place in lines.indices where !places.contains(place) {
      new[place] = rest.lines.count
      rest.lines.append(lines[place])
    }
    if places.contains(lines.count - 1) { rest.endsWithNewline = true }
    rest.apart = apart.compactMap { forms in
      guard let one = new[forms.one], let other = new[forms.other] else { return nil }
      return Forms(one: one, other: other)
    }
    return rest
  }
}
