/// A day of the Gregorian calendar, without a zone.
///
/// Kept as the number of days since 1970-01-01 (which is day 0); years 1 to 9999.
package struct CivilDate: Hashable, Comparable, Sendable {
  package let daysSinceEpoch: Int32

  package init(daysSinceEpoch: Int32) { self.daysSinceEpoch = daysSinceEpoch }

  /// Is nil for a day that the calendar does not have, such as 2026-02-30.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...CivilDate.daysIn(month: month, ofYear: year)).contains(day)
    else { return nil }
    self.init(uncheckedYear: year, month: month, day: day)
  }

  /// Reads exactly `YYYY-MM-DD`.
  package init?(parsing text: some Collection<UInt8>) {
    guard text.count == 10 else { return nil }
    self.init(parsing: ArraySlice(text))
  }

  /// The same for what is read most: other modules call it as it is, while a generic one is not specialized for them.
  package init?(parsing text: ArraySlice<UInt8>) {
    guard text.count == 10 else { return nil }
    var year = 0
    var month = 0
    var day = 0
    for (place, byte) in text.enumerated() {
      if place == 4 || place == 7 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      let digit = Int(byte - UInt8(ascii: "0"))
      switch place {
      case 0..<4: year = year * 10 + digit
      case 5..<7: month = month * 10 + digit
      default: day = day * 10 + digit
      }
    }
    self.init(year: year, month: month, day: day)
  }

  /// The civil-from-days algorithm's inverse, with March as the first month of its year.
  private init(uncheckedYear year: Int, month: Int, day: Int) {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    daysSinceEpoch = Int32(era * 146_097 + dayOfEra - 719_468)
  }

  package var components: (year: Int, month: Int, day: Int) {
    let shifted = Int(daysSinceEpoch) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  package var year: Int { components.year }
  package var month: Int { components.month }
  package var day: Int { components.day }

  /// ISO 8601: Monday is 1, Sunday 7.
  package var weekday: Int {
    let days = Int(daysSinceEpoch) + 3  // 1970-01-01 was a Thursday.
    return (days % 7 + 7) % 7 + 1
  }

  package func adding(days: Int) -> CivilDate { CivilDate(daysSinceEpoch: daysSinceEpoch + Int32(days)) }

  /// Adds calendar months; a day the month lacks becomes its last one (31 January + 1 = 28 February).
  package func adding(months: Int) -> CivilDate {
    let (year, month, day) = components
    let count = year * 12 + month - 1 + months
    let newYear = count >= 0 ? count / 12 : (count - 11) / 12
    let newMonth = count - newYear * 12 + 1
    let clamped = min(day, CivilDate.daysIn(month: newMonth, ofYear: newYear))
    return CivilDate(uncheckedYear: newYear, month: newMonth, day: clamped)
  }

  package static func daysIn(month: Int, ofYear year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  package static func < (left: CivilDate, right: CivilDate) -> Bool { left.daysSinceEpoch < right.daysSinceEpoch }
}

extension CivilDate: CustomStringConvertible {
  /// `YYYY-MM-DD`.
  package var description: String {
    let (year, month, day) = components
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

package func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return digits.utf8.count >= width ? digits : String(repeating: "0", count: width - digits.utf8.count) + digits
}
