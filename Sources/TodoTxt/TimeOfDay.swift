/// A time on the clock, without a day or a zone: seconds since midnight, 0 to 86 399.
package struct TimeOfDay: Hashable, Comparable, Sendable {
  package let seconds: Int32

  package init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else { return nil }
    seconds = Int32(hour * 3600 + minute * 60 + second)
  }

  package static let midnight = TimeOfDay(seconds: 0)

  package init(seconds: Int32) {
    precondition((0..<86_400).contains(seconds))
    self.seconds = seconds
  }

  package var hour: Int { Int(seconds) / 3600 }
  package var minute: Int { Int(seconds) / 60 % 60 }
  package var second: Int { Int(seconds) % 60 }

  package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.seconds < right.seconds }
}

extension TimeOfDay: CustomStringConvertible {
  /// `HH:MM`, with `:SS` only where there are seconds.
  package var description: String {
    let minutes = "\(padded(hour, 2)):\(padded(minute, 2))"
    return second == 0 ? minutes : "\(minutes):\(padded(second, 2))"
  }
}
