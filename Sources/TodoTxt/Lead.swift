/// How long before the due a reminder rings.
package enum Lead: Hashable, Sendable {
  /// Whole days, counted on the calendar.
  case days(Int32)
  /// Elapsed time.
  case seconds(Int32)
}
