import TodoTxt

/// A zone that remembers on which days its offset stays the same: planning asks for few days, but for each often.
struct CivilClock: Sendable {
  let zone: Zone
  /// The offset that holds from two days before a day to two days after it; `unsteady` if there is no such.
  private var offsets: [Int32: Int32] = [:]

  private static let unsteady = Int32.min
  private static let capacity = 20_000

  init(zone: Zone) { self.zone = zone }

  /// As `Zone.instant(of:)`.
  mutating func instant(of civil: CivilTime) -> Instant {
    let day = civil.date.daysSinceEpoch
    let offset = offsets[day] ?? look(at: day)
    guard offset != CivilClock.unsteady else { return zone.instant(of: civil) }
    return Instant(seconds: civil.secondsAsUTC - Int64(offset))
  }

  mutating func start(of date: CivilDate) -> Instant { instant(of: CivilTime(date, .midnight)) }

  private mutating func look(at day: Int32) -> Int32 {
    let midnights = (day - 2)...(day + 3)
    let offset = zone.offset(Int64(midnights.lowerBound) * 86_400)
    let isSteady = midnights.dropFirst().allSatisfy { zone.offset(Int64($0) * 86_400) == offset }
    if offsets.count >= CivilClock.capacity { offsets.removeAll() }
    offsets[day] = isSteady ? offset : CivilClock.unsteady
    return isSteady ? offset : CivilClock.unsteady
  }
}
