import TodoCore

/// What should be in the state and could not be written there; the next transaction takes it along.
///
/// Memory has moved on: the file is the truth about tasks, and what has rung has rung.
struct Backlog {
  var steps: [Step] = []
  var moved: [(step: Int64, moved: Moved)] = []
  var records: [StateRecord] = []

  var isEmpty: Bool { steps.isEmpty && moved.isEmpty && records.isEmpty }

  func transaction(_ revision: Int64) -> Transaction {
    Transaction(revision: revision, confirms: true, steps: steps, moved: moved, records: records)
  }
}
