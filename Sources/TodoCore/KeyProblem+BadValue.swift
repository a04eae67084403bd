package import TodoTxt

extension KeyProblem {
  /// The value cannot be what its key needs; a repeated value is merely not counted.
  package var isBadValue: Bool {
    switch kind {
    case .repeated, .contradictsDue: false
    case .notADate, .noSuchDay, .notATime, .notAReminder, .notARecurrence, .notADayOfMonth, .notAPriority,
      .timeWithoutDate:
      true
    }
  }
}
