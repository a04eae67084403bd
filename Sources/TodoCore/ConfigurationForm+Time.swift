import TodoTxt

extension ConfigurationForm where Value == Int64 {
  /// A span of time in seconds: `15min`, `1h 30min`, `2d`; a day is 24 hours here.
  static func span(atLeast least: Int64 = 0) -> ConfigurationForm {
    ConfigurationForm(
      least > 1 ? "a span of at least \(written(least)) such as '15min', '1h 30min'" : "a span such as '15min', '2d'",
      read: { text in seconds(text).flatMap { $0 >= least ? $0 : nil } }, write: written)
  }

  /// Several spans with commas between.
  static func spans(atLeast least: Int64) -> ConfigurationForm<[Int64]> {
    span(atLeast: least).list("spans such as '15min, 1h', each at least \(written(least))")
  }

  static func seconds(_ text: String) -> Int64? { TimeSpan(parsing: text)?.total }

  @Sendable static func written(_ seconds: Int64) -> String {
    var rest = seconds
    var words: [String] = []
    for (unit, name) in [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")] as [(Int64, String)] where rest >= unit {
      words.append("\(rest / unit)\(name)")
      rest %= unit
    }
    return words.isEmpty ? "0" : words.joined(separator: " ")
  }
}

extension ConfigurationForm where Value == Int {
  /// Whole days: `1d`, `2w`, or the number alone.
  static let days = ConfigurationForm(
    "days such as '1d'",
    read: { text in
      let days =
        Int(text) ?? ConfigurationForm<Int64>.seconds(text).flatMap { $0 % 86_400 == 0 ? Int($0 / 86_400) : nil }
      return days.flatMap { (1...3650).contains($0) ? $0 : nil }
    }, write: { "\($0)d" })
}

extension ConfigurationForm where Value == Lead {
  /// Whole days are days of the calendar, the rest is elapsed time.
  static let lead = ConfigurationForm(
    "a lead such as '1d' or '2h'",
    read: { text in
      guard let seconds = ConfigurationForm<Int64>.seconds(text), seconds > 0 else { return nil }
      return seconds % 86_400 == 0 ? .days(Int32(seconds / 86_400)) : .seconds(Int32(seconds))
    },
    write: { lead in
      switch lead {
      case .days(let days): "\(days)d"
      case .seconds(let seconds): ConfigurationForm<Int64>.written(Int64(seconds))
      }
    })
}

extension ConfigurationForm where Value == TimeOfDay {
  static let time = ConfigurationForm(
    "a time such as '18:00'", read: { TimeOfDay(at: Array($0.utf8)[...]) }, write: { $0.description })
}

extension ConfigurationForm where Value == DaySpan {
  static let hours = ConfigurationForm(
    "hours such as '22:00-07:00'",
    read: { text in
      let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Array(trimmed($0).utf8)[...] }
      guard ends.count == 2, let from = TimeOfDay(at: ends[0]) else { return nil }
      if ends[1].elementsEqual("24:00".utf8) { return DaySpan(from: from, to: .midnight) }
      return TimeOfDay(at: ends[1]).map { DaySpan(from: from, to: $0) }
    },
    write: { "\($0.from)-\($0.to == .midnight ? "24:00" : $0.to.description)" })
}
