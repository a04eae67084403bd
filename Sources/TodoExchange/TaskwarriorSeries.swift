import TodoCore
import TodoTxt

/// Which entries of an export are occurrences of which recurring task.
///
/// Taskwarrior keeps a parent that nobody sees and a child for each occurrence; a line of ours is the series itself,
/// as of its first open occurrence.
struct TaskwarriorSeries {
  private var parents: [TaskUUID: TaskwarriorTask] = [:]
  /// Parents that are over: what is left of them are tasks like others.
  private var ended: Set<TaskUUID> = []
  /// The open children of each parent, soonest first.
  private var open: [TaskUUID: [TaskwarriorTask]] = [:]
  /// When the last child of each parent is or was due, whatever became of it.
  private var last: [TaskUUID: Instant] = [:]

  init(_ tasks: [TaskwarriorTask]) {
    for task in tasks {
      if let uuid = task.uuid, task.status == .recurring { parents[uuid] = task }
      if let uuid = task.uuid, task.status == .deleted || task.status == .completed { ended.insert(uuid) }
      guard let parent = task.parent else { continue }
      if task.isOpen { open[parent, default: []].append(task) }
      if let due = task.dates[.due] { last[parent] = max(due, last[parent] ?? due) }
    }
    for parent in open.keys { open[parent]?.sort { ($0.due, $0.number) < ($1.due, $1.number) } }
  }

  /// What the entry is left out for: its parent, or, where that is not in the file, the first of its open siblings.
  func standIn(for task: TaskwarriorTask) -> String? {
    guard task.isOpen, let uuid = task.parent, !ended.contains(uuid) else { return nil }
    if let parent = parents[uuid] { return parent.place }
    guard let first = open[uuid]?.first, first.number != task.number, first.recurrence != nil else { return nil }
    return first.place
  }

  /// The first open occurrence of a parent.
  func occurrence(of task: TaskwarriorTask) -> TaskwarriorTask? {
    guard task.status == .recurring, let uuid = task.uuid else { return nil }
    return open[uuid]?.first
  }

  /// When the last occurrence of a parent without an open one was due.
  func lastDue(of task: TaskwarriorTask) -> Instant? {
    guard task.status == .recurring, let uuid = task.uuid else { return nil }
    return last[uuid]
  }

  /// A parent does, and an occurrence that stands for its parent.
  func recurs(_ task: TaskwarriorTask) -> Bool {
    task.status == .recurring || task.parent.map { !ended.contains($0) } ?? false
  }
}

extension TaskwarriorTask {
  var isOpen: Bool { status == .pending || status == .waiting }
  /// Without a due it comes last.
  fileprivate var due: Instant { dates[.due] ?? Instant(microseconds: .max) }
}

extension RecurrenceRule {
  /// The first date of the series from `start` that is later than `day`.
  func next(from start: CivilDate, after day: CivilDate) -> CivilDate {
    var steps = 0
    var date = start
    while date <= day, let next = self.date(after: start, steps: steps + 1) {
      steps += 1
      date = next
    }
    return date
  }
}
