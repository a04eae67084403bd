import TodoCore

/// What history has, newest first, read some at a time: each time twice as many, since most searches end soon.
struct Past<Found> {
  private let read: (_ count: Int, _ before: Int64?) throws(StateError) -> [Found]
  private let number: (Found) -> Int64
  private let most: Int
  private var atOnce: Int
  private var before: Int64?
  private var some: ArraySlice<Found> = []
  private var isAtEnd = false

  mutating func next() throws(StateError) -> Found? {
    if some.isEmpty, !isAtEnd {
      some = try read(atOnce, before)[...]
      isAtEnd = some.count < atOnce
      atOnce = min(2 * atOnce, most)
      before = some.last.map(number) ?? before
    }
    return some.popFirst()
  }
}

/// Steps of the history.
typealias PastSteps = Past<Step>

extension PastSteps {
  /// - Parameter before: Begins below that number; nil is the newest.
  init(_ state: StatePort, before: Int64? = nil) {
    read = { count, before throws(StateError) in try state.steps(count, before) }
    number = \.number
    (atOnce, most) = (1, 64)
    self.before = before
  }
}

/// What the steps of the history touched: to find those few whose lines are wanted.
typealias PastOutlines = Past<StepOutline>

extension PastOutlines {
  /// - Parameter before: Begins below that number; nil is the newest.
  init(_ state: StatePort, before: Int64? = nil) {
    read = { count, before throws(StateError) in try state.outlines(count, before) }
    number = \.number
    (atOnce, most) = (64, 512)
    self.before = before
  }
}
