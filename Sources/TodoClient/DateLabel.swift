package import TodoTxt

/// Dates in words, seen from a day.
package struct DateLabel: Sendable {
  let today: CivilDate
  let dates: Style.Dates
  /// `9:30pm`, but not where dates are ISO.
  let hasHalfDays: Bool

  package init(today: CivilDate, dates: Style.Dates, hasHalfDays: Bool = false) {
    self.today = today
    self.dates = dates
    self.hasHalfDays = hasHalfDays
  }

  /// `today 17:30`, `Fri`, `12 Dec`, `3 days ago`.
  package func label(_ day: CivilDate, _ time: TimeOfDay?) -> String {
    let clock = time.map { hasHalfDays && dates != .iso ? " \($0.halfDayClock)" : " \($0.clock)" } ?? ""
    switch dates {
    case .iso: return "\(day)" + clock
    case .long: return "\(padded(day.day, 2)) \(DateLabel.months[day.month - 1]) \(day.year)" + clock
    case .relative: return relative(day, clock)
    }
  }

  private func relative(_ day: CivilDate, _ clock: String) -> String {
    switch Int(day.daysSinceEpoch) - Int(today.daysSinceEpoch) {
    case 0: return "today" + clock
    case 1: return "tomorrow" + clock
    case -1: return "yesterday" + clock
    case let ago where (-30)...(-2) ~= ago: return "\(-ago) days ago"
    case 2...6: return DateLabel.weekdays[day.weekday - 1].prefix(3) + clock
    default:
      let year = day.year == today.year ? "" : " \(day.year)"
      return "\(day.day) \(DateLabel.months[day.month - 1])\(year)" + clock
    }
  }

  /// An instant as the daemon wrote it; as it stands where dates are ISO or it cannot be read.
  package func label(instant text: String) -> String {
    guard dates != .iso, let reading = ClockReading(text) else { return text }
    return label(reading.day, reading.time)
  }

  /// A sentence of the daemon's with the instants in it as `label` writes them.
  func replacingInstants(in text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let marks = word.reversed().prefix { ":;,".contains($0) }
      let instant = String(word.dropLast(marks.count))
      return ClockReading(instant) == nil ? String(word) : label(instant: instant) + String(marks.reversed())
    }.joined(separator: " ")
  }

  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
}

extension TimeOfDay {
  /// `09:05`, without seconds.
  var clock: String { "\(padded(hour, 2)):\(padded(minute, 2))" }

  /// `9:05am`, `12pm`.
  var halfDayClock: String {
    "\((hour + 11) % 12 + 1)\(minute == 0 ? "" : ":" + padded(minute, 2))\(hour < 12 ? "am" : "pm")"
  }
}
