import Support
import Testing
import TodoCore
import TodoTxt

@Suite struct LedgerTests {
  let now = Zone.utc.instant(of: CivilTime("2026-03-01 12:00")!)

  private func row(_ state: LedgerRow.State, writtenAfter seconds: Int64) -> LedgerRow {
    LedgerRow(
      key: LedgerKey(item: ItemID(1), due: "2026-03-01", name: .day(0)), state: state, moment: now,
      writtenAt: now.adding(seconds: seconds))
  }

  @Test func aRowWrittenMoreThanADayAheadIsVoid() {
    #expect(Ledger([row(.rung, writtenAfter: 86_400)]).rows(of: ItemID(1), at: now).count == 1)
    #expect(Ledger([row(.rung, writtenAfter: 86_401)]).rows(of: ItemID(1), at: now).isEmpty)
    #expect(Ledger([row(.rung, writtenAfter: -400 * 86_400)]).rows(of: ItemID(1), at: now).count == 1)
  }

  @Test func whatWasShownInTimeIsNotVoidForALaterReaction() {
    var closed = row(.closed, writtenAfter: 400 * 86_400)
    closed.rungAt = now
    #expect(Ledger([closed]).rows(of: ItemID(1), at: now) == [closed])
    closed.rungAt = now.adding(seconds: 86_401)
    #expect(Ledger([closed]).rows(of: ItemID(1), at: now).isEmpty)
  }

  @Test func aLaterRowOfTheSameMomentReplacesTheFirst() {
    var ledger = Ledger([row(.ringing, writtenAfter: 0)])
    ledger.record(row(.rung, writtenAfter: 1))
    #expect(ledger.rows(of: ItemID(1), at: now) == [row(.rung, writtenAfter: 1)])
    ledger.forget(ItemID(1))
    #expect(ledger.rows(of: ItemID(1), at: now).isEmpty)
  }

  @Test func weekdaySpansBelongToTheEveningOnWhichTheyBegin() throws {
    var spans = WeekdaySpans(nil)
    spans[weekday: 5] = DaySpan(from: TimeOfDay(seconds: 22 * 3600), to: TimeOfDay(seconds: 8 * 3600))
    spans[weekday: 6] = DaySpan(from: TimeOfDay(seconds: 8 * 3600), to: TimeOfDay(seconds: 10 * 3600))
    func end(_ text: String) -> CivilTime? { CivilTime(text).flatMap(spans.end) }
    #expect(end("2026-03-06 21:59") == nil, "Friday, before")
    #expect(end("2026-03-06 22:00") == CivilTime("2026-03-07 10:00"), "two spans that touch are one")
    #expect(end("2026-03-07 07:00") == CivilTime("2026-03-07 10:00"))
    #expect(end("2026-03-07 10:00") == nil)
    #expect(end("2026-03-05 23:00") == nil, "Thursday has none")
    let always = WeekdaySpans(DaySpan(from: .midnight, to: .midnight))
    #expect(always.end(covering: try #require(CivilTime("2026-03-05 23:00"))) != nil)
  }
}
