import TodoTxt

/// Conditions that must all hold.
struct QueryAlternative: Hashable, Sendable {
  /// What lists leave out where nothing asks for it.
  struct Shown: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let done = Shown(rawValue: 1)
    static let hidden = Shown(rawValue: 2)
    /// Before the threshold.
    static let early = Shown(rawValue: 4)
  }

  private(set) var conditions: [QueryCondition] = []
  /// The alternatives of each view that must hold: one of them has to.
  private(set) var views: [[QueryAlternative]] = []
  private(set) var shown: Shown = []

  var isEmpty: Bool { conditions.isEmpty && views.isEmpty }

  var asksOthers: Bool {
    conditions.contains(where: \.asksOthers) || views.contains { $0.contains(where: \.asksOthers) }
  }

  mutating func add(_ condition: QueryCondition) {
    conditions.append(condition)
    switch condition {
    case .all, .done, .clashing: shown = [.done, .hidden, .early]
    case .hidden, .waiting: shown.formUnion([.hidden, .early])
    case .word, .tag, .anyTag, .tagged, .priority, .due, .overdue, .blocked, .snoozed, .held, .badValue, .view, .not:
      break
    }
  }

  mutating func add(view: [QueryAlternative]) { views.append(view) }

  func matches(_ task: Task, in context: QueryContext) -> Bool { matches(task, in: context, showing: []) }

  /// - Parameter more: what the query shows that names this one's view.
  private func matches(_ task: Task, in context: QueryContext, showing more: Shown) -> Bool {
    let shown = shown.union(more)
    guard views.isEmpty else {
      // Each of them leaves out what it leaves out by itself.
      return views.allSatisfy { $0.contains { $0.matches(task, in: context, showing: shown) } }
        && conditions.allSatisfy { $0.matches(task, in: context) }
    }
    if !shown.contains(.done), task.meaning.isDone { return false }
    if !shown.contains(.hidden), task.meaning.isHidden { return false }
    if !shown.contains(.early), task.meaning.isWaiting(on: context.today) { return false }
    return conditions.allSatisfy { $0.matches(task, in: context) }
  }

  func fits(_ task: Task, in context: QueryContext) -> Bool {
    conditions.allSatisfy { $0.matches(task, in: context) }
      && views.allSatisfy { $0.contains { $0.fits(task, in: context) } }
  }
}

extension Meaning {
  /// Before its threshold.
  func isWaiting(on today: CivilDate) -> Bool { threshold.map { $0 > today } ?? false }
}
