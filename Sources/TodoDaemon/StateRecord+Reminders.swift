package import TodoCore

/// How the reminders' facts lie in the state.
extension StateRecord {
  package init(_ row: LedgerRow) {
    self.init(
      kind: .ledger, key: Self.key(row.key),
      value: RecordText.bytes(
        row.state.rawValue, String(row.moment.microseconds), String(row.writtenAt.microseconds)))
  }

  package init(_ snooze: Snooze) {
    self.init(removing: snooze)
    value = RecordText.bytes(
      String(snooze.until.microseconds), snooze.isToTime ? "time" : "span", String(snooze.count))
  }

  package init(removing snooze: Snooze) {
    self.init(kind: .snooze, key: RecordText.bytes(String(snooze.item.number), snooze.due), value: nil)
  }

  package init(_ dismissal: Dismissal) {
    self.init(removing: dismissal)
    value = []
  }

  package init(removing dismissal: Dismissal) {
    self.init(kind: .dismissal, key: RecordText.bytes(String(dismissal.item.number), dismissal.due), value: nil)
  }

  package init(_ popup: OpenPopup) {
    let head = RecordText.bytes(
      popup.kind.rawValue, popup.serverID.map { String($0) } ?? "", popup.serverOwner,
      String(popup.rungAt.microseconds), String(popup.repetitions),
      popup.nextAgain.map { String($0.microseconds) } ?? "")
    let members = popup.members.map(Self.key)
    self.init(
      kind: .popup, key: RecordText.bytes(String(popup.slot)),
      value: Array(([head] + members).joined(separator: [UInt8(ascii: "\n")])))
  }

  package init(removingPopup slot: Int) {
    self.init(kind: .popup, key: RecordText.bytes(String(slot)), value: nil)
  }

  package init(removing key: LedgerKey) { self.init(kind: .ledger, key: Self.key(key), value: nil) }

  /// What replaces `old` pauses, as they were committed last, by new ones.
  package static func pauses(_ new: [Pause], replacing old: [Pause]) -> [StateRecord] {
    (0..<max(new.count, old.count)).map { index in
      let pause = index < new.count ? new[index] : nil
      return StateRecord(kind: .pause, key: RecordText.bytes(String(index)), value: pause.map(Self.value))
    }
  }

  /// All that the reminders want written.
  package static func records(of recorded: Recorded) -> [StateRecord] {
    let popups = recorded.popups.map { change in
      switch change {
      case .open(let popup): StateRecord(popup)
      case .gone(let slot): StateRecord(removingPopup: slot)
      }
    }
    return recorded.rows.map { StateRecord($0) } + popups + recorded.endedSnoozes.map { StateRecord(removing: $0) }
  }

  private static func key(_ key: LedgerKey) -> [UInt8] {
    RecordText.bytes(key.item.map { String($0.number) } ?? "", key.due, key.name.description)
  }

  private static func value(_ pause: Pause) -> [UInt8] {
    let items = pause.items.map { $0.sorted().map(\.description).joined(separator: ",") } ?? "all"
    return RecordText.bytes(pause.until.map { String($0.microseconds) } ?? "", items)
  }
}
