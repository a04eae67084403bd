/// Instants at which tasks need a look, earliest first.
///
/// Nothing is removed when a task changes: the stamp tells an entry that holds from one left over.
struct WakeHeap: Sendable {
  struct Wake: Sendable {
    var instant: Instant
    var item: ItemID
    var stamp: UInt32
  }

  private var wakes: [Wake] = []

  init() {}

  /// Arranges many at once, in linear time.
  init(_ wakes: [Wake]) {
    self.wakes = wakes
    for place in stride(from: wakes.count / 2 - 1, through: 0, by: -1) { sink(place) }
  }

  var first: Wake? { wakes.first }
  var count: Int { wakes.count }

  /// Hands over wakes, the first before all others, but none that is later than what `body` returned last.
  func visit(_ body: (Wake) -> Instant) {
    var limit = Instant.never
    var places = [0]
    while let place = places.popLast() {
      guard place < wakes.count, wakes[place].instant <= limit else { continue }
      limit = body(wakes[place])
      places += [2 * place + 2, 2 * place + 1]
    }
  }

  mutating func insert(_ wake: Wake) {
    wakes.append(wake)
    var place = wakes.count - 1
    while place > 0, wakes[place].instant < wakes[(place - 1) / 2].instant {
      wakes.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func removeFirst() {
    guard let last = wakes.popLast(), !wakes.isEmpty else { return }
    wakes[0] = last
    sink(0)
  }

  /// Drops leftovers; the caller does so when they outnumber what holds.
  mutating func keep(where holds: (Wake) -> Bool) { self = WakeHeap(wakes.filter(holds)) }

  private mutating func sink(_ start: Int) {
    var place = start
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < wakes.count && wakes[child].instant < wakes[least].instant {
        least = child
      }
      if least == place { return }
      wakes.swapAt(place, least)
      place = least
    }
  }
}
