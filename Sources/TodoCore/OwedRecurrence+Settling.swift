package import TodoTxt

extension OwedRecurrence {
  /// What is to be done about it, the files being quiet.
  package enum Settled: Hashable, Sendable {
    /// This line is missing at the end of the file.
    case line(Line)
    case noLine(Successor.Reason)
    /// This task, which nobody touched, goes again.
    case withdraw(ItemID)
    /// Others saw to it, or it came to nothing.
    case nothing
    /// It left the todo file and may yet come to the done file.
    case waits
  }

  /// - Parameters:
  ///   - doneLines: What is in the done file.
  ///   - isAwaited: It left the todo file so lately that its line may still come to the done file.
  package func settled(in list: TaskList, doneLines: [Line], isAwaited: Bool) -> Settled {
    let task = list[item]
    switch kind {
    case .withdrawal:
      guard let task, !task.meaning.isDone else { return .nothing }
      return list.untouchedSuccessor(of: line, item, on: day).map(Settled.withdraw) ?? .nothing
    case .successor:
      if let task { return task.meaning.isDone ? successor(of: task.line, in: list, doneLines) : .nothing }
      if isArchived { return successor(of: line, in: list, doneLines) }
      return isAwaited ? .waits : .nothing
    }
  }

  /// All follows from the line, so that two machines write the same bytes.
  private func successor(of line: Line, in list: TaskList, _ doneLines: [Line]) -> Settled {
    let completion = line.header.completion ?? day
    let next = Successor(of: line, completedOn: completion)
    switch next {
    case .none(.notRecurring): return .nothing
    case .none(let reason): return .noLine(reason)
    case .line(let new):
      let occurrence = Occurrence(of: line, completedOn: completion, next: new)
      let isFollowed =
        list.tasks.contains { $0.id != item && $0.meaning.recurrence != nil && occurrence.isFollowed(by: $0.line) }
        || doneLines.contains { $0.header.isDone && occurrence.isFollowed(by: $0) }
      return isFollowed ? .nothing : .line(new)
    }
  }
}

/// A completed task of a series, to tell which lines come after it: the done file has those before it too.
private struct Occurrence {
  private let words: [UInt8]
  private let completion: CivilDate
  private let date: CivilDate?
  private let nextDate: CivilDate?

  init(of line: Line, completedOn completion: CivilDate, next: Line) {
    words = line.seriesWords
    self.completion = completion
    date = Meaning(of: line).seriesDate
    nextDate = Meaning(of: next).seriesDate
  }

  func isFollowed(by other: Line) -> Bool {
    guard other.seriesWords == words else { return false }
    let meaning = Meaning(of: other)
    guard meaning.isDone else { return true }
    guard let otherDate = meaning.seriesDate else { return meaning.completion.map { $0 > completion } ?? false }
    let isLater = date.map { otherDate > $0 } ?? true
    guard let otherCompletion = meaning.completion else { return isLater }
    // One done before its day may be followed by an earlier date: two on one day are told by the dates expected.
    return otherCompletion > completion
      || otherCompletion == completion && (isLater || otherDate == nextDate && otherDate != date)
  }
}

extension Meaning {
  fileprivate var seriesDate: CivilDate? { due ?? threshold }
}

extension TaskList {
  /// The open task that completing a line of a series left behind, if nobody has changed it since.
  ///
  /// - Parameter seen: Where the line does not say when it was completed, that day is tried, the one before, and the
  ///   day on which the successor says that it was made.
  package func untouchedSuccessor(of line: Line, _ item: ItemID, on seen: CivilDate) -> ItemID? {
    guard Meaning(of: line).recurrence != nil else { return nil }
    let words = line.seriesWords
    for task in tasks where task.id != item && !task.meaning.isDone && task.meaning.recurrence != nil {
      guard task.line.seriesWords == words else { continue }
      let guesses = [task.meaning.creation, seen, seen.moved(byDays: -1)].compactMap(\.self)
      let days = line.header.completion.map { [$0] } ?? guesses
      if days.contains(where: { Successor.isLeft(task.line, by: line, completedOn: $0) }) { return task.id }
    }
    return nil
  }

  /// Takes out the untouched successors of tasks that are open again.
  ///
  /// - Parameter returned: Tasks that came back from elsewhere count as well.
  package mutating func withdrawSuccessors(
    of changes: [TaskChange], returned: Bool, on today: CivilDate
  ) -> [TaskChange] {
    let reopened = changes.filter { change in
      guard let new = change.new, !new.meaning.isDone, new.meaning.recurrence != nil else { return false }
      return change.old.map(\.meaning.isDone) ?? returned
    }
    guard !reopened.isEmpty else { return [] }
    // Who reopens two of a series wants both.
    let asked = Set(changes.compactMap { $0.new?.id })
    let found = reopened.compactMap { change -> ItemID? in
      guard let task = change.new else { return nil }
      return untouchedSuccessor(of: change.old?.line ?? task.line, task.id, on: today)
    }
    return takeOut(Set(found).subtracting(asked).sorted()).changes
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
