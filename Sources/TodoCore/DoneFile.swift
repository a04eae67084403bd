package import TodoTxt

/// What is known of the done file, so that a task that somebody moves there is done and not deleted.
///
/// Others write the two files at different moments: what is seen first, a line that came there or a task that left the
/// todo file, waits a while for the other. Times are milliseconds of a clock that nobody sets.
package struct DoneFile: Sendable {
  /// A task that left the todo file before its line came to the done file.
  package struct Archived: Sendable {
    package var task: Task
    /// The step with which it left.
    package var step: Int64
    /// Its line in the done file.
    package var line: Line
    /// It was taken for moved on: what has its id in the list is its successor.
    package var wasMovedOn: Bool
  }

  /// The content as last seen or written.
  package private(set) var bytes: [UInt8]
  private var came: [(line: Line, until: Int64)] = []
  private var left: [Left] = []

  /// A task that left the todo file, or that may have: another line seems to continue it.
  private struct Left {
    var task: Task
    var step: Int64
    var until: Int64
    var wasMovedOn: Bool
  }

  private static let patience: Int64 = 60_000

  /// - Parameter known: How many bytes from its beginning were seen by an earlier run: what stands behind them is new.
  package init(bytes: [UInt8] = [], known: Int = 0, at now: Int64 = 0) {
    self.bytes = bytes
    note(TodoText(parsing: Array(bytes[known...])).lines, at: now)
  }

  /// Somebody wrote it: gives back the tasks that turn out to be done.
  package mutating func saw(_ new: [UInt8], at now: Int64) -> [Archived] {
    note(added(by: new), at: now)
    bytes = new
    left.removeAll { $0.until < now }
    let places = Identity.archived(removed: left.map(\.task.line), appended: lines(at: now))
    let found = zip(came, places).compactMap { came, place in
      place.map {
        Archived(task: left[$0].task, step: left[$0].step, line: came.line, wasMovedOn: left[$0].wasMovedOn)
      }
    }
    forget(found.map(\.line))
    for place in places.compactMap(\.self).sorted(by: >) { left.remove(at: place) }
    return found
  }

  /// todod wrote it: nothing in it is news.
  package mutating func wrote(_ new: [UInt8]) { bytes = new }

  /// The done lines that came lately and belong to no task yet.
  package mutating func lines(at now: Int64) -> [Line] {
    came.removeAll { $0.until < now }
    return came.map(\.line)
  }

  /// It left the todo file so lately that its line may still come here.
  package func awaits(_ id: ItemID, at now: Int64) -> Bool {
    left.contains { $0.task.id == id && !$0.wasMovedOn && $0.until >= now }
  }

  /// Somebody's edit took tasks out of the todo file: these lines are of those that are done, the others may yet be.
  ///
  /// - Parameter movedOn: Recurring tasks that have other dates now: it may be their successors that have them.
  package mutating func settle(
    _ lines: [Line], missing tasks: [Task], movedOn: [Task] = [], step: Int64, at now: Int64
  ) {
    forget(lines)
    let until = now + DoneFile.patience
    left += tasks.map { Left(task: $0, step: step, until: until, wasMovedOn: false) }
    left += movedOn.map { Left(task: $0, step: step, until: until, wasMovedOn: true) }
  }

  private mutating func note(_ lines: [Line], at now: Int64) {
    came += lines.filter(\.header.isDone).map { ($0, now + DoneFile.patience) }
  }

  private mutating func forget(_ lines: [Line]) {
    for line in lines {
      if let place = came.firstIndex(where: { $0.line == line }) { came.remove(at: place) }
    }
  }

  /// The lines that are new, most often all behind the old ones.
  private func added(by new: [UInt8]) -> [Line] {
    if new.starts(with: bytes) { return TodoText(parsing: Array(new[bytes.count...])).lines }
    var old: [ArraySlice<UInt8>: Int] = [:]
    for line in TodoText(parsing: bytes).lines { old[line.content, default: 0] += 1 }
    return TodoText(parsing: new).lines.filter { line in
      guard let count = old[line.content], count > 0 else { return true }
      old[line.content] = count - 1
      return false
    }
  }
}
