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
  ///   - series: The lines of its series, of the list and of the done file.
  ///   - isAwaited: It left the todo file so lately that its line may still come to the done file.
  package func settled(in list: TaskList, _ series: SeriesIndex, isAwaited: Bool) -> Settled {
    let task = list[item]
    switch kind {
    case .withdrawal:
      guard let task, !task.meaning.isDone else { return .nothing }
      return series.untouchedSuccessor(of: line, item, on: day).map(Settled.withdraw) ?? .nothing
    case .successor:
      if let task { return task.meaning.isDone ? successor(of: task.line, series) : .nothing }
      if isArchived { return successor(of: line, series) }
      return isAwaited ? .waits : .nothing
    }
  }

  /// All follows from the line, so that two machines write the same bytes.
  private func successor(of line: Line, _ series: SeriesIndex) -> Settled {
    let completion = line.header.completion ?? day
    let next = Successor(of: line, completedOn: completion)
    switch next {
    case .none(.notRecurring): return .nothing
    case .none(let reason): return .noLine(reason)
    case .line(let new):
      let words = line.seriesWords
      let occurrence = Occurrence(of: line, completedOn: completion, next: new)
      let isFollowed =
        series.open(words).contains { $0.id != item } || series.done(words).contains { occurrence.isFollowed(by: $0) }
      return isFollowed ? .nothing : .line(new)
    }
  }
}

/// A completed task of a series, to tell which lines come after it: the done file has those before it too.
private struct Occurrence {
  private let completion: CivilDate
  private let date: CivilDate?
  private let nextDate: CivilDate?

  init(of line: Line, completedOn completion: CivilDate, next: Line) {
    self.completion = completion
    date = Meaning(of: line).seriesDate
    nextDate = Meaning(of: next).seriesDate
  }

  /// By another done line of the series.
  func isFollowed(by other: Line) -> Bool {
    let meaning = Meaning(of: other)
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
  /// Takes out the untouched successors of tasks that are open again.
  ///
  /// - Parameter returned: Those that came back from another file, where they were done, count as well.
  package mutating func withdrawSuccessors(
    of changes: [TaskChange], returned: Set<ItemID>, on today: CivilDate
  ) -> [TaskChange] {
    let reopened = changes.filter { change in
      guard let new = change.new, !new.meaning.isDone, new.meaning.recurrence != nil else { return false }
      return change.old.map(\.meaning.isDone) ?? returned.contains(new.id)
    }
    guard !reopened.isEmpty else { return [] }
    // Who reopens two of a series wants both.
    let asked = Set(changes.compactMap { $0.new?.id })
    // An undo takes a successor away itself, where its step had brought one: a twin of that is another's.
    let gone = Set(changes.lazy.filter { $0.new == nil }.compactMap { $0.old?.recurringWords })
    let series = SeriesIndex(of: reopened.compactMap { ($0.old ?? $0.new)?.line }, in: self)
    let found = reopened.compactMap { change -> ItemID? in
      guard let task = change.new, !gone.contains(task.line.seriesWords) else { return nil }
      return series.untouchedSuccessor(of: change.old?.line ?? task.line, task.id, on: today)
    }
    return takeOut(Set(found).subtracting(asked).sorted()).changes
  }
}
