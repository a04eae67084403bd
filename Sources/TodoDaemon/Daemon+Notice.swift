import TodoCore
import TodoProtocol

/// Popups about the file and about what a button did: told once, and *Undo* does what the verb does.
extension Daemon {
  /// - Returns: The slot of the popup; nil where nothing rings.
  @discardableResult
  func notice(_ kind: Notices.Kind) -> Int? {
    guard configuration.reminders.rings else { return nil }
    let slot = notices.add(kind)
    ports.show(popup(kind, slot: slot))
    return slot
  }

  func noticeEvent(_ slot: Int, _ event: PopupEvent) {
    testEvent(slot, event)
    switch event {
    case .shown:
      if case .badValues(let values) = notices.open[slot] { toldBadValues(values) }
      if case .clashes(let clashes) = notices.open[slot] { told(clashes) }
    case .failed(let reason), .lost(let reason):
      ports.journal(JournalEntry(.failed, "a notice was not delivered: \(reason)", level: .warning))
      switch notices.remove(slot) {
      case .badValues(let values): retryBadValues(values)
      case .clashes: retryClashes()
      case .missing, .emptied, .shrunk, .tookBack, .notDone, .did, .unrecorded, .paused, .test, .copies, nil: break
      }
    case .closed, .expired: _ = notices.remove(slot)
    case .action(let name):
      guard let kind = notices.remove(slot) else { return }
      let answer = PopupAnswer(name: name)
      if answer == .undo, let step = kind.step { carryOut(.undo(step: step), at: ports.now()) }
      if answer == .restore, case .tookBack(let found, let step) = kind {
        carryOut(.giveBack(found, of: step), at: ports.now())
      }
      if answer == .makeIt, case .badValues(let values) = kind {
        carryOut(.mend(values.filter { $0.meant != nil }), at: ports.now())
      }
      if let answer, case .clashes(let clashes) = kind { settle(clashes, by: answer) }
    }
  }

  private func popup(_ kind: Notices.Kind, slot: Int) -> Popup {
    var popup =
      switch kind {
      case .missing(let path):
        Popup(
          notice: "The todo file is missing",
          body: "\(path) is not there. Reminders go on from memory.\n"
            + "`todoctl restore --file` writes it again, `todoctl accept` lets it go.", slot: slot, stays: true)
      case .emptied(let count, _):
        Popup(notice: "The todo file was emptied", body: "\(count) tasks are gone.", slot: slot, stays: true)
      case .shrunk(let gone, let left, _, _):
        Popup(
          notice: "\(gone) tasks are gone",
          body: "Another program took them out of the todo file, which has \(left) left.", slot: slot, stays: true)
      case .tookBack(let found, _): Popup(takenBack: found, slot: slot, configuration: configuration)
      case .did(let deed, let lines, _):
        Popup(
          after: deed, of: lines, slot: slot, configuration: configuration, zone: ports.zone(), now: ports.now())
      case .unrecorded(let reason):
        Popup(
          notice: "Reminders wait", body: "\(reason)\nThey ring once the state can be written.", slot: slot, stays: true
        )
      case .paused(let words, let held):
        Popup(
          notice: words.title,
          body: "\(held == 1 ? "1 task waits" : "\(held) tasks wait"). `\(words.command)` ends it.", slot: slot)
      case .badValues(let values):
        Popup(
          bad: values, line: { list[$0]?.line }, slot: slot, configuration: configuration, zone: ports.zone(),
          now: ports.now())
      case .clashes(let clashes):
        Popup(
          clashing: clashes.map { $0.items.compactMap { list[$0] } }, slot: slot, configuration: configuration)
      case .copies(let taken):
        Popup(
          notice: taken.count == 1 ? "A conflict copy was taken in" : "\(taken.count) conflict copies were taken in",
          body: taken.map { "\($0.words) from \($0.name)" }.joined(separator: "\n"), slot: slot, stays: true)
      case .test: Popup(notice: "This is a test", body: "Reminders look like this.", slot: slot)
      case .notDone(let reason): Popup(notice: "That did not work", body: reason, slot: slot)
      }
    if kind.step != nil, popup.actions.isEmpty { popup.actions = [Popup.Action(.undo, "Undo")] }
    return popup
  }
}

extension Notices.Kind {
  /// The step that *Undo* takes back.
  fileprivate var step: Int64? {
    switch self {
    case .emptied(_, let step), .shrunk(_, _, _, let step), .did(_, _, let step): step
    case .missing, .tookBack, .notDone, .unrecorded, .paused, .test, .badValues, .clashes: nil
    case .copies(let taken): taken.count == 1 ? taken[0].step : nil
    }
  }
}
