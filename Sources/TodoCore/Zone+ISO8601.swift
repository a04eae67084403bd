import TodoTxt

extension Zone {
  /// `2026-01-03T09:00:00+01:00`: the clock and the offset that hold here at an instant.
  package func iso8601(_ instant: Instant) -> String {
    let seconds = instant.seconds
    let offset = self.offset(seconds)
    let civil = CivilTime(secondsAsUTC: seconds + Int64(offset))
    let time = "\(padded(civil.time.hour, 2)):\(padded(civil.time.minute, 2)):\(padded(civil.time.second, 2))"
    return "\(civil.date)T\(time)\(Zone.text(ofOffset: offset))"
  }

  /// `+01:00`; seconds, which zones had a century ago, only where there are some.
  private static func text(ofOffset offset: Int32) -> String {
    let size = Int(offset.magnitude)
    let minutes = "\(offset < 0 ? "-" : "+")\(padded(size / 3600, 2)):\(padded(size / 60 % 60, 2))"
    return size % 60 == 0 ? minutes : "\(minutes):\(padded(size % 60, 2))"
  }
}
