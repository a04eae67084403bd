import TodoCore

/// Steps of the history, newest first, read some at a time.
struct PastSteps {
  private let state: StatePort
  private let atOnce: Int
  private var before: Int64?
  private var read: ArraySlice<Step> = []
  private var isAtEnd = false

  /// - Parameter before: Begins below that number; nil is the newest.
  init(_ state: StatePort, before: Int64? = nil, atOnce: Int = 50) {
    self.state = state
    self.before = before
    self.atOnce = atOnce
  }

  mutating func next() throws(StateError) -> Step? {
    if read.isEmpty, !isAtEnd {
      read = try state.steps(atOnce, before)[...]
      isAtEnd = read.count < atOnce
      before = read.last?.number ?? before
    }
    return read.popFirst()
  }
}
