import TodoCore
import TodoProtocol
import TodoTxt

/// What a button of a popup asks for: done as a client's change is, in its turn, and waiting for the file like it.
enum Deed {
  case complete([ItemID])
  case snooze([ItemID], Delay)
  case undo(step: Int64)
  /// What a save took back stands again.
  case giveBack([TakenBack], of: Int64)
  case mend([BadValue])
  case resolve([ItemID], Command.Choice)

  enum Delay {
    /// What suits the task.
    case usual
    /// The button named it.
    case until(Instant)
    case tomorrow
  }
}

extension ClientID {
  /// Who presses buttons.
  static let popups = ClientID(0)
}

extension Daemon {
  func perform(_ deed: Deed, in turn: inout Turn) throws(Unanswered) {
    switch deed {
    case .complete(let items):
      try requireSettledFile()
      let made = turn.draft.step("done", by: .popup) { list, context in
        list.complete(items.filter { list[$0] != nil }, in: &context)
      }
      guard let step = made.step, let line = made.outcome.changes.first?.new?.line else { return }
      turn.notices.append(.did(.done, of: [line], step: step))
    case .snooze(let items, let delay): try snooze(items, delay, in: &turn)
    case .mend(let values):
      try requireSettledFile()
      let made = turn.draft.step("mend", by: .popup) { list, context in list.mend(values, in: &context) }
      guard let step = made.step else { throw .failure(Failure(.conflict, "the task reads otherwise by now")) }
      let words = values.compactMap { value in value.meant.map { "\(value.key.rawValue):\($0)" } }
      turn.notices.append(.did(.mended(words), of: made.outcome.changes.compactMap { $0.new?.line }, step: step))
    case .resolve(let items, let choice):
      try requireSettledFile()
      let made = try finding { () throws(Refusal) in
        let settlement = try Settlement(of: items, choice, among: turn.draft.reminders.openClashes)
        return try turn.draft.step("resolve", by: .popup) { list, context throws(Refusal) in
          try list.apply(.resolve(settlement), in: &context)
        }
      }
      guard let step = made.step else { return }
      turn.notices.append(.did(.kept, of: made.outcome.changes.compactMap { $0.new?.line }, step: step))
    case .giveBack(let found, let step):
      try requireSettledFile()
      _ = try finding { () throws(Refusal) in try giveBack(found, of: step, by: .popup, in: &turn.draft) }
    case .undo(let number):
      let step = try finding { () throws(Refusal) in try undoable(number) }
      if !step.delta.isEmpty { try requireSettledFile() }
      _ = try finding { () throws(Refusal) in try undo(step, in: &turn.draft) }
    }
  }

  private func snooze(_ items: [ItemID], _ delay: Deed.Delay, in turn: inout Turn) throws(Unanswered) {
    // One that was done since the digest was drawn is no reason to refuse the others.
    let tasks = items.compactMap { turn.draft.list[$0] }.filter { !$0.meaning.isDone && !$0.meaning.isSilent }
    guard !tasks.isEmpty else { return }
    let made = try finding { () throws(Refusal) in
      switch delay {
      case .usual: try snooze(tasks, nil, by: .popup, in: &turn.draft)
      case .tomorrow: try snooze(tasks, "tomorrow", by: .popup, in: &turn.draft)
      case .until(let instant):
        try snooze(tasks, until: Later(instant: instant, isToTime: true), by: .popup, in: &turn.draft)
      }
    }
    guard let step = made.step, let until = made.snoozes.map(\.until).max() else { return }
    let dueBefore = made.snoozes.count { $0.endsWithDue }
    turn.notices.append(.did(.snoozed(until: until, dueBefore: dueBefore), of: tasks.map(\.line), step: step))
  }
}
