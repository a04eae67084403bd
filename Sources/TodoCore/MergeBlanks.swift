import TodoTxt

/// Merges blank lines: after each anchor there are as many as on the side that changed their number there.
///
/// A blank line is nobody, so it cannot be followed from one place to another.
struct MergeBlanks {
  let base: [Line]
  let x: [Line]
  let y: [Line]

  private struct Place: Hashable {
    var anchor: Int32
    var line: Line
  }

  /// - Parameter others: The elements of the lines that are not blank.
  func elements(among others: [MergeElement]) -> [MergeElement] {
    let inBase = places(.base, base, others)
    let inX = places(.x, x, others)
    let inY = places(.y, y, others)
    guard !inX.isEmpty || !inY.isEmpty else { return [] }
    return Set(inX.keys).union(inY.keys).flatMap { place in
      let (was, left, right) = (inBase[place] ?? [], inX[place] ?? [], inY[place] ?? [])
      let count = changed(was.count, left.count, right.count)
      let at = { (indices: [Int32], number: Int) in indices.count == count ? indices[number] : -1 }
      return (0..<count).map {
        MergeElement(base: at(was, $0), x: at(left, $0), y: at(right, $0), line: place.line)
      }
    }
  }

  private func places(
    _ version: MergeVersion, _ lines: [Line], _ others: [MergeElement]
  ) -> [Place: [Int32]] {
    var places: [Place: [Int32]] = [:]
    let anchors = others.anchors(of: version, lineCount: lines.count)
    for index in lines.indices where lines[index].isBlank {
      places[Place(anchor: anchors[index], line: lines[index]), default: []].append(Int32(index))
    }
    return places
  }

  /// The changed number, or the greater of two changed ones.
  private func changed(_ was: Int, _ left: Int, _ right: Int) -> Int {
    if left == was { return right }
    return right == was ? left : max(left, right)
  }
}
