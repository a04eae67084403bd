import TodoTxt

/// Says when things are, seen from an instant in a zone.
struct PopupWords {
  let zone: Zone
  let now: Instant

  /// `due 17:30, 2 hours ago`, `due tomorrow`, `3 days overdue`... of one task.
  func when(_ item: Ring.Item) -> String {
    guard let due = item.due else {
      let civil = zone.civil(of: item.moment)
      if item.name == .threshold { return item.isTimed ? "starts \(clock(civil))" : "starts \(day(civil.date))" }
      return "reminder for \(clock(civil))"
    }
    let civil = zone.civil(of: due)
    if item.isTimed {
      let distance = distance(to: due)
      return "due \(clock(civil))\(distance.isEmpty ? "" : ", \(distance)")"
    }
    let days = Int(civil.date.daysSinceEpoch - today.daysSinceEpoch)
    if abs(days) <= 1 { return "due \(day(civil.date))" }
    return "due \(day(civil.date)), \(days < 0 ? "\(-days) days ago" : "in \(days) days")"
  }

  /// The same in a line of a digest, as short as can be; empty for a day task of today.
  func shortly(_ item: Ring.Item) -> String {
    guard let due = item.due else {
      let civil = zone.civil(of: item.moment)
      return item.name == .threshold && !item.isTimed ? "" : clock(civil)
    }
    let civil = zone.civil(of: due)
    let days = Int(civil.date.daysSinceEpoch - today.daysSinceEpoch)
    if item.isTimed, abs(days) <= 1 { return clock(civil) }
    switch days {
    case 0: return ""
    case -1, 1: return day(civil.date)
    case ..<0: return "\(-days) days ago"
    default: return "\(day(civil.date)), in \(days) days"
    }
  }

  var today: CivilDate { zone.date(of: now) }

  /// `17:30` today, else with its day.
  func clock(_ civil: CivilTime) -> String {
    let time = TimeOfDay(seconds: civil.time.seconds / 60 * 60).description
    return civil.date == today ? time : "\(day(civil.date)) \(time)"
  }

  /// `today`, `tomorrow`, `Fri` within the week, else `6 March`, with the year if it is another.
  func day(_ date: CivilDate) -> String {
    let days = Int(date.daysSinceEpoch - today.daysSinceEpoch)
    switch days {
    case -1: return "yesterday"
    case 0: return "today"
    case 1: return "tomorrow"
    default: break
    }
    let weekday = PopupWords.weekdays[date.weekday - 1]
    if (2...6).contains(days) { return weekday }
    let (year, month, day) = date.components
    let words = "\(weekday) \(day) \(PopupWords.months[month - 1])"
    return year == today.year ? words : "\(words) \(year)"
  }

  /// `Fri 6 Mar`, with the year if it is another, as a button names it.
  func date(_ date: CivilDate) -> String {
    let words = "\(PopupWords.weekdays[date.weekday - 1]) \(date.day) \(PopupWords.months[date.month - 1].prefix(3))"
    return date.year == today.year ? words : "\(words) \(date.year)"
  }

  /// `Fri 9:00`, as a button names it.
  func button(_ civil: CivilTime) -> String {
    let time = "\(civil.time.hour):\(padded(civil.time.minute, 2))"
    return "\(PopupWords.weekdays[civil.date.weekday - 1]) \(time)"
  }

  /// `in 15 minutes`, `2 hours ago`; empty for less than a minute.
  func distance(to instant: Instant) -> String {
    let seconds = instant.milliseconds(since: now) / 1000
    let minutes = (abs(seconds) + 30) / 60
    if minutes == 0 { return "" }
    let span = PopupWords.span(minutes: minutes)
    return seconds < 0 ? "\(span) ago" : "in \(span)"
  }

  /// Minutes up to an hour, with the hours up to six of those, days from the second on.
  static func span(minutes: Int64) -> String {
    switch minutes {
    case ..<60: return count(minutes, "minute")
    case ..<360 where minutes % 60 != 0: return "\(count(minutes / 60, "hour")) \(count(minutes % 60, "minute"))"
    case ..<2880: return count(minutes / 60, "hour")
    default: return count(minutes / 1440, "day")
    }
  }

  static func count(_ number: Int64, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
