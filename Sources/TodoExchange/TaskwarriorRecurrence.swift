import TodoTxt

/// What Taskwarrior's `recur` says; it always counts from the old date.
enum TaskwarriorRecurrence {
  /// Reads `weekly`, `2mo`, `3 weeks`, `P1M`; nil for what `rec:` cannot say, such as hours.
  static func rule(_ text: String) -> RecurrenceRule? {
    let text = text.lowercased()
    if let (count, unit) = names[text] { return rule(count, unit) }
    if text.hasPrefix("p") { return isoRule(text.dropFirst()) }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = String(text.dropFirst(digits.count).drop { $0 == " " })
    guard let count = digits.isEmpty ? 1 : Int32(digits), let (each, unit) = units[name] else { return nil }
    return rule(count, unit, times: each)
  }

  /// Nil for what Taskwarrior cannot say: every third business day, and what counts from the completion.
  static func text(_ rule: RecurrenceRule) -> String? {
    guard rule.isStrict else { return nil }
    switch (rule.unit, rule.count) {
    case (.day, 1): return "daily"
    case (.day, let count): return "\(count)d"
    case (.week, 1): return "weekly"
    case (.week, let count): return "\(count)w"
    // Of months only those that have a name keep the time of day there.
    case (.month, 1): return "monthly"
    case (.month, 2): return "bimonthly"
    case (.month, 3): return "quarterly"
    case (.month, 6): return "semiannual"
    case (.month, let count): return "P\(count)M"
    case (.year, 1): return "yearly"
    case (.year, let count): return "\(count)y"
    case (.businessDay, 1): return "weekdays"
    case (.businessDay, _): return nil
    }
  }

  private static func rule(_ count: Int32, _ unit: RecurrenceRule.Unit, times: Int32 = 1) -> RecurrenceRule? {
    let (total, overflow) = count.multipliedReportingOverflow(by: times)
    guard !overflow, (1...99_999).contains(total) else { return nil }
    return RecurrenceRule(isStrict: true, count: total, unit: unit)
  }

  /// `1m`, `14d`, `1y`: one number and one unit.
  private static func isoRule(_ text: Substring) -> RecurrenceRule? {
    let isoUnits: [Character: RecurrenceRule.Unit] = ["d": .day, "w": .week, "m": .month, "y": .year]
    guard let unit = text.last.flatMap({ isoUnits[$0] }), let count = Int32(text.dropLast()) else { return nil }
    return rule(count, unit)
  }

  private static let names: [String: (Int32, RecurrenceRule.Unit)] = [
    "daily": (1, .day), "weekdays": (1, .businessDay), "weekly": (1, .week), "biweekly": (2, .week),
    "fortnight": (2, .week), "sennight": (2, .week), "monthly": (1, .month), "bimonthly": (2, .month),
    "quarterly": (3, .month), "semiannual": (6, .month), "annual": (1, .year), "yearly": (1, .year),
    "biannual": (2, .year), "biyearly": (2, .year),
  ]

  private static let units: [String: (Int32, RecurrenceRule.Unit)] = {
    var units: [String: (Int32, RecurrenceRule.Unit)] = [:]
    func add(_ names: [String], _ count: Int32, _ unit: RecurrenceRule.Unit) {
      for name in names { units[name] = (count, unit) }
    }
    add(["d", "day", "days"], 1, .day)
    add(["w", "wk", "wks", "week", "weeks"], 1, .week)
    add(["m", "mo", "mos", "mth", "mths", "mnths", "month", "months"], 1, .month)
    add(["q", "qtr", "qtrs", "qrtr", "qrtrs", "quarter", "quarters"], 3, .month)
    add(["y", "yr", "yrs", "year", "years"], 1, .year)
    return units
  }()
}

extension RecurrenceRule {
  /// `rec:`'s value.
  var words: String {
    let letter =
      switch unit {
      case .day: "d"
      case .week: "w"
      case .month: "m"
      case .year: "y"
      case .businessDay: "b"
      }
    return "\(isStrict ? "+" : "")\(count)\(letter)"
  }
}
