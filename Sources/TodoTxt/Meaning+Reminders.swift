extension Meaning {
  /// `rem:none`: nothing rings.
  package var isSilent: Bool { reminders == .silent }
}

extension Meaning.Reminders {
  enum Parsed {
    case success(Meaning.Reminders)
    case failure(KeyProblem.Kind)
  }

  /// Reads the value of `rem:`: `none`, `1d,2h,15min`, `0`, or one `DATETHHMM`.
  static func parse(_ text: ArraySlice<UInt8>) -> Parsed {
    if text.elementsEqual("none".utf8) { return .success(.silent) }
    if text.count > 4, text[text.startIndex + 4] == UInt8(ascii: "-") { return parseMoment(text) }
    var leads: [Lead] = []
    for item in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let (number, lead) = parseLead(item) else { return .failure(.notAReminder) }
      if number > 0, !leads.contains(lead) { leads.append(lead) }
    }
    return .success(.leads(leads))
  }

  private static func parseMoment(_ text: ArraySlice<UInt8>) -> Parsed {
    switch DateValue.parse(text, allowsTime: true) {
    case .failure(let kind): return .failure(kind)
    case .success(let value):
      guard let time = value.time, value.offset == nil else { return .failure(.notAReminder) }
      return .success(.moment(value.date, time))
    }
  }

  /// Reads a number with `w`, `d`, `h`, `m` or `min`; zero needs no unit.
  private static func parseLead(_ item: ArraySlice<UInt8>) -> (number: Int32, Lead)? {
    let end = item.firstIndex { !isDigit($0) } ?? item.endIndex
    guard let number = decimal(item[..<end], places: 5) else { return nil }
    let unit = item[end...]
    if unit.isEmpty { return number == 0 ? (0, .seconds(0)) : nil }
    if unit.elementsEqual("min".utf8) { return (number, .seconds(number * 60)) }
    guard unit.count == 1 else { return nil }
    switch unit.first {
    case UInt8(ascii: "w"): return (number, .days(number * 7))
    case UInt8(ascii: "d"): return (number, .days(number))
    case UInt8(ascii: "h"): return (number, .seconds(number * 3600))
    case UInt8(ascii: "m"): return (number, .seconds(number * 60))
    default: return nil
    }
  }
}
