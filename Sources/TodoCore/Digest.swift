import TodoTxt

/// The order of the tasks in a digest.
enum Digest {
  /// Timed ones of today whose time has passed, those to come, overdue by priority then age, the rest.
  static func sorted(_ items: [Ring.Item], at now: Instant, today: Instant) -> [Ring.Item] {
    items.map { (item: $0, rank: rank(of: $0, at: now, today: today)) }
      .sorted { left, right in
        if left.rank != right.rank { return left.rank < right.rank }
        return left.rank < 2 ? isEarlier(left.item, right.item) : isMoreUrgent(left.item, right.item)
      }
      .map(\.item)
  }

  private static func rank(of item: Ring.Item, at now: Instant, today: Instant) -> Int {
    if item.isTimed, let due = item.due, due >= today { return due <= now ? 0 : 1 }
    return item.isOverdue ? 2 : 3
  }

  private static func isMoreUrgent(_ left: Ring.Item, _ right: Ring.Item) -> Bool {
    let priorities = (left.task.meaning.priority, right.task.meaning.priority)
    switch priorities {
    case (let mine?, let other?) where mine != other: return mine > other
    case (.some, nil): return true
    case (nil, .some): return false
    case (.some, .some), (nil, nil): return isEarlier(left, right)
    }
  }

  private static func isEarlier(_ left: Ring.Item, _ right: Ring.Item) -> Bool {
    (left.due ?? .never, left.task.id) < (right.due ?? .never, right.task.id)
  }
}
