import TodoTxt

/// What a task has to be like: the tree that a query is parsed into.
indirect enum QueryCondition: Hashable, Sendable {
  /// Somewhere in the text, also inside a word.
  case word(QueryText)
  /// A whole word, such as `+family`.
  case tag(QueryText)
  /// A whole word that begins with `+` or `@`; here without it.
  case anyTag(QueryText)
  /// Some word that begins with that sign.
  case tagged(sign: UInt8)
  case priority(from: Priority, to: Priority)
  /// The day it is due, in the zone that holds; a nil end is open.
  case due(from: CivilDate?, to: CivilDate?)
  case overdue, done, hidden, blocked, snoozed, held
  /// Before its threshold.
  case waiting
  /// The marks: one of the lines of a clash; a value that makes no sense.
  case clashing, badValue
  /// Fits every task.
  case all
  /// What a saved query finds, whatever lists leave out.
  case view([QueryAlternative])
  case not(QueryCondition)

  var asksOthers: Bool {
    switch self {
    case .blocked, .snoozed, .held, .overdue, .clashing: true
    case .not(let condition): condition.asksOthers
    case .view(let alternatives): alternatives.contains(where: \.asksOthers)
    case .word, .tag, .anyTag, .tagged, .priority, .due, .done, .hidden, .waiting, .badValue, .all: false
    }
  }

  func matches(_ task: Task, in context: QueryContext) -> Bool {
    let meaning = task.meaning
    switch self {
    case .word(let text): return task.withText { text.isContained(in: $0) }
    case .tag(let text): return task.hasWord { text.equals($0) }
    case .anyTag(let text):
      return task.hasWord { word in
        guard word[0] == UInt8(ascii: "+") || word[0] == UInt8(ascii: "@") else { return false }
        return text.equals(UnsafeBufferPointer(rebasing: word.dropFirst()))
      }
    case .tagged(let sign): return task.hasWord { $0.count > 1 && $0[0] == sign }
    case .priority(let from, let to):
      guard let priority = meaning.priority else { return false }
      return priority <= from && priority >= to
    case .due(let from, let to):
      guard let due = meaning.dueDay(in: context.zone) else { return false }
      if let from, due < from { return false }
      if let to, due > to { return false }
      return true
    case .overdue: return meaning.isOverdue(in: context) && !context.snoozed.contains(task.id)
    case .done: return meaning.isDone
    case .hidden: return meaning.isHidden
    case .waiting: return !meaning.isDone && meaning.isWaiting(on: context.today)
    case .view(let alternatives): return alternatives.contains { $0.fits(task, in: context) }
    case .blocked: return context.blocked.contains(task.id)
    case .snoozed: return context.snoozed.contains(task.id)
    case .held: return context.held.contains(task.id)
    case .clashing: return context.clashing.contains(task.id)
    case .badValue: return meaning.problems.contains(where: \.isBadValue)
    case .all: return true
    case .not(let condition): return !condition.matches(task, in: context)
    }
  }
}

extension Meaning {
  /// The day it is due; of a due with `Z` or an offset the day in the given zone.
  func dueDay(in zone: Zone) -> CivilDate? {
    guard let dueInstant else { return due }
    return zone.date(of: Instant(microseconds: dueInstant))
  }

  /// Open, and its time has passed, or its day has ended.
  func isOverdue(in context: QueryContext) -> Bool {
    guard !isDone else { return false }
    if let dueInstant { return dueInstant <= context.now.microseconds }
    guard let due else { return false }
    guard due == context.today, let time else { return due < context.today }
    return context.zone.instant(of: CivilTime(due, time)) <= context.now
  }
}

extension Task {
  /// Hands over what follows the header.
  fileprivate func withText(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    let text = line.text
    return text.withUnsafeBufferPointer(body)
  }

  /// Whether some word of the text is as told.
  fileprivate func hasWord(_ isMeant: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    withText { text in
      var start = 0
      for end in 0...text.count where end == text.count || text[end] == UInt8(ascii: " ") || text[end] == 0x09 {
        if end > start, isMeant(UnsafeBufferPointer(rebasing: text[start..<end])) { return true }
        start = end + 1
      }
      return false
    }
  }
}
