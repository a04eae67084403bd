extension TimeOfDay {
  /// Reads exactly `HHMM`, `HHMMSS`, `HH:MM` or `HH:MM:SS`.
  init?(clock text: ArraySlice<UInt8>) {
    var fields: [Int] = []
    fields.reserveCapacity(3)
    var rest = text
    let hasColons = text.count > 2 && text[text.startIndex + 2] == UInt8(ascii: ":")
    while !rest.isEmpty {
      if hasColons, !fields.isEmpty {
        guard rest.popFirst() == UInt8(ascii: ":") else { return nil }
      }
      guard rest.count >= 2, let field = decimal(rest.prefix(2), places: 2) else { return nil }
      fields.append(Int(field))
      rest = rest.dropFirst(2)
    }
    guard (2...3).contains(fields.count) else { return nil }
    self.init(hour: fields[0], minute: fields[1], second: fields.count == 3 ? fields[2] : 0)
  }

  /// Reads what `at:` may say: `9`, `09`, `900`, `0900`, `9:00`, `09:00`, and each with `am` or `pm`.
  package init?(at text: ArraySlice<UInt8>) {
    var digits = text
    var isAfternoon: Bool?
    if text.count > 2, text[text.endIndex - 1] | 0x20 == UInt8(ascii: "m") {
      switch text[text.endIndex - 2] | 0x20 {
      case UInt8(ascii: "a"): isAfternoon = false
      case UInt8(ascii: "p"): isAfternoon = true
      default: return nil
      }
      digits = text.dropLast(2)
    }
    guard let (hour, minute) = TimeOfDay.hourAndMinute(digits) else { return nil }
    guard let isAfternoon else {
      self.init(hour: hour, minute: minute)
      return
    }
    guard (1...12).contains(hour) else { return nil }
    self.init(hour: hour % 12 + (isAfternoon ? 12 : 0), minute: minute)
  }

  private static func hourAndMinute(_ text: ArraySlice<UInt8>) -> (Int, Int)? {
    var hour = text
    var minute: ArraySlice<UInt8>?
    if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
      (hour, minute) = (text[..<colon], text[(colon + 1)...])
    } else if text.count > 2 {
      (hour, minute) = (text.dropLast(2), text.suffix(2))
    }
    guard let hours = decimal(hour, places: 2) else { return nil }
    guard let minute else { return (Int(hours), 0) }
    guard minute.count == 2, let minutes = decimal(minute, places: 2) else { return nil }
    return (Int(hours), Int(minutes))
  }
}
