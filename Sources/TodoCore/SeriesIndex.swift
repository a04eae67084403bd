package import TodoTxt

/// The lines of some series, found in one pass over the files however many are asked for.
package struct SeriesIndex: Sendable {
  private var openTasks: [[UInt8]: [Task]] = [:]
  private var doneLines: [[UInt8]: [Line]] = [:]

  /// - Parameters:
  ///   - lines: One of each series that is wanted.
  ///   - doneFile: What is in the done file.
  package init(of lines: [Line], in list: TaskList, doneFile: [Line] = []) {
    let wanted = Set(lines.map(\.seriesWords))
    for task in list.tasks where task.meaning.recurrence != nil {
      let words = task.line.seriesWords
      guard wanted.contains(words) else { continue }
      if task.meaning.isDone {
        doneLines[words, default: []].append(task.line)
      } else {
        openTasks[words, default: []].append(task)
      }
    }
    for line in doneFile where line.header.isDone && line.recurs {
      let words = line.seriesWords
      if wanted.contains(words) { doneLines[words, default: []].append(line) }
    }
  }

  package mutating func add(_ task: Task) { openTasks[task.line.seriesWords, default: []].append(task) }

  func open(_ words: [UInt8]) -> [Task] { openTasks[words, default: []] }
  func done(_ words: [UInt8]) -> [Line] { doneLines[words, default: []] }

  /// The open task that completing a line of a series left behind, if nobody has changed it since.
  ///
  /// - Parameter seen: Where the line does not say when it was completed, that day is tried, the one before, and the
  ///   day on which the successor says that it was made.
  package func untouchedSuccessor(of line: Line, _ item: ItemID, on seen: CivilDate) -> ItemID? {
    guard Meaning(of: line).recurrence != nil else { return nil }
    for task in open(line.seriesWords) where task.id != item {
      let guesses = [task.meaning.creation, seen, seen.moved(byDays: -1)].compactMap(\.self)
      let days = line.header.completion.map { [$0] } ?? guesses
      if days.contains(where: { Successor.isLeft(task.line, by: line, completedOn: $0) }) { return task.id }
    }
    return nil
  }
}

extension Successor {
  /// Completing `line` on that day leaves `next`, completed through todod (before or after the day's time) or elsewhere.
  fileprivate static func isLeft(_ next: Line, by line: Line, completedOn day: CivilDate) -> Bool {
    func isNext(_ hasPassed: ((DueMoment) -> Bool)?) -> Bool {
      guard case .line(let made) = Successor(of: line, completedOn: day, hasPassed: hasPassed) else { return false }
      return made.content == next.content
    }
    if isNext(nil) { return true }
    guard Meaning(of: line).time != nil else { return false }
    // In which zone it was completed is not known: an instant's day may be the one before or after.
    return (-1...1).contains { shift in
      isNext { moment in
        switch moment {
        case .civil(let date, _): date <= day
        case .instant(let instant): instant.microseconds / 86_400_000_000 <= Int64(day.daysSinceEpoch) + Int64(shift)
        }
      }
    }
  }
}
