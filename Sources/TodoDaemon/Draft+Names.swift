import TodoCore
import TodoProtocol
import TodoTxt

/// From the names that a request has for tasks to their ids.
extension Draft {
  /// Each task once, in the order in which they were named.
  func resolve(_ names: [ItemName]) throws(Refusal) -> [ItemID] {
    var found: [ItemID] = []
    var seen: Set<ItemID> = []
    for name in names {
      for id in try resolve(name) where seen.insert(id).inserted { found.append(id) }
    }
    return found
  }

  func resolveOne(_ name: ItemName) throws(Refusal) -> ItemID {
    let found = try resolve(name)
    guard found.count == 1 else { throw .notOneItem(found.count) }
    return found[0]
  }

  private func resolve(_ name: ItemName) throws(Refusal) -> [ItemID] {
    switch name {
    case .id(let number):
      let id = ItemID(number)
      guard list[id] != nil else { throw .noSuchItem(id) }
      return [id]
    case .range(let first, let last):
      let end = min(last, list.highestID)
      let found = first > end ? [] : (first...end).map(ItemID.init).filter { list[$0] != nil }
      guard !found.isEmpty else { throw .nothingMatches("\(first)-\(last)") }
      return found
    case .line(let number):
      guard list.rows.indices.contains(Int(number) - 1), case .task(let task) = list.rows[Int(number) - 1] else {
        throw .noSuchLine(Int(number))
      }
      return [task.id]
    case .last:
      guard let id = reminders.lastRung, list[id] != nil else { throw .nothingRang }
      return [id]
    case .rung:
      let found = reminders.missed.filter { list[$0] != nil }
      guard !found.isEmpty else { throw .nothingRang }
      return found
    case .matching(let text):
      let found = try find(text, sort: nil)
      guard !found.isEmpty else { throw .nothingMatches(text) }
      return found
    }
  }

  /// The tasks a query finds, in the order asked for, else that of the file.
  func find(_ query: String, sort: String?) throws(Refusal) -> [ItemID] {
    let parsed = try parse(query)
    let queryContext = queryContext
    let found = list.tasks.filter { parsed.matches($0, in: queryContext) }
    var keys = parsed.order
    if let sort { keys = try Refusal.wrapping { () throws(QueryError) in try SortKey.keys(parsing: sort) } }
    guard !keys.isEmpty else { return found.map(\.id) }
    return SortKey.sorted(found, by: keys, in: queryContext).map(\.id)
  }

  func parse(_ query: String) throws(Refusal) -> Query {
    let (now, zone, views) = (context.now, context.zone, reminders.settings.views)
    return try Refusal.wrapping { () throws(QueryError) in
      try Query(parsing: query, views: views, now: now, zone: zone)
    }
  }

  var queryContext: QueryContext {
    QueryContext(
      today: context.today, now: context.now, zone: context.zone, blocked: reminders.blockedItems,
      snoozed: reminders.snoozedItems, held: reminders.heldItems,
      clashing: reminders.clashingItems)
  }

  /// Compare-and-swap: the one task named must still be what the client saw.
  func verify(_ condition: LineHash?, of ids: [ItemID]) throws(Refusal) {
    guard let condition, let id = ids.first, let task = list[id] else { return }
    let now = LineHash(of: task.line)
    guard now == condition else { throw .changed(id, now: now) }
  }
}

extension LineHash {
  init(of line: Line) {
    self.init(of: line.bytes.last == UInt8(ascii: "\r") ? Array(line.content) : line.bytes)
  }
}
