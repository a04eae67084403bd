/// A point on the wall clock: microseconds since 1970-01-01T00:00:00Z.
///
/// Microseconds in 64 bits reach past every year that a todo.txt date can name.
package struct Instant: Hashable, Comparable, Sendable {
  package let microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }
  package init(seconds: Int64) { microseconds = seconds * 1_000_000 }

  /// Whole seconds since the epoch, rounded down.
  package var seconds: Int64 {
    microseconds >= 0 ? microseconds / 1_000_000 : (microseconds - 999_999) / 1_000_000
  }

  package func adding(seconds: Int64) -> Instant { Instant(microseconds: microseconds + seconds * 1_000_000) }
  package func adding(milliseconds: Int64) -> Instant { Instant(microseconds: microseconds + milliseconds * 1000) }

  /// How far `earlier` lies before this, in milliseconds.
  package func milliseconds(since earlier: Instant) -> Int64 { (microseconds - earlier.microseconds) / 1000 }
  package func seconds(since earlier: Instant) -> Int64 { (microseconds - earlier.microseconds) / 1_000_000 }

  package static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }
}
