import TodoCore

/// Which tasks changed at which revision of this run, so that a watcher that was away hears only of those.
struct ChangeLog {
  private var entries: [(revision: Int64, id: ItemID, isDone: Bool)] = []
  /// Changes up to this revision are no longer known one by one.
  private(set) var horizon: Int64 = 0
  private static let limit = 10_000

  mutating func begin(at revision: Int64) { horizon = revision }

  /// - Parameter done: those that are gone because they went to the done file.
  mutating func note(_ changes: [TaskChange], at revision: Int64, done: Set<ItemID> = []) {
    for change in changes {
      guard let id = (change.new ?? change.old)?.id else { continue }
      entries.append((revision, id, done.contains(id)))
    }
    guard entries.count > 2 * ChangeLog.limit else { return }
    let dropped = entries.count - ChangeLog.limit
    horizon = entries[dropped - 1].revision
    entries.removeFirst(dropped)
  }

  /// Tasks that are gone already turn out to have gone to the done file.
  mutating func wentToDoneFile(_ ids: Set<ItemID>) {
    var left = ids
    for place in entries.indices.reversed() where !left.isEmpty {
      if left.remove(entries[place].id) != nil { entries[place].isDone = true }
    }
  }

  /// The tasks that went to the done file since a revision, and are there still.
  func done(since revision: Int64) -> Set<ItemID> {
    var seen: Set<ItemID> = []
    var done: Set<ItemID> = []
    for entry in entries.reversed().prefix(while: { $0.revision > revision }) where seen.insert(entry.id).inserted {
      if entry.isDone { done.insert(entry.id) }
    }
    return done
  }

  /// Each task changed after a revision, once, oldest first; nil if that is further back than is known.
  func changed(since revision: Int64) -> [ItemID]? {
    guard revision >= horizon else { return nil }
    var seen: Set<ItemID> = []
    return entries.filter { $0.revision > revision && seen.insert($0.id).inserted }.map(\.id)
  }
}
