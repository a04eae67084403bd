package import TodoTxt

/// A span of hours that comes every day: from a time up to, not including, another, over midnight if that is earlier.
package struct DaySpan: Hashable, Sendable {
  package var from: TimeOfDay
  package var to: TimeOfDay

  package init(from: TimeOfDay, to: TimeOfDay) {
    self.from = from
    self.to = to
  }

  package var crossesMidnight: Bool { to <= from }

  /// From and to alike mean the whole day.
  package func contains(_ time: TimeOfDay) -> Bool {
    crossesMidnight ? time >= from || time < to : time >= from && time < to
  }
}

/// A span for each day of the week, or none on that day; the weekday is that of the evening on which the span begins.
package struct WeekdaySpans: Hashable, Sendable {
  /// Monday first, always seven.
  private var spans: [DaySpan?]

  /// The same span on every day.
  package init(_ span: DaySpan?) { spans = Array(repeating: span, count: 7) }

  /// The span that begins on an ISO 8601 weekday: Monday is 1, Sunday 7.
  package subscript(weekday weekday: Int) -> DaySpan? {
    get { spans[weekday - 1] }
    set { spans[weekday - 1] = newValue }
  }

  /// When the span that covers `civil` ends; nil if none covers it. Spans that touch are one.
  package func end(covering civil: CivilTime) -> CivilTime? {
    var end: CivilTime?
    var time = civil
    // Seven spans that touch each other cover everything: a week ahead is far enough to look again.
    while let next = endOfOne(covering: time), next > time, end.map({ $0 < civil.adding(days: 7) }) ?? true {
      end = next
      time = next
    }
    return end
  }

  private func endOfOne(covering civil: CivilTime) -> CivilTime? {
    [civil.date.adding(days: -1), civil.date].compactMap { begin in
      guard let span = self[weekday: begin.weekday] else { return nil }
      let start = CivilTime(begin, span.from)
      let end = CivilTime(span.crossesMidnight ? begin.adding(days: 1) : begin, span.to)
      return start <= civil && civil < end ? end : nil
    }.max()
  }
}
