import TodoTxt

extension MomentName: CustomStringConvertible {
  /// As the ledger keeps it: `due`, `day+1`, `evening`, `lead 1d`, `again 2`, `snooze 2`, `rem 2026-03-01T0900`.
  package var description: String {
    switch self {
    case .due: "due"
    case .day(let days): "day+\(days)"
    case .evening: "evening"
    case .lead(let lead): "lead \(MomentName.text(of: lead))"
    case .again(let count): "again \(count)"
    case .snooze(let count): "snooze \(count)"
    case .absolute(let civil): "rem \(civil.date)T\(padded(civil.time.hour, 2))\(padded(civil.time.minute, 2))"
    case .threshold: "threshold"
    case .older: "older"
    case .welcome: "welcome"
    }
  }

  /// Reads what `description` writes; nil for anything else.
  package init?(parsing text: some StringProtocol) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    switch (words.first ?? "", words.count) {
    case ("due", 1): self = .due
    case ("evening", 1): self = .evening
    case ("threshold", 1): self = .threshold
    case ("older", 1): self = .older
    case ("welcome", 1): self = .welcome
    case ("again", 2):
      guard let count = Int(words[1]) else { return nil }
      self = .again(count)
    case ("snooze", 2):
      guard let count = Int(words[1]) else { return nil }
      self = .snooze(count)
    case ("lead", 2):
      guard let lead = MomentName.lead(parsing: words[1]) else { return nil }
      self = .lead(lead)
    case ("rem", 2):
      guard let civil = MomentName.civil(parsing: Array(words[1].utf8)) else { return nil }
      self = .absolute(civil)
    case (let word, 1):
      guard word.hasPrefix("day+"), let days = Int(word.dropFirst(4)) else { return nil }
      self = .day(days)
    default: return nil
    }
  }

  private static func text(of lead: Lead) -> String {
    switch lead {
    case .days(let days): "\(days)d"
    case .seconds(let seconds) where seconds % 3600 == 0: "\(seconds / 3600)h"
    case .seconds(let seconds) where seconds % 60 == 0: "\(seconds / 60)min"
    case .seconds(let seconds): "\(seconds)s"
    }
  }

  private static func lead(parsing text: some StringProtocol) -> Lead? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int32(digits) else { return nil }
    switch text.dropFirst(digits.count) {
    case "d": return .days(number)
    case "h": return number.multipliedReportingOverflow(by: 3600).overflow ? nil : .seconds(number * 3600)
    case "min": return number.multipliedReportingOverflow(by: 60).overflow ? nil : .seconds(number * 60)
    case "s": return .seconds(number)
    default: return nil
    }
  }

  /// `2026-03-01T0900`.
  private static func civil(parsing text: [UInt8]) -> CivilTime? {
    guard text.count == 15, text[10] == UInt8(ascii: "T"), let date = CivilDate(parsing: text[..<10]),
      text[11...].allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    else { return nil }
    let digits = text[11...].map { Int($0 - UInt8(ascii: "0")) }
    guard let time = TimeOfDay(hour: digits[0] * 10 + digits[1], minute: digits[2] * 10 + digits[3]) else { return nil }
    return CivilTime(date, time)
  }
}
