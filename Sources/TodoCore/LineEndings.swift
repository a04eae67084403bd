import TodoTxt

/// Gives the lines of a merge their endings, after the tasks are merged without them.
///
/// Each line gets the ending that a side changed it to. What the line continues in each version is found from the
/// merged text and that version alone, so that a merge of a result with a side finds the same.
struct LineEndings {
  let base: TodoText
  let x: TodoText
  let y: TodoText

  var haveCR: Bool { [base, x, y].contains { $0.lines.contains(where: \.endsWithCR) } }

  func add(to merged: inout Merged) {
    let text = merged.text
    let versions = [base, x, y].map { version in
      let places = Identity.match(old: version.withoutCRs.lines, new: text.lines)
      return { (index: Int) in ending(in: version, at: places[index]) }
    }
    let usual = changed(base.usesCRLF, x.usesCRLF, y.usesCRLF) ?? false
    for index in merged.lines.indices {
      // The end of a file is no ending.
      let endsFile = !merged.endsWithNewline && index == merged.lines.count - 1
      let found = versions.map { version in version(index).flatMap { $0.endsFile == endsFile ? $0.isCR : nil } }
      guard changed(found[0], found[1], found[2]) ?? (endsFile ? false : usual) else { continue }
      merged.lines[index].line = Line(bytes: merged.lines[index].line.bytes + [UInt8(ascii: "\r")])
    }
  }

  private func ending(in version: TodoText, at place: Int?) -> (isCR: Bool, endsFile: Bool)? {
    guard let place else { return nil }
    return (version.lines[place].endsWithCR, !version.endsWithNewline && place == version.lines.count - 1)
  }

  /// What one of two sides made of it; nil where no version has it.
  private func changed(_ was: Bool?, _ left: Bool?, _ right: Bool?) -> Bool? {
    guard let left, let right else { return left ?? right ?? was }
    if left == right { return left }
    // One of them is as it was, so the other was changed; of two new ones the CR stays.
    return was.map { !$0 } ?? true
  }
}

extension TodoText {
  var withoutCRs: TodoText {
    TodoText(
      lines: lines.map { $0.endsWithCR ? Line(bytes: Array($0.content)) : $0 }, endsWithNewline: endsWithNewline,
      hasByteOrderMark: hasByteOrderMark)
  }
}
