import TodoTxt

extension MomentName {
  /// Where the moment stands among those of its occurrence, by its distance from the due in milliseconds.
  ///
  /// What is recorded for one moment settles all that stand before it, whatever their instants are by now. Nil for
  /// moments that stand for themselves.
  var order: Int64? {
    switch self {
    case .due, .threshold: 0
    case .again(let count): Int64(clamping: min(count, 400))
    // After a due of the same day, and its repetitions.
    case .day(let days): Int64(days) * 86_400_000 + 500
    case .evening: 43_200_000
    case .lead(.days(let days)): Int64(days) * -86_400_000
    case .lead(.seconds(let seconds)): Int64(seconds) * -1000
    case .snooze, .absolute, .older, .welcome: nil
    }
  }

  var isMorning: Bool {
    switch self {
    case .day: true
    case .due, .evening, .lead, .again, .snooze, .absolute, .threshold, .older, .welcome: false
    }
  }

  var isLead: Bool {
    switch self {
    case .lead: true
    case .due, .day, .evening, .again, .snooze, .absolute, .threshold, .older, .welcome: false
    }
  }
}
