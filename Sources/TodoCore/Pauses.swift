/// The pauses that there are, with what their queries mean today.
struct Pauses: Sendable {
  private(set) var all: [Pause] = []
  /// By text; one that makes no sense, and so finds nothing, is absent.
  private var queries: [String: Query] = [:]

  var isEmpty: Bool { all.isEmpty }
  var hasQueries: Bool { all.contains { $0.query != nil } }

  /// When the first of them ends by itself.
  var firstEnd: Instant { all.compactMap(\.until).min() ?? .never }

  /// Relative days in a query are those of `now`: to be called again when the day is another.
  mutating func read(views: [View], at now: Instant, in zone: Zone) {
    queries = [:]
    for text in all.compactMap(\.query) {
      queries[text] = try? Query(parsing: text, views: views, now: now, zone: zone)
    }
  }

  subscript(query: String?) -> Pause? { all.first { $0.query == query } }

  /// There is one pause at most for a query, and one of everything.
  mutating func set(_ pause: Pause?, for query: String?) {
    let place = all.firstIndex { $0.query == query }
    switch (place, pause) {
    case (let place?, let pause?): all[place] = pause
    case (let place?, nil): all.remove(at: place)
    case (nil, let pause?): all.append(pause)
    case (nil, nil): break
    }
  }

  /// Of the pauses that hold a task (nil: the file's own moments) at an instant the one that lasts longest.
  func holding(_ task: Task?, at instant: Instant, in context: (_ asksOthers: Bool) -> QueryContext) -> Pause? {
    var longest: Pause?
    for pause in all where !pause.isOver(at: instant) {
      if let longest, longest.until ?? .never >= pause.until ?? .never { continue }
      if let text = pause.query {
        guard let task, let query = queries[text], query.fits(task, in: context(query.asksOthers))
        else { continue }
      }
      longest = pause
    }
    return longest
  }
}
