/// A word `key:value` that todod understands by its key and does not follow.
package struct KeyProblem: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Not of the form that a date has: `due:friday`.
    case notADate
    /// A day that the calendar lacks: `due:2026-02-30`.
    case noSuchDay
    /// `at:25`, or what follows the `T` of a due.
    case notATime
    /// Neither leads nor `none` nor one moment.
    case notAReminder
    case notARecurrence
    /// `day:` is not 1 to 31.
    case notADayOfMonth
    /// `pri:` is not one capital letter.
    case notAPriority
    /// An earlier value of the same key counts.
    case repeated
    /// `at:` on a line with neither due nor threshold.
    case timeWithoutDate
    /// `at:` says another time than the due itself, which counts.
    case contradictsDue
  }

  package let key: KnownKey
  /// For people: bytes that are not UTF-8 became U+FFFD.
  package let value: String
  package let kind: Kind

  package init(key: KnownKey, value: String, kind: Kind) {
    self.key = key
    self.value = value
    self.kind = kind
  }
}
