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
    var void = rows[2]
    void.isVoid = true
    #expect(try kept([StateRecord(void)]).rows.contains(void))
    let replaced = try kept([StateRecord(row(rows[0].key, .closed)), StateRecord(removing: rows[1].key)])
    #expect(replaced.rows.count == rows.count - 1)
    #expect(replaced.rows.contains(row(rows[0].key, .closed)))
  }

  @Test func snoozesDismissalsAndTheirEnd() throws {
    let snooze = Snooze(
      item: ItemID(3), due: "2026-03-01", until: Instant(microseconds: 1_234_567), isToTime: true, count: 2)
    let cut = Snooze(
      item: ItemID(5), due: "", until: Instant(seconds: 1), isToTime: false, endsWithDue: true, count: 1)
    let dismissal = Dismissal(item: ItemID(4), due: "")
    let state = try kept([StateRecord(snooze), StateRecord(cut), StateRecord(dismissal)])
    #expect(Set(state.snoozes) == [snooze, cut] && state.dismissals == [dismissal])
    let ended = try kept([StateRecord(removing: snooze), StateRecord(removing: cut), StateRecord(removing: dismissal)])
    #expect(ended.snoozes.isEmpty && ended.dismissals.isEmpty)
  }

  @Test func pausesAreOneForEachQueryAndGoOneByOne() throws {
    let told = CivilDate(year: 2026, month: 3, day: 1)
    let pauses = [
      Pause(until: nil, since: Instant(seconds: 1)),
      Pause(of: "+work or -@home", until: Instant(seconds: 9), since: Instant(microseconds: -5), toldOn: told),
    ]
    #expect(try kept(pauses.map { StateRecord($0) }).pauses == pauses)
    let moved = Pause(until: Instant(seconds: 7), since: Instant(seconds: 2))
    #expect(try kept([StateRecord(moved)]).pauses == [moved, pauses[1]])
    #expect(try kept([StateRecord(removing: .pause(query: nil))]).pauses == [pauses[1]])
    #expect(try kept([StateRecord(removing: .pause(query: "+work or -@home"))]).pauses.isEmpty)
  }

  @Test func theLinesOfClashes() throws {
    let forms = [
      ClashForm(item: ItemID(17), clash: Clash.Name(step: 812, first: ItemID(17))),
      ClashForm(item: ItemID(22), clash: Clash.Name(step: 812, first: ItemID(17))),
      ClashForm(item: ItemID(23), clash: Clash.Name(step: 812, first: ItemID(23))),
    ]
    #expect(Set(try kept(forms.map { StateRecord($0) }).clashes) == Set(forms))
    #expect(try kept([StateRecord(removing: .clash(ItemID(22)))]).clashes.count == 2)
    let changes = [FactChange(before: nil, after: .clash(forms[0])), FactChange(before: .clash(forms[1]), after: nil)]
    #expect(StoredFacts.changes(try #require(StoredFacts.bytes(changes))) == changes)
  }

  @Test func rowsKnowWhenTheyRangAndWhatAnsweredThem() throws {
    var rows = LedgerRow.Reaction.allCases.enumerated().map { number, reaction in
      var answered = row(key(Int32(number + 1), "2026-03-01", .due), .answered)
      answered.reaction = reaction
      answered.rungAt = Instant(microseconds: 17)
      return answered
    }
    rows.append(row(key(20, "", .due), .rung))
    #expect(Set(try kept(rows.map { StateRecord($0) }).rows) == Set(rows))
    let old = StateRecord(kind: .ledger, key: Array("21\t\tdue".utf8), value: Array("rung\t1\t2".utf8))
    let read = try kept([old]).rows.first { $0.key.item == ItemID(21) }
    #expect(read?.rungAt == nil && read?.lastShown == Instant(microseconds: 2), "as versions before wrote it")
  }

  @Test func factsOfAStepComeBackAsTheyWere() throws {
    let snooze = Snooze(item: ItemID(3), due: "2026-03-01 0900", until: Instant(seconds: 5), isToTime: true, count: 2)
    var answered = row(key(3, "2026-03-01 0900", .due), .answered)
    answered.reaction = .snoozed
    let changes = [
      FactChange(before: nil, after: .snooze(snooze)),
      FactChange(before: .row(row(answered.key, .rung)), after: .row(answered)),
      FactChange(before: .dismissal(Dismissal(item: ItemID(4), due: "")), after: nil),
      FactChange(
        before: .pause(Pause(until: nil, since: Instant(seconds: 1))),
        after: .pause(Pause(until: Instant(seconds: 9), since: Instant(seconds: 2)))),
      FactChange(before: nil, after: .pause(Pause(of: "+work", until: nil, since: Instant(seconds: 3)))),
    ]
    let frame = Delta.Frame(hasByteOrderMark: false, endsWithNewline: true)
    let step = Step(
      number: 1, revision: 1, time: Instant(seconds: 9), author: .popup, title: "snooze",
      delta: Delta(hunks: [], frameBefore: frame, frameAfter: frame), facts: changes)
    try store.commit(Transaction(revision: 1, steps: [step]))
    #expect(try store.step(1)?.facts == changes)
    #expect(try store.newestUndoable()?.facts == changes)
    #expect(StoredFacts.bytes([]) == nil)
    #expect(StoredFacts.changes(Array("2\nx\n=y\n-\n7\n4\t\n=\n-\nrest".utf8)).count == 1, "nonsense is left out")
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
