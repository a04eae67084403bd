import TodoTxt

extension ConfigurationForm where Value == WeekdayTimes {
  /// `09:00`, or `Mon-Fri 09:00, Sat-Sun 10:30`; days that are not named keep the default.
  static let weekdayTimes = ConfigurationForm(
    "a time such as '09:00', or 'Mon-Fri 09:00, Sat-Sun 10:30'",
    read: { text, home in
      guard let entries = Weekdays.entries(text, ConfigurationForm<TimeOfDay>.time) else { return nil }
      var times = ReminderSettings().dayStart
      for (days, time) in entries { for day in days { times[weekday: day] = time } }
      return times
    },
    write: { times in Weekdays.written { times[weekday: $0].description } })
}

extension ConfigurationForm where Value == WeekdaySpans {
  /// `22:00-07:00`, or `Sun-Thu 22:00-07:00, Fri-Sat 23:30-09:00`; days that are not named have none.
  static let weekdayHours = ConfigurationForm(
    "hours such as '22:00-07:00', or 'Sun-Thu 22:00-07:00, Fri-Sat 23:30-09:00'",
    read: { text, home in
      guard let entries = Weekdays.entries(text, ConfigurationForm<DaySpan>.hours) else { return nil }
      var spans = WeekdaySpans(nil)
      for (days, span) in entries { for day in days { spans[weekday: day] = span } }
      return spans
    },
    write: { spans in Weekdays.written { spans[weekday: $0].map(ConfigurationForm<DaySpan>.hours.write) } })
}

/// Lists in which days of the week stand before a value.
private enum Weekdays {
  static let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let longNames = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  static func entries<Value>(_ text: String, _ form: ConfigurationForm<Value>) -> [([Int], Value)]? {
    var entries: [([Int], Value)] = []
    for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = entry.split { $0 == " " || $0 == "\t" }
      guard let last = words.last, words.count <= 2, let value = form.read(String(last), "") else { return nil }
      guard words.count == 2 else {
        entries.append((Array(1...7), value))
        continue
      }
      guard let days = days(words[0]) else { return nil }
      entries.append((days, value))
    }
    return entries
  }

  /// The days, Monday is 1, of `Sat` or `Fri-Mon`.
  private static func days(_ text: Substring) -> [Int]? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(day)
    switch ends.count {
    case 1: return ends[0].map { [$0] }
    case 2:
      guard let first = ends[0], let last = ends[1] else { return nil }
      return (0...(last - first + 7) % 7).map { (first - 1 + $0) % 7 + 1 }
    default: return nil
    }
  }

  private static func day(_ text: Substring) -> Int? {
    let name = text.lowercased()
    let place = names.firstIndex { $0.lowercased() == name } ?? longNames.firstIndex(of: name)
    return place.map { $0 + 1 }
  }

  /// Days in a row with the same value are written as a range; days without a value are left out.
  static func written(_ value: (Int) -> String?) -> String {
    var runs: [(first: Int, last: Int, value: String)] = []
    for day in 1...7 {
      guard let text = value(day) else { continue }
      if let run = runs.last, run.last == day - 1, run.value == text {
        runs[runs.count - 1].last = day
      } else {
        runs.append((day, day, text))
      }
    }
    if runs.count == 1, runs[0].first == 1, runs[0].last == 7 { return runs[0].value }
    return runs.map { run in
      let days = run.first == run.last ? names[run.first - 1] : "\(names[run.first - 1])-\(names[run.last - 1])"
      return "\(days) \(run.value)"
    }.joined(separator: ", ")
  }
}
