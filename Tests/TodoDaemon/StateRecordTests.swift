import Foundation
import Testing
import TodoCore
import TodoTxt

@testable import TodoDaemon

/// What the reminders keep comes back as it was.
struct StateRecordTests {
  let scratch: ScratchDirectory
  let store: StateStore

  init() throws {
    scratch = try ScratchDirectory()
    store = try StateStore(opening: scratch.database, list: "/todo.txt")
  }

  private func key(_ item: Int32?, _ due: String, _ name: MomentName) -> LedgerKey {
    LedgerKey(item: item.map(ItemID.init), due: due, name: name)
  }

  private func row(_ key: LedgerKey, _ state: LedgerRow.State) -> LedgerRow {
    LedgerRow(
      key: key, state: state, moment: Instant(seconds: 1_772_355_600), writtenAt: Instant(microseconds: -5))
  }

  private func kept(_ records: [StateRecord]) throws -> ReminderState {
    try store.commit(Transaction(revision: 1, records: records))
    return try store.load().reminders
  }

  @Test func ledgerRowsOfEveryStateAndAnUnknownOfTheFile() throws {
    let rows =
      LedgerRow.State.allCases.enumerated().map { row(key(Int32($0.offset + 1), "2026-03-01 0900", .due), $0.element) }
      + [row(key(nil, "2026-03-01", .older), .rung), row(key(7, "", .lead(.days(1))), .answered)]
    let state = try kept(rows.map { StateRecord($0) })
    #expect(Set(state.rows) == Set(rows))
    let replaced = try kept([StateRecord(row(rows[0].key, .closed)), StateRecord(removing: rows[1].key)])
    #expect(replaced.rows.count == rows.count - 1)
    #expect(replaced.rows.contains(row(rows[0].key, .closed)))
  }

  @Test func snoozesDismissalsAndTheirEnd() throws {
    let snooze = Snooze(
      item: ItemID(3), due: "2026-03-01", until: Instant(microseconds: 1_234_567), isToTime: true, count: 2)
    let dismissal = Dismissal(item: ItemID(4), due: "")
    let state = try kept([StateRecord(snooze), StateRecord(dismissal)])
    #expect(state.snoozes == [snooze] && state.dismissals == [dismissal])
    let ended = try kept([StateRecord(removing: snooze), StateRecord(removing: dismissal)])
    #expect(ended.snoozes.isEmpty && ended.dismissals.isEmpty)
  }

  @Test func pausesKeepTheirOrderAndGoOneByOne() throws {
    let pauses = [
      Pause(until: nil), Pause(until: Instant(seconds: 9), items: [ItemID(2), ItemID(11)]),
      Pause(until: Instant(seconds: 10), items: []),
    ]
    #expect(try kept(StateRecord.pauses(pauses, replacing: [])).pauses == pauses)
    #expect(try kept(StateRecord.pauses([pauses[1]], replacing: pauses)).pauses == [pauses[1]])
    #expect(try kept(StateRecord.pauses([], replacing: [pauses[1]])).pauses.isEmpty)
  }

  @Test func openPopupsWithAndWithoutAnIDOfTheServer() throws {
    let open = OpenPopup(
      slot: 2, kind: .digest, members: [key(1, "2026-03-01", .day(1)), key(nil, "2026-03-02", .older)],
      serverID: 4_000_000_000, serverOwner: ":1.7", rungAt: Instant(seconds: 5), repetitions: 1,
      nextAgain: Instant(seconds: 605))
    let trying = OpenPopup(slot: 1, kind: .welcome, members: [], rungAt: Instant(seconds: 6))
    let recorded = Recorded(popups: [.open(open), .open(trying)])
    #expect(try kept(StateRecord.records(of: recorded)).popups == [trying, open])
    #expect(try kept(StateRecord.records(of: Recorded(popups: [.gone(slot: 2)]))).popups == [trying])
  }

  @Test func aRecordThatMakesNoSenseCountsAsAbsent() throws {
    let good = row(key(1, "", .due), .rung)
    let bad: [StateRecord] = [
      StateRecord(kind: .ledger, key: Array("0\t\tdue".utf8), value: Array("rung\t1\t1".utf8)),
      StateRecord(kind: .ledger, key: Array("2\t\tnoon".utf8), value: Array("rung\t1\t1".utf8)),
      StateRecord(kind: .ledger, key: Array("3\t\tdue".utf8), value: Array("sung\t1\t1".utf8)),
      StateRecord(kind: .snooze, key: [], value: []), StateRecord(kind: .popup, key: [0xFF], value: [0xFF]),
      StateRecord(kind: .pause, key: [1], value: [1]), StateRecord(kind: .dismissal, key: [1], value: [1]),
    ]
    let state = try kept([StateRecord(good)] + bad)
    #expect(state.rows == [good])
    #expect(state.snoozes.isEmpty && state.popups.isEmpty && state.pauses.isEmpty && state.dismissals.isEmpty)
  }
}
