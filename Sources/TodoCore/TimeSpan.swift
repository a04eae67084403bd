/// A span of time as people write it: `15min`, `1h 30min`, `2d`, `3 weeks`; `m` is minutes.
package struct TimeSpan: Hashable, Sendable {
  /// What was said in days and weeks.
  package var days: Int64
  /// What was said in hours, minutes and seconds.
  package var seconds: Int64

  /// All of it, with days of 24 hours.
  package var total: Int64 { days * 86_400 + seconds }

  /// Ten years: what is longer is a slip, and far from any overflow.
  private static let longest: Int64 = 3650 * 86_400

  private static let units: [(seconds: Int64, names: Set<String>)] = [
    (604_800, ["w", "week", "weeks"]), (86_400, ["d", "day", "days"]), (3600, ["h", "hr", "hrs", "hour", "hours"]),
    (60, ["m", "min", "mins", "minute", "minutes"]), (1, ["s", "sec", "secs", "second", "seconds"]),
  ]

  package init?(parsing text: String) {
    days = 0
    seconds = 0
    var rest = trimmed(text)
    if rest == "0" { return }
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let afterDigits = trimmed(rest.dropFirst(digits.count))
      let unit = afterDigits.prefix { $0.isASCII && $0.isLetter }
      guard let count = Int64(digits), count <= TimeSpan.longest, let factor = TimeSpan.factor(of: unit) else {
        return nil
      }
      if factor % 86_400 == 0 { days += count * (factor / 86_400) } else { seconds += count * factor }
      guard days <= TimeSpan.longest / 86_400, total <= TimeSpan.longest else { return nil }
      rest = trimmed(afterDigits.dropFirst(unit.count))
    }
  }

  /// Whether a word is the unit of a span.
  package static func isUnit(_ word: String) -> Bool { factor(of: word) != nil }

  private static func factor(of unit: some StringProtocol) -> Int64? {
    let unit = unit.lowercased()
    return units.first { $0.names.contains(unit) }?.seconds
  }
}
