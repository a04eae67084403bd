package import TodoTxt

extension Task {
  /// 6 / 3.9 / 1.8 for A / B / C, 12 x (0.2 up to 14 days before due, rising to 1 at 7 days after), 0.01 a day of age
  /// (at most 2), and 5 less if blocked.
  package func urgency(today: CivilDate, zone: Zone, isBlocked: Bool) -> Double {
    func days(from date: CivilDate) -> Double { Double(today.daysSinceEpoch - date.daysSinceEpoch) }
    var urgency = isBlocked ? -5.0 : 0
    switch meaning.priority?.letter {
    case UInt8(ascii: "A"): urgency += 6
    case UInt8(ascii: "B"): urgency += 3.9
    case UInt8(ascii: "C"): urgency += 1.8
    case nil, .some: break
    }
    if let due = meaning.dueDay(in: zone) {
      let late = min(7, max(-14, days(from: due)))
      urgency += 12 * (0.2 + 0.8 * (late + 14) / 21)
    }
    if let creation = meaning.creation { urgency += min(2, max(0, 0.01 * days(from: creation))) }
    return urgency
  }
}
