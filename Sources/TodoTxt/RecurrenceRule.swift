/// What `rec:` says: `[+]N[dwmyb]`.
package struct RecurrenceRule: Hashable, Sendable {
  package enum Unit: UInt8, Sendable {
    case day, week, month, year
    /// Monday to Friday.
    case businessDay
  }

  /// 1 to 99 999; 1 where the number is missing.
  package let count: Int32
  package let unit: Unit
  /// Counts from the old date (`+`), not from the day of completion.
  package let isStrict: Bool

  package init(isStrict: Bool, count: Int32, unit: Unit) {
    precondition((1...99_999).contains(count))
    self.isStrict = isStrict
    self.count = count
    self.unit = unit
  }

  /// Is nil for anything but `[+]N[dwmyb]` with N at least 1; the letter in either case.
  package init?(parsing text: ArraySlice<UInt8>) {
    guard let letter = text.last, let unit = Unit(letter: letter) else { return nil }
    let isStrict = text.first == UInt8(ascii: "+")
    let digits = text.dropLast().dropFirst(isStrict ? 1 : 0)
    guard let count = digits.isEmpty ? 1 : decimal(digits, places: 5), count > 0 else { return nil }
    self.init(isStrict: isStrict, count: count, unit: unit)
  }
}

extension RecurrenceRule.Unit {
  fileprivate init?(letter: UInt8) {
    switch letter | 0x20 {
    case UInt8(ascii: "d"): self = .day
    case UInt8(ascii: "w"): self = .week
    case UInt8(ascii: "m"): self = .month
    case UInt8(ascii: "y"): self = .year
    case UInt8(ascii: "b"): self = .businessDay
    default: return nil
    }
  }
}
