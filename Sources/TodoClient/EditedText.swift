import TodoCore
package import TodoTxt

/// The text that an editor gets, and what was made of it.
///
/// Every line is a task and nothing else: a comment would be a task to every program that knows todo.txt, and to todod.
package struct EditedText: Sendable {
  package let opened: [TaskRow]

  /// What a person did to the tasks that were opened; where they stand in the text is nothing.
  package struct Intent: Sendable {
    package struct Changed: Sendable {
      package let row: TaskRow
      package let line: Line
    }

    package var changed: [Changed] = []
    package var removed: [TaskRow] = []
    package var added: [Line] = []

    /// Without what has been carried out.
    package mutating func forget(_ done: Set<Part>) {
      changed.removeAll { done.contains(.task($0.row.id)) }
      removed.removeAll { done.contains(.task($0.id)) }
      added = added.enumerated().filter { !done.contains(.new($0.offset)) }.map(\.element)
    }

    /// What one wish is about.
    package enum Part: Hashable, Sendable {
      case task(Int32)
      /// By its place among the new lines.
      case new(Int)
    }

    package var isEmpty: Bool { changed.isEmpty && removed.isEmpty && added.isEmpty }
  }

  package init(_ opened: [TaskRow]) { self.opened = opened }

  package var bytes: [UInt8] { opened.flatMap { $0.line.bytes + [UInt8(ascii: "\n")] } }

  /// Which line is which task is told as after any editor's saving. Where as many lines as tasks are left over between
  /// the same neighbours, they are those tasks in other words: the text cannot tell a line that was written anew from one
  /// that was deleted and another in its place.
  package func intent(of edited: [UInt8]) -> Intent {
    let old = opened.map(\.line)
    let new = lines(of: edited)
    var oldOfNew = Identity.match(old: old, new: new)
    pairRest(&oldOfNew)
    var intent = Intent()
    for (place, line) in new.enumerated() {
      guard let task = oldOfNew[place] else {
        intent.added.append(line)
        continue
      }
      if line != old[task] { intent.changed.append(Intent.Changed(row: opened[task], line: line)) }
    }
    let kept = Set(oldOfNew.compactMap(\.self))
    intent.removed = opened.indices.filter { !kept.contains($0) }.map { opened[$0] }
    return intent
  }

  /// Without blank ones, and without what an editor may put there by itself: a byte order mark, a CR at each end.
  private func lines(of edited: [UInt8]) -> [Line] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let hadMark = opened.first?.line.bytes.starts(with: mark) ?? false
    let bytes = edited.starts(with: mark) && !hadMark ? edited[3...] : edited[...]
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
    let isReturned = !lines.isEmpty && lines.allSatisfy { $0.last == UInt8(ascii: "\r") }
    return lines.map { Line(bytes: isReturned ? Array($0.dropLast()) : $0) }.filter { !$0.isBlank }
  }

  private func pairRest(_ oldOfNew: inout [Int?]) {
    var oldIsTaken = [Bool](repeating: false, count: opened.count)
    for task in oldOfNew { if let task { oldIsTaken[task] = true } }
    var start = 0
    while start < oldOfNew.count {
      guard oldOfNew[start] == nil else {
        start += 1
        continue
      }
      let end = oldOfNew[start...].firstIndex { $0 != nil } ?? oldOfNew.count
      let before = start == 0 ? -1 : oldOfNew[start - 1] ?? -1
      let after = end == oldOfNew.count ? opened.count : oldOfNew[end] ?? opened.count
      if before < after {
        let free = (before + 1..<after).filter { !oldIsTaken[$0] }
        if free.count == end - start {
          for (place, task) in zip(start..<end, free) {
            oldOfNew[place] = task
            oldIsTaken[task] = true
          }
        }
      }
      start = end
    }
  }
}
