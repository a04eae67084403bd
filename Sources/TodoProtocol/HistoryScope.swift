/// Which steps `history` tells of.
package enum HistoryScope: Hashable, Sendable {
  case all
  /// `s812`, with all that it changed.
  case step(Int64)
  /// Those that changed these tasks, also tasks that are gone; of a query those whose lines fit, before or after.
  case items([ItemName])
}
