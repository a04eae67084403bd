package import TodoTxt

/// What a change must know of the world, handed in: the moment, the zone, the settings, and where uuids come from.
package struct ChangeContext: Sendable {
  package var now: Instant
  package var zone: Zone
  package var creationDates: Configuration.CreationDates
  package var minimumTitle: Int
  /// When `tonight` is; nil is the usual evening.
  package var evening: TimeOfDay?
  package var uuids: UUIDSource

  package init(
    now: Instant, zone: Zone, creationDates: Configuration.CreationDates = .auto, minimumTitle: Int = 1,
    evening: TimeOfDay? = nil, uuids: UUIDSource
  ) {
    self.now = now
    self.zone = zone
    self.creationDates = creationDates
    self.minimumTitle = minimumTitle
    self.evening = evening
    self.uuids = uuids
  }

  package var today: CivilDate { zone.date(of: now) }
}

/// Makes uuids from a seed, so that the same story gives the same ones.
package struct UUIDSource: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// SplitMix64, Steele, Lea and Flood 2014.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
