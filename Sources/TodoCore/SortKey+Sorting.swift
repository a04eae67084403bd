import TodoTxt

extension SortKey {
  /// Sorts by the first key, what is equal there by the next; what is equal in all keeps its order.
  ///
  /// What has no value for a key stands behind what has one, in either direction.
  package static func sorted(_ tasks: [Task], by keys: [SortKey], in context: QueryContext) -> [Task] {
    guard !keys.isEmpty else { return tasks }
    let ranks = keys.map { $0.ranks(of: tasks, in: context) }
    let order = tasks.indices.sorted { left, right in
      for rank in ranks where rank[left] != rank[right] { return rank[left] < rank[right] }
      return left < right
    }
    return order.map { tasks[$0] }
  }

  /// A number for each task that grows in the direction of the key.
  private func ranks(of tasks: [Task], in context: QueryContext) -> [Int64] {
    let last = Int64.max
    let ranks: [Int64?] =
      switch field {
      case .urgency:
        tasks.map { task in
          let isBlocked = context.blocked.contains(task.id)
          return -Int64((task.urgency(today: context.today, zone: context.zone, isBlocked: isBlocked) * 1e6).rounded())
        }
      case .due: tasks.map { $0.meaning.dueRank(in: context.zone) }
      case .pri: tasks.map { $0.meaning.priority.map { Int64($0.letter) } }
      case .created: tasks.map { $0.meaning.creation.map { Int64($0.daysSinceEpoch) } }
      case .text: Self.places(of: tasks.map { $0.line.text })
      case .project: Self.places(of: tasks.map { $0.line.projects.first })
      case .context: Self.places(of: tasks.map { $0.line.contexts.first })
      case .id: tasks.map { Int64($0.id.number) }
      }
    return ranks.map { rank in
      guard let rank else { return last }
      return isReversed ? -rank : rank
    }
  }

  /// Where each stands among all, whatever its case; equal ones share a place.
  private static func places(of texts: [ArraySlice<UInt8>?]) -> [Int64?] {
    let folded = texts.map { text in text.map { Array(String(decoding: $0, as: UTF8.self).lowercased().utf8) } }
    let order = Set(folded.compactMap { $0 }).sorted { $0.lexicographicallyPrecedes($1) }
    let places = Dictionary(uniqueKeysWithValues: zip(order, Int64(0)...))
    return folded.map { text in text.flatMap { places[$0] } }
  }
}

extension Meaning {
  /// Grows with the due; on one day what has a time stands before what has none.
  fileprivate func dueRank(in zone: Zone) -> Int64? {
    if let dueInstant {
      return zone.civil(of: Instant(microseconds: dueInstant)).secondsAsUTC
    }
    guard let due else { return nil }
    return CivilTime(due, .midnight).secondsAsUTC + Int64(time?.seconds ?? 86_399)
  }
}
