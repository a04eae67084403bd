import TodoCore

/// What became of reminders by changes of their tasks: for the journal, and for the command of `OnRemind=`.
extension Daemon {
  /// To be called once the draft is true: one message for each way in which what rang is answered.
  func sayAnswered(by draft: Draft) {
    let rows = draft.recorded.flatMap(\.rows)
    saySuperseded(rows)
    var answered: [LedgerRow.Reaction: Set<ItemID>] = [:]
    for row in rows where row.state == .answered {
      if let item = row.key.item, let reaction = row.reaction { answered[reaction, default: []].insert(item) }
    }
    guard !answered.isEmpty else { return }
    let gone = Dictionary(draft.changes.compactMap { $0.new == nil ? $0.old : nil }.map { ($0.id, $0) }) { $1 }
    let isByButton = draft.steps.contains { $0.author == .popup }
    for (reaction, items) in answered.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      // The button said so itself.
      if !isByButton {
        ports.journal(
          JournalEntry(
            .answered, "answered: \(reaction.rawValue), \(items.count) \(items.count == 1 ? "task" : "tasks")",
            item: items.count == 1 ? items.first : nil, revision: revision))
      }
      command(
        answered: items.sorted().compactMap { list[$0] ?? gone[$0] }, by: reaction.rawValue, at: draft.context.now)
    }
  }

  /// How many moments will not ring, never whose.
  func saySuperseded(_ rows: [LedgerRow]) {
    let superseded = rows.filter { $0.state == .superseded }
    guard let first = superseded.first else { return }
    let isOne = Set(superseded.map(\.key.item)).count == 1
    ports.journal(
      JournalEntry(
        .superseded,
        superseded.count == 1 ? "superseded: \(first.key.name)" : "superseded: \(superseded.count) moments",
        item: isOne ? first.key.item : nil, revision: revision))
  }
}
