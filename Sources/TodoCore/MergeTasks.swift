import TodoTxt

/// Finds which lines of the three versions, but for blank ones, are one task, and what becomes of each.
struct MergeTasks {
  private let base: [Line]
  private let x: [Line]
  private let y: [Line]
  private var xOfBase: [Int32]
  private var yOfBase: [Int32]
  private var baseOfX: [Int32]
  private var baseOfY: [Int32]
  /// For each new line of x the new line of y that is the same.
  private var twinOfX: [Int32: Int32] = [:]
  /// The tasks that both sides changed, each in its own way.
  private(set) var joinedLines = JoinedLines()

  /// - Parameter known: What was joined over this base before.
  init(base: MergeText, x xSide: MergeText, y ySide: MergeText, known: JoinedLines = JoinedLines()) {
    self.base = base.text.lines
    x = xSide.text.lines
    y = ySide.text.lines
    baseOfX = Self.known(xSide.baseOf, of: x)
    baseOfY = Self.known(ySide.baseOf, of: y)
    xOfBase = Self.inverse(of: baseOfX, count: self.base.count)
    yOfBase = Self.inverse(of: baseOfY, count: self.base.count)
    let xLeft = x.indices.filter { baseOfX[$0] < 0 && !x[$0].isBlank }
    let yLeft = y.indices.filter { baseOfY[$0] < 0 && !y[$0].isBlank }
    if !yLeft.isEmpty || !xLeft.isEmpty {
      let xOfY = Self.known(Identity.match(old: x, new: y), of: y)
      joinThroughOtherSide(xOfY, xLeft, yLeft)
      preferEqualForms()
      pairNewLines(xOfY)
    }
    joinedLines = joined(known)
  }

  /// -1 for a line that continues none, and for a blank one.
  private static func known(_ indices: [Int?], of lines: [Line]) -> [Int32] {
    zip(indices, lines).map { index, line in line.isBlank ? -1 : Int32(index ?? -1) }
  }

  private static func inverse(of indices: [Int32], count: Int) -> [Int32] {
    var inverse = [Int32](repeating: -1, count: count)
    for (index, target) in indices.enumerated() where target >= 0 { inverse[Int(target)] = Int32(index) }
    return inverse
  }

  // MARK: - Which lines are one task

  /// A line that one side changed too much to be known from the base may be known from the other side's form.
  private mutating func joinThroughOtherSide(_ xOfY: [Int32], _ xLeft: [Int], _ yLeft: [Int]) {
    for yIndex in yLeft {
      let xIndex = xOfY[yIndex]
      guard xIndex >= 0, baseOfX[Int(xIndex)] >= 0 else { continue }
      let task = Int(baseOfX[Int(xIndex)])
      guard yOfBase[task] < 0, x[Int(xIndex)] != base[task] else { continue }
      yOfBase[task] = Int32(yIndex)
      baseOfY[yIndex] = Int32(task)
    }
    let yOfX = Self.inverse(of: xOfY, count: x.count)
    for xIndex in xLeft {
      let yIndex = yOfX[xIndex]
      guard yIndex >= 0, baseOfY[Int(yIndex)] >= 0 else { continue }
      let task = Int(baseOfY[Int(yIndex)])
      guard xOfBase[task] < 0, y[Int(yIndex)] != base[task] else { continue }
      xOfBase[task] = Int32(xIndex)
      baseOfX[xIndex] = Int32(task)
    }
  }

  /// Where a side took one line for the task and has the other side's form as a new line, the latter is the task.
  private mutating func preferEqualForms() {
    var xNew = newLines(of: x, baseOfX)
    var yNew = newLines(of: y, baseOfY)
    guard !xNew.isEmpty || !yNew.isEmpty else { return }
    for task in base.indices where xOfBase[task] >= 0 && yOfBase[task] >= 0 {
      let (xIndex, yIndex) = (Int(xOfBase[task]), Int(yOfBase[task]))
      guard x[xIndex] != y[yIndex], x[xIndex] != base[task], y[yIndex] != base[task] else { continue }
      if let better = yNew[x[xIndex]]?.popLast() {
        baseOfY[yIndex] = -1
        baseOfY[better] = Int32(task)
        yOfBase[task] = Int32(better)
      } else if let better = xNew[y[yIndex]]?.popLast() {
        baseOfX[xIndex] = -1
        baseOfX[better] = Int32(task)
        xOfBase[task] = Int32(better)
      }
    }
  }

  /// The indices of new lines by their bytes, the last first.
  private func newLines(of lines: [Line], _ baseOf: [Int32]) -> [Line: [Int]] {
    let new = lines.indices.reversed().filter { baseOf[$0] < 0 && !lines[$0].isBlank }
    return Dictionary(grouping: new) { lines[$0] }
  }

  /// New lines of equal bytes are one, where they stand alike or else in order; so are successors of one task.
  private mutating func pairNewLines(_ xOfY: [Int32]) {
    var takenY: Set<Int> = []
    for (yIndex, xIndex) in xOfY.enumerated() where xIndex >= 0 && baseOfY[yIndex] < 0 {
      guard baseOfX[Int(xIndex)] < 0, x[Int(xIndex)] == y[yIndex] else { continue }
      twinOfX[xIndex] = Int32(yIndex)
      takenY.insert(yIndex)
    }
    pairNew(&takenY, by: { $0 })
    pairNew(&takenY, by: Self.recurringWords)
  }

  private mutating func pairNew<Key: Hashable>(_ takenY: inout Set<Int>, by key: (Line) -> Key?) {
    var free: [Key: [Int]] = [:]
    for yIndex in y.indices.reversed() where baseOfY[yIndex] < 0 && !takenY.contains(yIndex) && !y[yIndex].isBlank {
      if let key = key(y[yIndex]) { free[key, default: []].append(yIndex) }
    }
    guard !free.isEmpty else { return }
    for xIndex in x.indices where baseOfX[xIndex] < 0 && twinOfX[Int32(xIndex)] == nil && !x[xIndex].isBlank {
      guard let key = key(x[xIndex]), let yIndex = free[key]?.popLast() else { continue }
      twinOfX[Int32(xIndex)] = Int32(yIndex)
      takenY.insert(yIndex)
    }
  }

  /// The words of an open recurring task but for its dates; nil for any other line.
  private static func recurringWords(_ line: Line) -> [ArraySlice<UInt8>]? {
    guard !line.header.isDone, !line.values(of: "rec").isEmpty else { return nil }
    return line.words.map { LineFeatures.withoutDate($0) }
  }

  // MARK: - What becomes of each

  private func joined(_ known: JoinedLines) -> JoinedLines {
    var joined = JoinedLines()
    for task in base.indices where xOfBase[task] >= 0 && yOfBase[task] >= 0 {
      let (left, right) = (x[Int(xOfBase[task])], y[Int(yOfBase[task])])
      guard left != right, left != base[task], right != base[task] else { continue }
      joined.join(Int32(task), base: base[task], x: left, y: right, known: known)
    }
    return joined
  }

  /// The indices in x and y of each task that both sides changed, each in its own way.
  var changedOnBothSides: [(x: Int, y: Int)] {
    joinedLines.forms.keys.sorted().map { (Int(xOfBase[Int($0)]), Int(yOfBase[Int($0)])) }
  }

  /// The tasks that stand in two forms, or in other ones, in some of these where they are joined in the text.
  func joined(in others: [Merged], butNot text: TodoText) -> Set<Int32> {
    let lines = Dictionary(text.lines.map { ($0, 1) }, uniquingKeysWith: +)
    var differing: Set<Line> = []
    for other in others {
      var left = lines
      for line in other.lines { left[line.line, default: 0] -= 1 }
      for (line, count) in left where count != 0 { differing.insert(line) }
    }
    guard !differing.isEmpty else { return [] }
    return Set(
      joinedLines.forms.lazy.filter { _, forms in
        guard let joined = forms.joined else { return false }
        return [forms.x, forms.y, joined].contains(where: differing.contains)
      }.map(\.key))
  }

  /// Lines joined by their bytes, with the lines that they continue.
  func naming(_ merged: Merged) -> Merged {
    var named = merged
    var (xLeft, yLeft) = (
      MergeTasks.places(of: x, but: merged.lines.map(\.x)), MergeTasks.places(of: y, but: merged.lines.map(\.y))
    )
    var isTaken = [Bool](repeating: false, count: base.count)
    for place in merged.lines.indices {
      let line = merged.lines[place]
      let left = line.x ?? xLeft[line.line]?.popLast()
      let right = line.y ?? yLeft[line.line]?.popLast()
      named.lines[place].x = left
      named.lines[place].y = right
      let tasks = [line.base.map { Int32($0) }, left.map { baseOfX[$0] }, right.map { baseOfY[$0] }]
      named.lines[place].base = tasks.lazy.compactMap { $0.map { Int($0) } }.first { $0 >= 0 && !isTaken[$0] }
      if let task = named.lines[place].base { isTaken[task] = true }
    }
    return named
  }

  /// The indices of the lines that are not among these, by their bytes, the last first.
  private static func places(of lines: [Line], but named: [Int?]) -> [Line: [Int]] {
    let named = Set(named.compactMap(\.self))
    return Dictionary(grouping: lines.indices.reversed().filter { !named.contains($0) }) { lines[$0] }
  }

  /// The tasks that stay: those of the base in its order, then the new ones.
  ///
  /// - Parameter apart: Those that stand in both forms even where these could be joined.
  func elements(apart: Set<Int32>) -> [MergeElement] {
    var elements: [MergeElement] = []
    elements.reserveCapacity(max(x.count, y.count) + 16)
    for task in base.indices {
      if let element = element(ofTask: task, isApart: apart.contains(Int32(task))) { elements.append(element) }
    }
    var twinsOfY = Set<Int32>()
    for (index, line) in x.enumerated() where baseOfX[index] < 0 && !line.isBlank {
      let twin = twinOfX[Int32(index)] ?? -1
      if twin >= 0 { twinsOfY.insert(twin) }
      let chosen = twin < 0 ? line : Self.laterSuccessor(line, y[Int(twin)])
      elements.append(MergeElement(base: -1, x: Int32(index), y: twin, line: chosen))
    }
    for (index, line) in y.enumerated()
    where baseOfY[index] < 0 && !line.isBlank && !twinsOfY.contains(Int32(index)) {
      elements.append(MergeElement(base: -1, x: -1, y: Int32(index), line: line))
    }
    return elements
  }

  private func element(ofTask task: Int, isApart: Bool) -> MergeElement? {
    var element = MergeElement(base: Int32(task), x: xOfBase[task], y: yOfBase[task], line: base[task])
    switch (element.x >= 0, element.y >= 0) {
    case (false, false): return nil
    case (true, false): element.line = x[Int(element.x)]
    case (false, true): element.line = y[Int(element.y)]
    case (true, true):
      element.isAnchor = true
      guard let forms = joinedLines.forms[Int32(task)] else {
        element.line = x[Int(element.x)] == base[task] ? y[Int(element.y)] : x[Int(element.x)]
        return element
      }
      if let joined = forms.joined, !isApart {
        element.line = joined
        return element
      }
      let isOrdered = forms.x.bytes.lexicographicallyPrecedes(forms.y.bytes)
      element.line = isOrdered ? forms.x : forms.y
      element.rival = isOrdered ? forms.y : forms.x
      return element
    }
    // Deleted on one side: an edit on the other wins.
    return element.line == base[task] ? nil : element
  }

  private static func laterSuccessor(_ left: Line, _ right: Line) -> Line {
    if left == right { return left }
    let dates = [left, right].map { ($0.values(of: "due") + $0.values(of: "t")).joined(separator: [0]).map { $0 } }
    if dates[0] != dates[1] { return dates[0].lexicographicallyPrecedes(dates[1]) ? right : left }
    return left.bytes.lexicographicallyPrecedes(right.bytes) ? right : left
  }
}
