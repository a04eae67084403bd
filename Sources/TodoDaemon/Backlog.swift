import TodoCore

/// What should be in the state and could not be written there; the next transaction takes it along.
///
/// Memory has moved on: the file is the truth about tasks, and what has rung has rung.
struct Backlog {
  var steps: [Step] = []
  var records: [StateRecord] = []

  var isEmpty: Bool { steps.isEmpty && records.isEmpty }
}
