extension Delta {
  /// What changed between two lists; rows that both share are told by reference, and whole parts of them at once,
  /// so that a change of one line among 100 000 is found without a walk through all.
  package init(from old: TaskList, to new: TaskList) {
    let before = old.rows
    let after = new.rows
    let common = min(before.count, after.count)
    var start = before.sharedStart(with: after)
    while start < common, before[start].isSame(as: after[start]) { start += 1 }
    var tail = min(before.sharedEnd(with: after), common - start)
    while tail < common - start, before[before.count - 1 - tail].isSame(as: after[after.count - 1 - tail]) { tail += 1 }
    self.init(
      from: before[start..<(before.count - tail)].map(StoredLine.init),
      to: after[start..<(after.count - tail)].map(StoredLine.init), frameBefore: old.frame, frameAfter: new.frame)
    // What was left out above are the neighbours of the outermost hunks.
    let previous = before[..<start].last { $0.id != nil }?.id
    let next = before[(before.count - tail)...].first { $0.id != nil }?.id
    for index in hunks.indices {
      hunks[index].start += start
      hunks[index].previous = hunks[index].previous ?? previous
      hunks[index].next = hunks[index].next ?? next
    }
  }
}

extension Row {
  fileprivate var id: ItemID? {
    guard case .task(let task) = self else { return nil }
    return task.id
  }

  fileprivate func isSame(as other: Row) -> Bool {
    switch (self, other) {
    case (.task(let one), .task(let two)):
      one === two || one.id == two.id && one.uuid == two.uuid && one.line == two.line
    case (.blank(let one), .blank(let two)): one == two
    case (.task, .blank), (.blank, .task): false
    }
  }
}
