/// A moved ringing of one occurrence; the due stays as it is.
package struct Snooze: Hashable, Sendable {
  package var item: ItemID
  /// The due value of the occurrence: an edit of the due ends the snooze.
  package var due: String
  package var until: Instant
  /// The user typed a time, so the snooze may pass a later due moment, and rings in quiet hours.
  package var isToTime: Bool
  /// It would have passed the due, and so ends with it: the due rings, not the snooze.
  package var endsWithDue: Bool
  /// How many snoozes the occurrence had, this one included: the n of `snooze n`.
  package var count: Int

  package init(item: ItemID, due: String, until: Instant, isToTime: Bool, endsWithDue: Bool = false, count: Int) {
    self.item = item
    self.due = due
    self.until = until
    self.isToTime = isToTime
    self.endsWithDue = endsWithDue
    self.count = count
  }
}
