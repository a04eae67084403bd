import TodoTxt

/// Merges lines as bytes: of each kind there are as many as the side has that changed their number.
struct MergeOfBytes {
  let base: [Line]
  let x: [Line]
  let y: [Line]
  /// A task that only got or lost its CR is the same.
  let ignoringEndings: Bool

  var elements: [MergeElement] {
    var interner = Interner(expecting: base.count + x.count + y.count)
    let places = [base, x, y].map { lines in
      lines.map { Int(interner.number(of: ignoringEndings && !$0.isBlank ? $0.content : $0.bytes[...])) }
    }
    let found = places.map { numbers in
      var indices = [[Int32]](repeating: [], count: interner.count)
      for (index, number) in numbers.enumerated() { indices[number].append(Int32(index)) }
      return indices
    }
    return (0..<interner.count).flatMap { number in
      let (inBase, inX, inY) = (found[0][number], found[1][number], found[2][number])
      return (0..<count(inBase.count, inX.count, inY.count)).map { place in
        let at = { (indices: [Int32]) in place < indices.count ? indices[place] : -1 }
        let (base, x, y) = (at(inBase), at(inX), at(inY))
        return MergeElement(base: base, x: x, y: y, line: line(base, x, y))
      }
    }
  }

  /// With the line ending of the side that changed it.
  private func line(_ base: Int32, _ x: Int32, _ y: Int32) -> Line {
    guard x >= 0 else { return self.y[Int(y)] }
    guard y >= 0 else { return self.x[Int(x)] }
    let (left, right) = (self.x[Int(x)], self.y[Int(y)])
    guard base >= 0 else { return left.bytes.lexicographicallyPrecedes(right.bytes) ? left : right }
    return left == self.base[Int(base)] ? right : left
  }

  /// The changed number, or the greater of two changed ones.
  private func count(_ base: Int, _ x: Int, _ y: Int) -> Int {
    if x == base { return y }
    return y == base ? x : max(x, y)
  }
}
