package import TodoTxt

/// Date arithmetic of a recurrence rule; nil stands for a day outside the years 1 to 9999.
extension RecurrenceRule {
  /// Where `steps` repetitions lead from `date`, each counted from `date` itself, so that clamping does not add up.
  ///
  /// `day` is the day of month that months and years want; a month that lacks it gives its last day.
  package func date(after date: CivilDate, steps: Int = 1, wanting day: Int? = nil) -> CivilDate? {
    let total = steps * Int(count)
    switch unit {
    case .day: return CivilDate.checked(Int(date.daysSinceEpoch) + total)
    case .week: return CivilDate.checked(Int(date.daysSinceEpoch) + total * 7)
    case .businessDay: return CivilDate.checked(Int(date.daysSinceEpoch) + date.days(ofBusinessDays: total))
    case .month: return date.month(after: total, wanting: day)
    case .year: return date.month(after: total * 12, wanting: day)
    }
  }

  /// As many steps as surely end before `days` days are over; never less than one.
  ///
  /// It saves a series that is years behind from being walked step by step.
  func steps(within days: Int) -> Int {
    let longest =
      switch unit {
      case .day: 1
      case .week: 7
      case .month: 31
      case .year: 366
      // Five of them take seven days, two more where a weekend lies at the edge.
      case .businessDay: 3
      }
    return max(1, days / (longest * Int(count)))
  }

  /// The rule counts whole months, so that the day of month can be lost to a short one.
  var isMonthly: Bool {
    switch unit {
    case .month, .year: true
    case .day, .week, .businessDay: false
    }
  }
}

extension CivilDate {
  /// Is nil outside the years that can be written.
  fileprivate static func checked(_ days: Int) -> CivilDate? {
    guard (first...last).contains(days) else { return nil }
    return CivilDate(daysSinceEpoch: Int32(days))
  }

  /// 0001-01-01.
  private static let first = -719_162
  /// 9999-12-31.
  private static let last = 2_932_896

  func moved(byDays days: Int) -> CivilDate? { CivilDate.checked(Int(daysSinceEpoch) + days) }

  fileprivate func month(after months: Int, wanting day: Int?) -> CivilDate? {
    let (year, month, ownDay) = components
    let total = year * 12 + month - 1 + months
    let (newYear, newMonth) = (total / 12, total % 12 + 1)
    let length = CivilDate.daysIn(month: newMonth, ofYear: newYear)
    return CivilDate(year: newYear, month: newMonth, day: min(day ?? ownDay, length))
  }

  /// How many days `count` (at least 1) business days take from here; from a weekend they are counted from its Friday.
  fileprivate func days(ofBusinessDays count: Int) -> Int {
    let sinceFriday = max(0, weekday - 5)
    let start = min(weekday, 5)
    let crossesWeekend = start + count % 5 > 5
    return count / 5 * 7 + count % 5 + (crossesWeekend ? 2 : 0) - sinceFriday
  }
}
