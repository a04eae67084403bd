import Support
import Testing
import TodoCore
import TodoTxt

/// Every row of `date-words.txt` at its place.
struct DateWordTableTests {
  @Test func theTableHasEveryPlace() throws {
    let rows = try DateWordRow.all()
    #expect(rows.count >= 150)
    #expect(Set(rows.map(\.place)).count == 6)
  }

  @Test func everyRowComesToItsResult() throws {
    for row in try DateWordRow.all() {
      #expect(result(of: row) == row.result, "\(row.place) \(row.text) at \(row.zone.iso8601(row.now))")
    }
  }

  private func result(of row: DateWordRow) -> String {
    do throws(DateWords.Problem) {
      return try meaning(of: row)
    } catch {
      return "! \(error.refusal.words)"
    }
  }

  private func meaning(of row: DateWordRow) throws(DateWords.Problem) -> String {
    let today = row.zone.date(of: row.now)
    switch row.place {
    case .date:
      let error = QueryError.badDate(word: "due:\(row.text)", value: row.text)
      return DateWords.day(row.text, today: today)?.description ?? "! \(error.refusal.words)"
    case .time:
      guard let clock = ClockTime(parsing: row.text) else { throw .noTime(key: nil, word: row.text) }
      return clock.isEndOfDay ? "24:00" : clock.time.description
    case .due: return try due(row, today)
    case .moment:
      let later = try Later(parsing: row.text, at: row.now, in: row.zone, settings: ReminderSettings())
      return row.zone.iso8601(later.instant)
    case .task: return try DateWords.resolve(Line(row.text), at: row.now, in: row.zone).description
    case .title:
      // The suggestion is the client's; here it counts that nothing is taken.
      let line = Line(row.text)
      return try DateWords.resolve(line, at: row.now, in: row.zone) == line ? row.result : "taken"
    }
  }

  /// What the daemon makes of it, the words joined as the client joins them; an error has them as typed.
  private func due(_ row: DateWordRow, _ today: CivilDate) throws(DateWords.Problem) -> String {
    guard (try? DatePhrase([row.text], for: .date, today: today)) != nil else {
      throw .noDate(key: "due", word: row.text)
    }
    let joined = row.text.split(separator: " ").joined(separator: "-")
    return try DateWords.resolve(Line("due:\(joined)"), at: row.now, in: row.zone).description
  }
}
