package import TodoTxt

/// The due that words come to, as a task is given it.
package struct SpokenDue: Hashable, Sendable {
  /// What `due:` gets: a day; of an hour that comes twice, in its second coming, the instant with its offset.
  package var value: String
  /// What `at:` gets.
  package var time: TimeOfDay?
}

extension SpokenDue {
  package init(
    _ phrase: DatePhrase, at now: Instant, in zone: Zone, evening: TimeOfDay?
  ) throws(DateWords.Problem) {
    if let seconds = phrase.elapsed {
      self.init(now.adding(seconds: seconds), in: zone)
    } else if phrase.isTonight, phrase.time == nil {
      self.init(try Tonight.time(evening: evening, after: now, in: zone))
    } else if let day = phrase.day {
      let civil = phrase.time?.civil(on: day)
      self.init(value: (civil?.date ?? day).description, time: civil?.time)
    } else if let time = phrase.time {
      self.init(time.next(after: now, in: zone))
    } else {
      throw .noMoment(word: "")
    }
  }

  private init(_ civil: CivilTime) {
    self.init(value: civil.date.description, time: civil.time)
  }

  /// To the full minute, and never before the time is up.
  private init(_ instant: Instant, in zone: Zone) {
    let minute: Int64 = 60_000_000
    let full = Instant(microseconds: (instant.microseconds + minute - 1) / minute * minute)
    let civil = zone.civil(of: full)
    self.init(civil)
    guard zone.instant(of: civil) != full else { return }
    value = zone.iso8601(full)
    time = nil
  }
}
