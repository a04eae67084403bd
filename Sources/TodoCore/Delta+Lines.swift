extension Delta {
  /// Finds what differs between two versions; equal lines have equal bytes, id and uuid.
  ///
  /// O(n) for a change in few places, O(n log n) for a new order.
  package init(from old: [StoredLine], to new: [StoredLine], frameBefore: Frame, frameAfter: Frame) {
    var hunks: [Hunk] = []
    var oldPlace = 0
    var newPlace = 0
    let kept = StoredLineRuns(old: old, new: new).kept
    let stops = kept + [StoredLineRuns.Run(old: old.count, new: new.count, count: 0)]
    // The last task of each kept run or, if it is all blank, of the run before.
    var previous: ItemID?
    for (number, run) in stops.enumerated() {
      if oldPlace < run.old || newPlace < run.new {
        hunks.append(
          Hunk(
            start: oldPlace, removed: Array(old[oldPlace..<run.old]), inserted: Array(new[newPlace..<run.new]),
            previous: previous, next: Delta.firstTask(of: stops[number...], in: old)))
      }
      previous = old[run.old..<(run.old + run.count)].last { $0.id != nil }?.id ?? previous
      oldPlace = run.old + run.count
      newPlace = run.new + run.count
    }
    self.init(hunks: hunks, frameBefore: frameBefore, frameAfter: frameAfter)
  }

  private static func firstTask(of runs: ArraySlice<StoredLineRuns.Run>, in old: [StoredLine]) -> ItemID? {
    for run in runs {
      if let task = old[run.old..<(run.old + run.count)].first(where: { $0.id != nil }) { return task.id }
    }
    return nil
  }

  /// The lines after this change, given those before it.
  package func applied(to lines: [StoredLine]) throws(DeltaMismatch) -> [StoredLine] {
    var result: [StoredLine] = []
    result.reserveCapacity(lines.count + hunks.reduce(0) { $0 + $1.inserted.count })
    var place = 0
    for hunk in hunks {
      let end = hunk.start + hunk.removed.count
      guard hunk.start >= place, end <= lines.count, lines[hunk.start..<end].elementsEqual(hunk.removed) else {
        throw DeltaMismatch(start: hunk.start)
      }
      result += lines[place..<hunk.start]
      result += hunk.inserted
      place = end
    }
    result += lines[place...]
    return result
  }

  /// The change that takes this one back.
  package var inverse: Delta {
    var shift = 0
    let hunks = hunks.map { hunk in
      defer { shift += hunk.inserted.count - hunk.removed.count }
      return Hunk(
        start: hunk.start + shift, removed: hunk.inserted, inserted: hunk.removed, previous: hunk.previous,
        next: hunk.next)
    }
    return Delta(hunks: hunks, frameBefore: frameAfter, frameAfter: frameBefore)
  }

  package var isEmpty: Bool { hunks.isEmpty && frameBefore == frameAfter }
}
