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
    let words = DateWords.words(of: text)
    if words.count == 1, let written = Later(writtenOut: words[0], in: zone) {
      self = written
    } else {
      let phrase = try DatePhrase(words, for: .toCome, today: zone.date(of: now))
      self = try Later(phrase, at: now, in: zone, settings: settings)
    }
    guard instant > now else { throw .past(word: text) }
  }

  /// `2026-03-05T09:00`, with or without an offset, as a due may be written.
  private init?(writtenOut word: String, in zone: Zone) {
    guard word.contains("T") else { return nil }
    let meaning = Meaning(of: Line("due:\(word)"))
    if let microseconds = meaning.dueInstant {
      self.init(instant: Instant(microseconds: microseconds), isToTime: true)
      return
    }
    guard let day = meaning.due, let time = meaning.time else { return nil }
    self.init(instant: zone.instant(of: CivilTime(day, time)), isToTime: true)
  }

  private init(
    _ phrase: DatePhrase, at now: Instant, in zone: Zone, settings: ReminderSettings
  ) throws(DateWords.Problem) {
    func at(_ time: ClockTime, on day: CivilDate) -> Later {
      Later(instant: zone.instant(of: time.civil(on: day)), isToTime: true)
    }
    func morning(of day: CivilDate) -> Later {
      Later(instant: zone.instant(of: settings.dayStart.civil(on: day)), isToTime: false)
    }
    if let seconds = phrase.elapsed {
      self.init(instant: now.adding(seconds: seconds), isToTime: false)
      return
    }
    let today = zone.date(of: now)
    guard let day = phrase.day else {
      let next = phrase.time?.next(after: now, in: zone) ?? settings.dayStart.civil(on: today)
      self.init(instant: zone.instant(of: next), isToTime: true)
      return
    }
    if phrase.isTonight, phrase.time == nil {
      let evening = try Tonight.time(evening: settings.evening, after: now, in: zone)
      self.init(instant: zone.instant(of: evening), isToTime: false)
      return
    }
    if phrase.isTomorrow, zone.civil(of: now).time < Later.nightEnds {
      let coming = phrase.time.map { at($0, on: today) } ?? morning(of: today)
      if coming.instant > now {
        self = coming
        return
      }
    }
    self = phrase.time.map { at($0, on: day) } ?? morning(of: day)
  }

  /// Before this `tomorrow` is the coming morning.
  private static let nightEnds = TimeOfDay(seconds: 4 * 3600)
}

extension String {
  /// Digits alone.
  package var isNumeral: Bool { !isEmpty && utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }
}
