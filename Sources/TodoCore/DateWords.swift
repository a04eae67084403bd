package import TodoTxt

/// Words for days and times, where a day or time is expected: whole words only, never a word inside a text.
package enum DateWords {
  /// Why a word is no day or time.
  package enum Problem: Error, Hashable, Sendable {
    /// Of this key, if it stands in a task; as typed.
    case noDate(key: String?, word: String)
    case noTime(key: String?, word: String)
  }

  /// ISO, `today`, `tomorrow`, weekday names (the next such day, today excluded), `+3d`, `+2w`, `+1m`, `+1y`.
  package static func date(_ word: String, today: CivilDate) throws(Problem) -> CivilDate {
    throw .noDate(key: nil, word: word)
  }

  /// `17:30`, `1730`, `9:30pm`, `9am`, `09:00`.
  package static func time(_ word: String) throws(Problem) -> TimeOfDay { throw .noTime(key: nil, word: word) }

  /// Turns relative words after `due:`, `t:` and `at:` of a task into dates and times; an `at:` alone gets its `due:`.
  package static func resolve(_ line: Line, at now: Instant, in zone: Zone) throws(Problem) -> Line { line }
}
