extension Delta {
  /// Takes this change back from lines that may have changed since.
  ///
  /// A line that was removed comes back after its neighbour, one that was changed goes back word by word, one that was
  /// added goes unless others have changed it. What already is as before stays.
  package func undone(on current: [StoredLine], frame: Frame) -> Undone {
    let oldFrame = frame == frameAfter ? frameBefore : frame
    if let lines = exactlyUndone(on: current) { return .lines(lines, oldFrame) }
    let undo = DeltaUndo(self, on: current)
    guard undo.conflicts.isEmpty else { return .conflict(undo.conflicts) }
    return .lines(undo.lines, oldFrame)
  }

  /// The lines before, byte for byte, where all that it touched stands as it left it, between the same neighbours.
  private func exactlyUndone(on current: [StoredLine]) -> [StoredLine]? {
    let back = inverse
    let inserted = Set(hunks.lazy.flatMap(\.inserted).compactMap(\.id))
    let touched = inserted.union(hunks.lazy.flatMap(\.removed).compactMap(\.id))
    let gone = touched.subtracting(inserted)
    if !gone.isEmpty, current.contains(where: { $0.id.map(gone.contains) ?? false }) { return nil }
    func isNeighbour(_ line: StoredLine) -> Bool { line.id.map { !touched.contains($0) } ?? false }
    for hunk in back.hunks {
      let end = hunk.start + hunk.removed.count
      guard end <= current.count, current[..<hunk.start].last(where: isNeighbour)?.id == hunk.previous,
        current[end...].first(where: isNeighbour)?.id == hunk.next
      else { return nil }
    }
    return try? back.applied(to: current)
  }
}

/// A change being taken back line by line, each task found by its id.
private struct DeltaUndo {
  private(set) var conflicts: [Undone.Conflict] = []
  /// The current lines; nil for those that go.
  private var kept: [StoredLine?]
  /// What comes after each current line, and at -1 before the first.
  private var coming: [Int: [StoredLine]] = [:]
  private var places: [ItemID: Int] = [:]
  private var before: [ItemID: (line: StoredLine, hunk: Int)] = [:]
  private var after: [ItemID: (line: StoredLine, hunk: Int)] = [:]

  init(_ delta: Delta, on current: [StoredLine]) {
    kept = current
    places.reserveCapacity(current.count)
    for (place, line) in current.enumerated() { if let id = line.id { places[id] = place } }
    for (number, hunk) in delta.hunks.enumerated() {
      for line in hunk.removed { if let id = line.id { before[id] = (line, number) } }
      for line in hunk.inserted { if let id = line.id { after[id] = (line, number) } }
    }
    for hunk in delta.hunks {
      for line in hunk.inserted { if let id = line.id, before[id] == nil { takeOut(id, line) } }
    }
    for (number, hunk) in delta.hunks.enumerated() { bringBack(hunk, number) }
  }

  var lines: [StoredLine] {
    var lines = coming[-1] ?? []
    lines.reserveCapacity(kept.count + coming.count)
    for (place, line) in kept.enumerated() {
      if let line { lines.append(line) }
      if let more = coming[place] { lines += more }
    }
    return lines
  }

  private mutating func takeOut(_ id: ItemID, _ added: StoredLine) {
    guard let place = places[id] else { return }
    guard let now = kept[place], now == added else {
      conflicts.append(Undone.Conflict(before: nil, after: added, now: kept[place]))
      return
    }
    kept[place] = nil
  }

  private mutating func bringBack(_ hunk: Delta.Hunk, _ number: Int) {
    var cursor = startingPlace(of: hunk)
    var missingBlanks = hunk.removed.count { $0.id == nil } - hunk.inserted.count { $0.id == nil }
    for line in hunk.removed {
      guard let id = line.id else {
        if missingBlanks > 0 { coming[cursor, default: []].append(line) }
        missingBlanks -= missingBlanks > 0 ? 1 : 0
        continue
      }
      guard let old = oldForm(of: id, line) else { continue }
      if let place = places[id], after[id]?.hunk == number {
        kept[place] = old
        cursor = place
      } else if let place = places[id], after[id] == nil, kept[place] != nil {
        cursor = place
      } else {
        if let place = places[id] { kept[place] = nil }
        coming[cursor, default: []].append(old)
      }
    }
    var place = cursor + 1
    while missingBlanks < 0, place < kept.count, kept[place].map({ $0.id == nil }) ?? true {
      if kept[place] != nil { missingBlanks += 1 }
      kept[place] = nil
      place += 1
    }
  }

  /// The line to put back; nil, with a conflict, if that would lose what others did.
  private mutating func oldForm(of id: ItemID, _ old: StoredLine) -> StoredLine? {
    let now = places[id].flatMap { kept[$0] }
    guard let changed = after[id]?.line else {
      // It was removed; it may be back already.
      if now == nil || now == old { return old }
      conflicts.append(Undone.Conflict(before: old, after: nil, now: now))
      return nil
    }
    guard let now, let line = mergeLine(base: changed.line, x: old.line, y: now.line) else {
      conflicts.append(Undone.Conflict(before: old, after: changed, now: now))
      return nil
    }
    return StoredLine(id: id, uuid: old.uuid, line: line)
  }

  /// The current line after which the hunk's lines belong.
  private func startingPlace(of hunk: Delta.Hunk) -> Int {
    if let previous = hunk.previous, let place = places[previous] { return place }
    if hunk.previous == nil { return -1 }
    if let next = hunk.next, let place = places[next] { return place - 1 }
    return min(hunk.start, kept.count) - 1
  }
}
