package import TodoCore
import TodoTxt

extension CivilTime {
  /// `2026-03-01 09:00`, with seconds or without.
  package init?(_ text: String) {
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" })
    guard parts.count == 2, let date = CivilDate(parsing: Array(parts[0].utf8)) else { return nil }
    let numbers = parts[1].split(separator: ":").compactMap { Int($0) }
    guard numbers.count >= 2,
      let time = TimeOfDay(hour: numbers[0], minute: numbers[1], second: numbers.count > 2 ? numbers[2] : 0)
    else { return nil }
    self.init(date, time)
  }
}
