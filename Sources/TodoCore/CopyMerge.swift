package import TodoTxt

/// Joins a file with a conflict copy of it, for which there is no certain base.
///
/// A task that one side does not have is kept, unless this machine took out exactly this line, so that a side which lost
/// everything wipes nothing. Of two forms of a task the one that this machine left behind gives way; else they are
/// joined over what the task was here before both sides parted. Two machines that know the same come to the same bytes.
package struct CopyMerge: Sendable {
  /// What comes of it; x are the lines of the file, y those of the copy.
  package private(set) var merged: Merged
  /// The places of each two lines that are forms of one task.
  package private(set) var clashes: [(Int, Int)]

  /// - Parameters:
  ///   - ids: The task of each line of the file.
  ///   - archived: Lines that came to the done file lately: their tasks are not missing on the other side, but done.
  package init(file: TodoText, ids: [ItemID?], copy: TodoText, history: CopyHistory, archived: [Line]) {
    let fileOfCopy = Identity.match(old: file.lines, new: copy.lines)
    var copyOfFile = [Int?](repeating: nil, count: file.lines.count)
    for (place, found) in fileOfCopy.enumerated() { if let found { copyOfFile[found] = place } }

    let alone = file.lines.indices.filter { copyOfFile[$0] == nil }
    let isArchived = Identity.archived(removed: alone.map { file.lines[$0] }, appended: archived)
    let gone = Set(isArchived.compactMap { $0.map { alone[$0] } })
    let fromFile = file.lines.indices.filter {
      copyOfFile[$0] != nil || !gone.contains($0) && !history.isTakenOut(fromFile: file.lines[$0])
    }
    let fromCopy = copy.lines.indices.filter {
      fileOfCopy[$0] != nil || !copy.lines[$0].isBlank && !history.isTakenOut(fromCopy: copy.lines[$0])
    }
    var base: [Line] = []
    var uncertain: [(file: Int, copy: Int)] = []
    // In the copy's order, so that the file's is the one that was changed.
    for place in fromCopy {
      guard let other = fileOfCopy[place] else { continue }
      let pair = CopyPair(file: file.lines[other], copy: copy.lines[place], id: ids[other])
      if let origin = pair.origin(by: history) {
        base.append(origin)
      } else if pair.areAlike {
        uncertain.append((other, place))
      }
    }
    merged = merge(
      base: file.with(base), x: file.with(fromFile.map { file.lines[$0] }),
      y: copy.with(fromCopy.map { copy.lines[$0] }))
    for place in merged.lines.indices {
      merged.lines[place].x = merged.lines[place].x.map { fromFile[$0] }
      merged.lines[place].y = merged.lines[place].y.map { fromCopy[$0] }
    }
    clashes = merged.clashes
    for pair in uncertain {
      guard let one = merged.lines.firstIndex(where: { $0.x == pair.file }),
        let other = merged.lines.firstIndex(where: { $0.y == pair.copy }), one != other
      else { continue }
      clashes.append((one, other))
    }
  }
}

/// A task in the form of the file and in that of the copy.
private struct CopyPair {
  let file: Line
  let copy: Line
  let id: ItemID?

  /// The form from which both came, so far as it can be told; nil where both forms have to stay.
  func origin(by history: CopyHistory) -> Line? {
    if file.content == copy.content { return file }
    return history.origin(of: id, inFile: file, inCopy: copy) ?? lesser
  }

  /// They are hardly two tasks.
  var areAlike: Bool {
    let (inFile, inCopy) = (Array(file.words), Array(copy.words))
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for word in inFile { counts[word, default: 0] += 1 }
    var shared = 0
    for word in inCopy {
      counts[word, default: 0] -= 1
      if counts[word, default: 0] >= 0 { shared += 1 }
    }
    return 8 * shared >= 3 * (inFile.count + inCopy.count)
  }

  /// The form whose words are all in the other, which is more; of equal words the open one, or else the lower.
  private var lesser: Line? {
    let (inFile, inCopy) = (Set(file.words), Set(copy.words))
    if inFile == inCopy {
      if file.header.isDone != copy.header.isDone { return file.header.isDone ? copy : file }
      return file.bytes.lexicographicallyPrecedes(copy.bytes) ? file : copy
    }
    // Done beats open, whichever of them has more words.
    if inFile.isSubset(of: inCopy) { return copy.header.isDone ? file : file.reopened() }
    guard inCopy.isSubset(of: inFile) else { return nil }
    return file.header.isDone ? copy : copy.reopened()
  }
}

extension TodoText {
  /// Other lines in the same frame.
  fileprivate func with(_ lines: [Line]) -> TodoText {
    TodoText(
      lines: lines, endsWithNewline: endsWithNewline || lines.last?.bytes.isEmpty ?? true,
      hasByteOrderMark: hasByteOrderMark)
  }
}
