import TodoTxt

/// What became of the tasks that both sides of a merge changed, each in its own way.
struct JoinedLines {
  struct Forms {
    let x: Line
    let y: Line
    /// Nil where both changed the same word.
    let joined: Line?
  }

  /// By index in the base.
  private(set) var forms: [Int32: Forms] = [:]

  /// - Parameter known: A line that was joined there is itself when joined again with one of its forms: `mergeLine` has
  ///   tried that.
  mutating func join(_ task: Int32, base: Line, x: Line, y: Line, known: JoinedLines) {
    if let old = known.forms[task], let joined = old.joined,
      joined == x && (y == old.x || y == old.y) || joined == y && (x == old.x || x == old.y)
    {
      forms[task] = Forms(x: x, y: y, joined: joined)
      return
    }
    forms[task] = Forms(x: x, y: y, joined: mergeLine(base: base, x: x, y: y))
  }
}
