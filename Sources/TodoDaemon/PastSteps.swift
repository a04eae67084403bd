import TodoCore

/// What history has, newest first, read some at a time.
struct Past<Found> {
  private let read: (_ before: Int64?) throws(StateError) -> [Found]
  private let number: (Found) -> Int64
  private let atOnce: Int
  private var before: Int64?
  private var some: ArraySlice<Found> = []
  private var isAtEnd = false

  mutating func next() throws(StateError) -> Found? {
    if some.isEmpty, !isAtEnd {
      some = try read(before)[...]
      isAtEnd = some.count < atOnce
      before = some.last.map(number) ?? before
    }
    return some.popFirst()
  }
}

/// Steps of the history.
typealias PastSteps = Past<Step>

extension PastSteps {
  /// - Parameter before: Begins below that number; nil is the newest.
  init(_ state: StatePort, before: Int64? = nil, atOnce: Int = 50) {
    read = { before throws(StateError) in try state.steps(atOnce, before) }
    number = \.number
    self.atOnce = atOnce
    self.before = before
  }
}

/// What the steps of the history touched: to find those few whose lines are wanted.
typealias PastOutlines = Past<StepOutline>

extension PastOutlines {
  /// - Parameter before: Begins below that number; nil is the newest.
  init(_ state: StatePort, before: Int64? = nil) {
    let atOnce = 500
    read = { before throws(StateError) in try state.outlines(atOnce, before) }
    number = \.number
    self.atOnce = atOnce
    self.before = before
  }
}
