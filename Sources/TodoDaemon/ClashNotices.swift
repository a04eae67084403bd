import TodoCore
import TodoProtocol

/// Which clashes were told: each is once, by a popup.
///
/// A newer clash is of a newer step, so that one number says it.
struct ClashNotices {
  /// All up to this step were on the screen.
  private(set) var told: Int64 = 0
  /// All up to this step are on their way there.
  private(set) var sent: Int64 = 0
  /// The uptime (ms) before which nothing is tried: a popup failed, or nothing may disturb.
  var again: Int64?

  mutating func send(_ clashes: [Clash]) {
    sent = clashes.map(\.name.step).reduce(sent, max)
    again = nil
  }

  mutating func arrived(_ clashes: [Clash]) { told = clashes.map(\.name.step).reduce(told, max) }

  mutating func failed(at uptime: Int64) {
    sent = told
    again = uptime + BadValues.retry
  }

  // MARK: In the state

  static let noteName = "clashes-told"

  var record: StateRecord { .note(ClashNotices.noteName, Array(String(told).utf8)) }

  mutating func remember(_ note: [UInt8]?) {
    told = note.flatMap { Int64(String(decoding: $0, as: UTF8.self)) } ?? 0
    sent = told
  }
}

/// Clashes are told when they come, and their popups go when they are settled elsewhere.
extension Daemon {
  /// To be called once the draft is true.
  func sayClashes(of draft: Draft) {
    guard let first = draft.clashes.first else { return }
    let count = draft.clashes.count
    ports.journal(
      JournalEntry(
        .conflict, "\(count == 1 ? "1 task was" : "\(count) tasks were") changed in two places: all forms are kept",
        level: .notice, item: count == 1 ? first.min() : nil, revision: revision, path: configuration.todo))
  }

  func tellClashes(at now: Instant) {
    withdrawSettledClashes()
    let news = reminders.openClashes.filter { $0.name.step > clashNotices.sent }
    guard !news.isEmpty, configuration.reminders.rings else {
      clashNotices.again = nil
      return
    }
    let uptime = ports.uptime()
    if let again = clashNotices.again, uptime < again { return }
    if let end = reminders.silenceEnd(at: now) {
      clashNotices.again = end < .never ? uptime + max(1000, end.milliseconds(since: now)) : nil
      return
    }
    clashNotices.send(news)
    notice(.clashes(news))
  }

  private func withdrawSettledClashes() {
    let open = Set(reminders.openClashes)
    for (slot, kind) in notices.open {
      guard case .clashes(let clashes) = kind, open.isDisjoint(with: clashes) else { continue }
      _ = notices.remove(slot)
      ports.withdraw(slot)
    }
  }

  func told(_ clashes: [Clash]) {
    clashNotices.arrived(clashes)
    record([], extra: [clashNotices.record])
  }

  func retryClashes() { clashNotices.failed(at: ports.uptime()) }

  /// A button of a popup that told them.
  func settle(_ clashes: [Clash], by answer: PopupAnswer) {
    switch answer {
    case .keep(let item): carryOut(.resolve([item], .keep), at: ports.now())
    case .keepAll: carryOut(.resolve(clashes.flatMap(\.items), .both), at: ports.now())
    case .oneByOne: for clash in reminders.openClashes where clashes.contains(clash) { notice(.clashes([clash])) }
    case .open, .done, .snooze, .remind, .undo, .restore, .allTomorrow, .makeIt, .leave: break
    }
  }
}
