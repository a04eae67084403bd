package import TodoCore
import TodoTxt

extension StoredState {
  /// What the reminders begin with; a record that makes no sense counts as absent.
  package var reminders: ReminderState {
    ReminderState(
      rows: all(.ledger).compactMap(Self.row), snoozes: all(.snooze).compactMap(Self.snooze),
      dismissals: all(.dismissal).compactMap { key, _ in Self.dismissal(key: key) },
      popups: all(.popup).compactMap(Self.popup).sorted { $0.slot < $1.slot },
      pauses: all(.pause).sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap(Self.pause),
      clashes: all(.clash).compactMap(Self.clash))
  }

  private func all(_ kind: StateRecord.Kind) -> [(key: [UInt8], value: [UInt8])] {
    records[kind, default: [:]].map { ($0.key, $0.value) }
  }

  private static func ledgerKey(_ bytes: [UInt8]) -> LedgerKey? {
    var fields = RecordText(bytes)
    guard let item = fields.nextItem(), let due = fields.next(), let text = fields.next(),
      let name = MomentName(parsing: text)
    else { return nil }
    return LedgerKey(item: item, due: String(due), name: name)
  }

  static func row(key: [UInt8], value: [UInt8]) -> LedgerRow? {
    var fields = RecordText(value)
    guard let key = ledgerKey(key), let state = fields.next().flatMap({ LedgerRow.State(rawValue: String($0)) }),
      let moment = fields.nextInstant(), let writtenAt = fields.nextInstant()
    else { return nil }
    var row = LedgerRow(
      key: key, state: state, moment: moment, writtenAt: writtenAt, rungAt: fields.nextInstant(),
      reaction: fields.next().flatMap { LedgerRow.Reaction(rawValue: String($0)) })
    // Earlier versions did not keep it.
    row.isVoid = fields.next() == "void"
    return row
  }

  static func dismissal(key: [UInt8]) -> Dismissal? {
    var fields = RecordText(key)
    guard let item = fields.nextItem() ?? nil, let due = fields.next() else { return nil }
    return Dismissal(item: item, due: String(due))
  }

  static func snooze(key: [UInt8], value: [UInt8]) -> Snooze? {
    var name = RecordText(key)
    var fields = RecordText(value)
    guard let item = name.nextItem() ?? nil, let due = name.next(), let until = fields.nextInstant(),
      let sort = fields.next(), let count = fields.nextNumber(Int.self)
    else { return nil }
    return Snooze(
      item: item, due: String(due), until: until, isToTime: sort == "time", endsWithDue: sort == "due",
      count: count)
  }

  static func clash(key: [UInt8], value: [UInt8]) -> ClashForm? {
    var name = RecordText(key)
    var fields = RecordText(value)
    guard let item = name.nextItem() ?? nil, let step = fields.nextNumber(Int64.self),
      let first = fields.nextItem() ?? nil
    else { return nil }
    return ClashForm(item: item, clash: Clash.Name(step: step, first: first))
  }

  private static func popup(key: [UInt8], value: [UInt8]) -> OpenPopup? {
    let lines = value.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var name = RecordText(key)
    var fields = RecordText(Array(lines.first ?? []))
    guard let slot = name.nextNumber(Int.self), slot > 0,
      let kind = fields.next().flatMap({ OpenPopup.Kind(rawValue: String($0)) }), let serverID = fields.next(),
      let owner = fields.next(), let rungAt = fields.nextInstant(), let repetitions = fields.nextNumber(Int.self),
      let nextAgain = fields.next()
    else { return nil }
    return OpenPopup(
      slot: slot, kind: kind, members: lines.dropFirst().compactMap { ledgerKey(Array($0)) },
      serverID: UInt32(serverID), serverOwner: String(owner), rungAt: rungAt, repetitions: repetitions,
      nextAgain: Int64(nextAgain).map(Instant.init(microseconds:)))
  }

  static func pause(key: [UInt8], value: [UInt8]) -> Pause? {
    var fields = RecordText(value)
    guard let until = fields.next(), let since = fields.nextInstant() else { return nil }
    return Pause(
      of: key.isEmpty ? nil : String(decoding: key, as: UTF8.self),
      until: Int64(until).map(Instant.init(microseconds:)), since: since,
      toldOn: fields.next().flatMap { CivilDate(parsing: Array($0.utf8)) })
  }
}
