package import TodoCore
import TodoTxt

/// How the reminders' facts lie in the state.
extension StateRecord {
  package init(_ row: LedgerRow) {
    self.init(
      kind: .ledger, key: Self.key(row.key),
      value: RecordText.bytes(
        row.state.rawValue, String(row.moment.microseconds), String(row.writtenAt.microseconds),
        row.rungAt.map { String($0.microseconds) } ?? "", row.reaction?.rawValue ?? "", row.isVoid ? "void" : ""))
  }

  package init(_ snooze: Snooze) {
    self.init(removing: snooze)
    value = RecordText.bytes(
      String(snooze.until.microseconds), snooze.isToTime ? "time" : snooze.endsWithDue ? "due" : "span",
      String(snooze.count))
  }

  package init(removing snooze: Snooze) {
    self.init(removing: .snooze(snooze.item, due: snooze.due))
  }

  package init(_ dismissal: Dismissal) {
    self.init(removing: dismissal)
    value = []
  }

  package init(removing dismissal: Dismissal) {
    self.init(removing: .dismissal(dismissal.item, due: dismissal.due))
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

  package init(_ form: ClashForm) {
    self.init(removing: .clash(form.item))
    value = RecordText.bytes(String(form.clash.step), String(form.clash.first.number))
  }

  package init(removing key: LedgerKey) { self.init(kind: .ledger, key: Self.key(key), value: nil) }

  package init(_ pause: Pause) {
    self.init(removing: .pause(query: pause.query))
    value = RecordText.bytes(
      pause.until.map { String($0.microseconds) } ?? "", String(pause.since.microseconds),
      pause.toldOn?.description ?? "")
  }

  package init(_ fact: ReminderFact) {
    switch fact {
    case .snooze(let snooze): self.init(snooze)
    case .dismissal(let dismissal): self.init(dismissal)
    case .pause(let pause): self.init(pause)
    case .row(let row): self.init(row)
    case .clash(let form): self.init(form)
    }
  }

  package init(removing subject: ReminderFact.Subject) {
    switch subject {
    case .snooze(let item, let due):
      self.init(kind: .snooze, key: RecordText.bytes(String(item.number), due), value: nil)
    case .dismissal(let item, let due):
      self.init(kind: .dismissal, key: RecordText.bytes(String(item.number), due), value: nil)
    // A query has words: the empty one is everything.
    case .pause(let query): self.init(kind: .pause, key: RecordText.bytes(query ?? ""), value: nil)
    case .row(let key): self.init(removing: key)
    case .clash(let item): self.init(kind: .clash, key: RecordText.bytes(String(item.number)), value: nil)
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
    let rows = (recorded.rejudged + recorded.rows).map { StateRecord($0) }
    return rows + popups + recorded.facts.compactMap(record)
  }

  /// Of a row the record is among the rows already.
  private static func record(of change: FactChange) -> StateRecord? {
    guard let subject = change.subject else { return nil }
    if case .row = subject { return nil }
    return change.after.map { StateRecord($0) } ?? StateRecord(removing: subject)
  }

  private static func key(_ key: LedgerKey) -> [UInt8] {
    RecordText.bytes(key.item.map { String($0.number) } ?? "", key.due, key.name.description)
  }
}
