package import TodoTxt

extension Zone {
  /// What a clock in this zone shows at an instant (fractions of a second are cut off).
  package func civil(of instant: Instant) -> CivilTime {
    let seconds = instant.seconds
    return CivilTime(secondsAsUTC: seconds + Int64(offset(seconds)))
  }

  package func date(of instant: Instant) -> CivilDate { civil(of: instant).date }

  /// The instant at which a clock in this zone shows `civil`.
  ///
  /// A time that comes twice is the first of the two. A time that a gap left out is counted with the offset before the
  /// gap (02:30 is 03:30 then), and a time of a day left out as a whole is the first instant after that day.
  package func instant(of civil: CivilTime) -> Instant {
    let local = civil.secondsAsUTC
    let before = offset(local - Zone.margin)
    let after = offset(local + Zone.margin)
    let fitting = [before, after].map { local - Int64($0) }.filter { $0 + Int64(offset($0)) == local }
    if let first = fitting.min() { return Instant(seconds: first) }
    return Instant(seconds: unusual(local: local))
  }

  /// The first instant of a day, which need not be 00:00.
  package func start(of date: CivilDate) -> Instant { instant(of: CivilTime(date, .midnight)) }

  /// Two days: further than any offset, and than any change of an offset, reaches.
  private static let margin: Int64 = 2 * 86_400

  /// Times in a gap, and times between two transitions that stand close together.
  private func unusual(local: Int64) -> Int64 {
    let transitions = self.transitions(from: local - Zone.margin, to: local + Zone.margin)
    let between = transitions.map { local - Int64($0.after) }.filter { $0 + Int64(offset($0)) == local }
    if let first = between.min() { return first }
    for transition in transitions {
      let gapStart = transition.at + Int64(transition.before)
      let gapEnd = transition.at + Int64(transition.after)
      guard (gapStart..<max(gapStart, gapEnd)).contains(local) else { continue }
      return gapEnd - gapStart >= 86_400 ? transition.at : local - Int64(transition.before)
    }
    return local - Int64(offset(local - Zone.margin))
  }

  /// Every change of the offset in a range of seconds, found by bisection of each quarter of a day.
  private func transitions(from start: Int64, to end: Int64) -> [(at: Int64, before: Int32, after: Int32)] {
    var found: [(at: Int64, before: Int32, after: Int32)] = []
    for piece in stride(from: start, to: end, by: 21_600) {
      var low = piece
      var high = min(piece + 21_600, end)
      let before = offset(low)
      guard offset(high) != before else { continue }
      while high - low > 1 {
        let middle = (low + high) / 2
        if offset(middle) == before { low = middle } else { high = middle }
      }
      found.append((high, before, offset(high)))
    }
    return found
  }
}
