import TodoCore
import TodoProtocol
import TodoTxt

/// What one client wants to hear of as it happens.
struct Watch {
  var topics: Topics
  /// A live query: events name the tasks that enter, change and leave it. Nil for every task.
  var live: LiveQuery?
  /// The revision up to which it has been told, and what was so then.
  var told: Int64
  var surroundings: Surroundings

  func finds(_ task: Task, in context: QueryContext) -> Bool { live?.finds(task, in: context) ?? true }
}

/// A query that is asked again as tasks change and time passes.
struct LiveQuery {
  let text: String
  /// What it means on the day below; nil where it makes no sense any more, such as a range that ends before its
  /// beginning since `today` went on: it finds nothing.
  private var query: Query?
  /// What was so when `members` were found.
  private(set) var surroundings: Surroundings
  /// What the client thinks the query finds.
  var members: Set<ItemID>

  init(_ query: Query, members: Set<ItemID>, in surroundings: Surroundings) {
    text = query.text
    self.query = query
    self.members = members
    self.surroundings = surroundings
  }

  func finds(_ task: Task, in context: QueryContext) -> Bool {
    // What rings as a day begins is told before the query is asked anew.
    let query = context.today == surroundings.day.date ? query : read(at: context.now, in: context.zone)
    return query?.matches(task, in: context) ?? false
  }

  private func read(at now: Instant, in zone: Zone) -> Query? {
    try? Query(parsing: text, views: surroundings.views, now: now, zone: zone)
  }

  /// Follows what is so now; true if that can be what other tasks than the changed ones enter or leave by.
  mutating func follow(_ now: Surroundings, at instant: Instant, in zone: Zone) -> Bool {
    let before = surroundings
    surroundings = now
    guard now.day == before.day, now.views == before.views else {
      query = read(at: instant, in: zone)
      return true
    }
    return (query?.asksOthers ?? false) && now != before
  }
}

/// What holds of tasks beside their lines.
struct Surroundings: Equatable {
  struct Day: Equatable {
    var date: CivilDate
    var zone: String
  }

  var day: Day
  var views: [View]
  /// How many tasks are overdue: while a day lasts and no task changes that tells which.
  var overdue: Int
  var blocked: Set<ItemID>
  var snoozed: Set<ItemID>
  var held: Set<ItemID>
  var clashing: Set<ItemID>
  var pauses: [Pause]

  init(of draft: Draft) {
    day = Day(date: draft.context.today, zone: draft.context.zone.name)
    views = draft.reminders.settings.views
    overdue = draft.reminders.counts.overdue
    blocked = draft.reminders.blockedItems
    snoozed = draft.reminders.snoozedItems
    held = draft.reminders.heldItems
    clashing = draft.reminders.clashingItems
    pauses = draft.reminders.activePauses
  }
}
