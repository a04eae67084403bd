import TodoTxt

/// What an answer says of a date that was just given: the weekday and the day, so that a slip is seen.
extension DateLabel {
  /// `Tue 6 Jan 09:00 (tomorrow)`; as `label` where dates are not relative.
  func spelledOut(_ day: CivilDate, _ time: TimeOfDay?) -> String {
    guard dates == .relative else { return label(day, time) }
    let year = day.year == today.year ? "" : " \(day.year)"
    let weekday = DateLabel.weekdays[day.weekday - 1].prefix(3)
    let clock = time.map { " \($0.clock)" } ?? ""
    let written = "\(weekday) \(day.day) \(DateLabel.months[day.month - 1])\(year)\(clock)"
    let distance = Int(day.daysSinceEpoch) - Int(today.daysSinceEpoch)
    return (-30...1).contains(distance) ? "\(written) (\(label(day, nil)))" : written
  }
}
