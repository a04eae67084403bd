import TodoTxt

/// An instant to come, as people say it after `snooze` and `pause until`.
package struct Later: Hashable, Sendable {
  package var instant: Instant
  /// A time of the clock was named, such as `17:30`: it may pass a due, and rings in quiet hours.
  package var isToTime: Bool

  package init(instant: Instant, isToTime: Bool) {
    self.instant = instant
    self.isToTime = isToTime
  }
}

extension Later {
  /// Reads `10min`, `3h` (elapsed time, `m` is minutes), `tonight`, `tomorrow`, a day (its DayStart), a time, or a day
  /// and a time.
  package init(
    parsing text: String, at now: Instant, in zone: Zone, settings: ReminderSettings
  ) throws(DateWords.Problem) {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    var reader = LaterReader(words: words[...], now: now, zone: zone, settings: settings)
    self = try reader.read()
    guard instant > now else { throw .past(word: text) }
  }
}

/// One reading of such words.
private struct LaterReader {
  var words: ArraySlice<String>
  let now: Instant
  let zone: Zone
  let settings: ReminderSettings

  /// Before this `tomorrow` is the coming morning.
  private static let nightEnds = TimeOfDay(seconds: 4 * 3600)
  private static let lateEvening = TimeOfDay(seconds: 21 * 3600)
  /// What `tonight` is where `Evening=no`.
  private static let usualEvening = TimeOfDay(seconds: 18 * 3600)

  private var today: CivilDate { zone.date(of: now) }
  private var text: String { words.joined(separator: " ") }

  mutating func read() throws(DateWords.Problem) -> Later {
    guard let only = words.first else { throw .noMoment(word: "") }
    if let span = span() { return span }
    if words.count == 1, only.utf8.count < 4, only.isNumeral {
      throw .bareNumber(word: only)
    }
    if words.count == 1, let instant = writtenOut(only) { return instant }
    return try dayAndTime()
  }

  /// Hours and minutes are elapsed time; days alone are days, like `+3d`.
  private func span() -> Later? {
    var said = words
    if said.first?.lowercased() == "in" { said.removeFirst() }
    var text = said.joined(separator: " ")
    if text.first == "+" { text.removeFirst() }
    guard let span = TimeSpan(parsing: text), span.total > 0 else { return nil }
    guard span.seconds == 0 else { return Later(instant: now.adding(seconds: span.total), isToTime: false) }
    return morning(of: today.adding(days: Int(span.days)))
  }

  /// `2026-03-05T09:00`, with or without an offset, as a due may be written.
  private func writtenOut(_ word: String) -> Later? {
    guard word.contains("T") else { return nil }
    let meaning = Meaning(of: Line("due:\(word)"))
    if let microseconds = meaning.dueInstant {
      return Later(instant: Instant(microseconds: microseconds), isToTime: true)
    }
    guard let day = meaning.due, let time = meaning.time else { return nil }
    return at(time, on: day)
  }

  /// A day and a time in either order, or one of them.
  private mutating func dayAndTime() throws(DateWords.Problem) -> Later {
    let whole = text
    var time = takeTime()
    let isTonight = words.first?.lowercased() == "tonight"
    let isTomorrow = words.first?.lowercased() == "tomorrow"
    var day: CivilDate?
    if isTonight {
      words.removeFirst()
      day = today
    } else if let found = DateWords.day(in: words, today: today) {
      words.removeFirst(found.count)
      day = found.day
    }
    if time == nil { time = takeTime() }
    guard words.isEmpty, day != nil || time != nil else { throw .noMoment(word: words.isEmpty ? whole : text) }
    guard let day else { return time.map(next) ?? morning(of: today) }
    if isTonight, time == nil { return try tonight() }
    if isTomorrow, zone.civil(of: now).time < LaterReader.nightEnds {
      let coming = time.map { at($0, on: today) } ?? morning(of: today)
      if coming.instant > now { return coming }
    }
    return time.map { at($0, on: day) } ?? morning(of: day)
  }

  /// `17:30`, `9am`, `0900`, perhaps with `at` before it.
  private mutating func takeTime() -> TimeOfDay? {
    let hasAt = words.first?.lowercased() == "at"
    guard let word = words.dropFirst(hasAt ? 1 : 0).first else { return nil }
    let isClear = hasAt || word.utf8.count == 4 || !word.isNumeral
    guard isClear, let time = try? DateWords.time(word) else { return nil }
    words.removeFirst(hasAt ? 2 : 1)
    return time
  }

  private func tonight() throws(DateWords.Problem) -> Later {
    for time in [settings.evening ?? LaterReader.usualEvening, LaterReader.lateEvening] {
      let evening = zone.instant(of: CivilTime(today, time))
      if evening > now { return Later(instant: evening, isToTime: false) }
    }
    throw .nightIsOver
  }

  private func morning(of day: CivilDate) -> Later {
    Later(instant: zone.instant(of: settings.dayStart.civil(on: day)), isToTime: false)
  }

  private func at(_ time: TimeOfDay, on day: CivilDate) -> Later {
    Later(instant: zone.instant(of: CivilTime(day, time)), isToTime: true)
  }

  /// Today, or tomorrow when it is past.
  private func next(_ time: TimeOfDay) -> Later {
    let first = at(time, on: today)
    return first.instant > now ? first : at(time, on: today.adding(days: 1))
  }
}

extension String {
  /// Digits alone.
  var isNumeral: Bool { !isEmpty && utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }
}
