import TodoTxt

/// Conditions that must all hold.
struct QueryAlternative: Sendable {
  var conditions: [QueryCondition] = []
  var showsDone = false
  var showsHidden = false
  /// Tasks before their threshold.
  var showsEarly = false

  mutating func add(_ condition: QueryCondition) {
    conditions.append(condition)
    switch condition {
    case .all, .done, .clashing:
      showsDone = true
      showsHidden = true
      showsEarly = true
    case .hidden:
      showsHidden = true
      showsEarly = true
    case .word, .tag, .anyTag, .priority, .due, .overdue, .blocked, .snoozed, .held, .badValue, .not: break
    }
  }

  func matches(_ task: Task, in context: QueryContext) -> Bool {
    if !showsDone, task.meaning.isDone { return false }
    if !showsHidden, task.meaning.isHidden { return false }
    if !showsEarly, let threshold = task.meaning.threshold, threshold > context.today { return false }
    return fits(task, in: context)
  }

  func fits(_ task: Task, in context: QueryContext) -> Bool {
    conditions.allSatisfy { $0.matches(task, in: context) }
  }
}
