package import TodoTxt

/// What two versions of a file became together.
package struct Merged: Hashable, Sendable {
  package var lines: [MergedLine]
  package var hasByteOrderMark: Bool
  package var endsWithNewline: Bool
  /// Forms of one task that do not stand beside each other.
  var apart: [Forms] = []

  /// The places of two lines.
  struct Forms: Hashable, Sendable {
    let one: Int
    let other: Int
  }

  package init(lines: [MergedLine], hasByteOrderMark: Bool, endsWithNewline: Bool) {
    self.lines = lines
    self.hasByteOrderMark = hasByteOrderMark
    self.endsWithNewline = endsWithNewline
  }

  package var text: TodoText {
    TodoText(lines: lines.map(\.line), endsWithNewline: endsWithNewline, hasByteOrderMark: hasByteOrderMark)
  }

  /// Some task was changed differently on both sides and stands twice.
  package var hasClashes: Bool { !clashes.isEmpty }

  /// The places of each two lines that are forms of one task.
  package var clashes: [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var place = 0
    while place + 1 < lines.count {
      let isPair = lines[place].clashes && lines[place + 1].clashes
      if isPair { pairs.append((place, place + 1)) }
      place += isPair ? 2 : 1
    }
    return pairs + apart.map { ($0.one, $0.other) }
  }
}
