extension Outcome.Note {
  /// What the client is told.
  package var words: String {
    switch self {
    case .unchanged(let id): "task \(id) is so already"
    case .lineWasGone(let id, let file): "task \(id) is back; its line was not in \(file) any more"
    case .lineStays(let id, let file): "task \(id) is back; its line in \(file) stays too"
    case .notPutBack(let id, let file): "task \(id), which had come from \(file), is in the trash"
    case .sameVersion: "the file is so already"
    case .noSuccessor(let id, let reason):
      switch reason {
      case .notRecurring: "task \(id) does not recur"
      case .nonsense(let value): "task \(id) is done, but 'rec:\(value)' gives no next one: say rec:1w, rec:+1m"
      case .ended(let until): "task \(id) is done for good: the next one would come after until:\(until)"
      case .beyondCalendar: "task \(id) is done, but its next one lies after the year 9999"
      }
    }
  }
}
