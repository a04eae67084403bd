/// A time zone as a value handed in: the seconds east of UTC that hold at an instant.
package struct Zone: Sendable {
  /// What the zone is called, for people and for telling one from another: `Europe/Berlin`, or `UTC+1`.
  package let name: String
  /// Seconds to add to UTC at the given second since the epoch.
  package let offset: @Sendable (_ secondsSinceEpoch: Int64) -> Int32

  package init(name: String, offset: @escaping @Sendable (Int64) -> Int32) {
    self.name = name
    self.offset = offset
  }

  package static let utc = Zone(name: "UTC") { _ in 0 }
}
