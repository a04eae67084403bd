import TodoTxt

/// Gives the lines of a merge their endings, after the tasks are merged without them.
///
/// Each line gets the ending that a side changed it to: so many CRs. What the line continues in each version is found from the
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
    let usual = changed(base.usualCRs, x.usualCRs, y.usualCRs) ?? 0
    for index in merged.lines.indices {
      // The end of a file is no ending.
      let endsFile = !merged.endsWithNewline && index == merged.lines.count - 1
      let found = versions.map { version in version(index).flatMap { $0.endsFile == endsFile ? $0.crs : nil } }
      let crs = changed(found[0], found[1], found[2]) ?? (endsFile ? 0 : usual)
      guard crs > 0 else { continue }
      let ending = [UInt8](repeating: UInt8(ascii: "\r"), count: crs)
      merged.lines[index].line = Line(bytes: merged.lines[index].line.bytes + ending)
    }
  }

  private func ending(in version: TodoText, at place: Int?) -> (crs: Int, endsFile: Bool)? {
    guard let place else { return nil }
    return (version.lines[place].trailingCRs, !version.endsWithNewline && place == version.lines.count - 1)
  }

  /// What one of two sides made of it; nil where no version has it.
  private func changed(_ was: Int?, _ left: Int?, _ right: Int?) -> Int? {
    guard let left, let right else { return left ?? right ?? was }
    if left == was || left == right { return right }
    // Of two new ones the longer.
    return right == was ? left : max(left, right)
  }
}

extension TodoText {
  var withoutCRs: TodoText {
    TodoText(
      lines: lines.map { $0.endsWithCR ? Line(bytes: $0.bytes.dropLast($0.trailingCRs)) : $0 },
      endsWithNewline: endsWithNewline, hasByteOrderMark: hasByteOrderMark)
  }

  fileprivate var usualCRs: Int { usesCRLF ? 1 : 0 }
}

extension Line {
  /// A program that writes CRLF over CRLF leaves two.
  fileprivate var trailingCRs: Int { bytes.reversed().prefix { $0 == UInt8(ascii: "\r") }.count }
}
