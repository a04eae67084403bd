import TodoCore
import TodoProtocol

/// What one client wants to hear of as it happens.
struct Watch {
  var topics: Topics
  /// A live query: events name the tasks that enter, change and leave it.
  var query: Query?
  /// The revision up to which it has been told.
  var told: Int64
  /// What the client thinks the query finds.
  var members: Set<ItemID> = []
}
