package import TodoCore

/// What is to become true in the state all at once.
package struct Transaction: Sendable {
  /// The open intent, if there is one, is in the files: it is history from now on.
  package var confirms: Bool
  /// A change of the files that is about to be tried; it is open until a later transaction confirms it.
  package var intent: Intent?
  package var steps: [Step]
  /// Steps that were taken back (or, with nil, no longer are), and by which step.
  package var undone: [(step: Int64, by: Int64?)]
  /// Where lines of steps that are there already turned out to have gone.
  package var moved: [(step: Int64, moved: Moved)]
  package var records: [StateRecord]
  /// The revision once this stands.
  package var revision: Int64

  package init(
    revision: Int64, confirms: Bool = true, intent: Intent? = nil, steps: [Step] = [],
    undone: [(step: Int64, by: Int64?)] = [], moved: [(step: Int64, moved: Moved)] = [], records: [StateRecord] = []
  ) {
    self.revision = revision
    self.confirms = confirms
    self.intent = intent
    self.steps = steps
    self.undone = undone
    self.moved = moved
    self.records = records
  }
}
