package import TodoTxt

/// The next line of a recurring task, or why there is none.
package enum Successor: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case notRecurring
    /// `rec:` says nothing that can be counted; its value.
    case nonsense(String)
    /// The next due lies after `until:`.
    case ended(CivilDate)
    /// The next due lies after the year 9999.
    case beyondCalendar
  }

  case none(Reason)
  case line(Line)
}

/// The moment of a timed task: civil, or an instant where the due was written with `Z` or an offset.
package enum DueMoment: Hashable, Sendable {
  case civil(CivilDate, TimeOfDay)
  case instant(Instant)
}

extension Successor {
  /// Makes the new open line that completing `line` (open, or as it stands when done) on `day` leaves behind.
  ///
  /// `hasPassed` tells whether the moment of a timed task lies before its completion; nil when it was completed
  /// elsewhere, where the day alone counts, so that two machines write the same bytes.
  package init(of line: Line, completedOn day: CivilDate, hasPassed: ((DueMoment) -> Bool)? = nil) {
    self = .none(.notRecurring)
  }

  /// Moves due and threshold of an open line as its completion would, and changes nothing else.
  package init(skipping line: Line, on day: CivilDate, hasPassed: ((DueMoment) -> Bool)? = nil) {
    self = .none(.notRecurring)
  }
}
