import TodoTxt

/// Merges lines as bytes: of each kind there are as many as the side has that changed their number.
struct MergeOfBytes {
  let base: [Line]
  let x: [Line]
  let y: [Line]

  var elements: [MergeElement] {
    var interner = Interner(expecting: base.count + x.count + y.count)
    let places = [base, x, y].map { lines in
      lines.map { Int(interner.number(of: $0.bytes[...])) }
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
        return MergeElement(base: base, x: x, y: y, line: x >= 0 ? self.x[Int(x)] : self.y[Int(y)])
      }
    }
  }

  /// The changed number, or the greater of two changed ones.
  private func count(_ base: Int, _ x: Int, _ y: Int) -> Int {
    if x == base { return y }
    return y == base ? x : max(x, y)
  }
}
