/// The value of `due`, `t`, `until` or an absolute `rem`: a day, perhaps with a time, perhaps with an offset.
struct DateValue {
  let date: CivilDate
  private(set) var time: TimeOfDay?
  /// Seconds east of UTC, from `Z` or `+HH[[:]MM]`.
  private(set) var offset: Int32?

  /// The parts of a `Result` without the demand that its failure be an error.
  enum Parsed {
    case success(DateValue)
    case failure(KeyProblem.Kind)
  }

  /// Reads `DATE`, and if allowed `DATE`, `T`, `HH:MM[:SS]` or `HHMM[SS]`, and `Z` or an offset.
  static func parse(_ text: ArraySlice<UInt8>, allowsTime: Bool) -> Parsed {
    let day = text.prefix(10)
    let rest = text.dropFirst(10)
    guard hasShape(day), rest.isEmpty || rest.first == UInt8(ascii: "T") && allowsTime else {
      return .failure(.notADate)
    }
    guard let date = CivilDate(parsing: day) else { return .failure(.noSuchDay) }
    var value = DateValue(date: date)
    if rest.isEmpty { return .success(value) }
    let clock = rest.dropFirst()
    let end = clock.firstIndex { !isDigit($0) && $0 != UInt8(ascii: ":") } ?? clock.endIndex
    guard let time = TimeOfDay(clock: clock[..<end]) else { return .failure(.notATime) }
    value.time = time
    if end == clock.endIndex { return .success(value) }
    guard let offset = readOffset(clock[end...]) else { return .failure(.notATime) }
    value.offset = offset
    return .success(value)
  }

  private static func hasShape(_ day: ArraySlice<UInt8>) -> Bool {
    day.count == 10
      && day.indices.allSatisfy { index in
        let place = index - day.startIndex
        return place == 4 || place == 7 ? day[index] == UInt8(ascii: "-") : isDigit(day[index])
      }
  }

  private static func readOffset(_ text: ArraySlice<UInt8>) -> Int32? {
    let digits = text.dropFirst()
    switch text.first {
    case UInt8(ascii: "Z"): return digits.isEmpty ? 0 : nil
    case UInt8(ascii: "+"): return readHours(digits)
    case UInt8(ascii: "-"): return readHours(digits).map { -$0 }
    default: return nil
    }
  }

  private static func readHours(_ text: ArraySlice<UInt8>) -> Int32? {
    if text.count != 2 { return TimeOfDay(clock: text)?.seconds }
    guard let hours = decimal(text, places: 2), hours < 24 else { return nil }
    return hours * 3600
  }
}
