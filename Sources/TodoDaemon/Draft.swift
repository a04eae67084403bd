import TodoCore
import TodoProtocol
import TodoTxt

/// The copy on which the changes of one turn are made, and all that has to be written for them.
///
/// Nothing of it is true before it is on disk; a change that is refused leaves no trace in it.
struct Draft {
  var list: TaskList
  var reminders: Reminders
  var revision: Int64
  var nextStep: Int64
  var context: ChangeContext

  private(set) var steps: [Step] = []
  var undone: [(step: Int64, by: Int64?)] = []
  /// What the reminders want kept.
  var recorded: [Recorded] = []
  /// Facts of the daemon's own for the state.
  var extra: [StateRecord] = []
  /// Lines for the ends of files beside the todo file, in the order in which they came.
  private(set) var appended: [BesideFile: [StoredLine]] = [:]
  /// Lines that an undo takes from the end of the done file again.
  var takenBack: [StoredLine] = []
  private(set) var changes: [TaskChange] = []

  var isEmpty: Bool { steps.isEmpty && recorded.isEmpty && extra.isEmpty }

  /// What a step came to.
  struct Made {
    var outcome: Outcome
    /// Is nil where nothing had to be changed.
    var step: Int64?
  }

  /// Makes one step of what `body` does to the list.
  mutating func step<Failure: Error>(
    _ title: String, by author: Step.Author, cause: Cause = .client, undoing undone: Int64? = nil,
    movingTo destination: BesideFile = .done,
    _ body: (inout TaskList, inout ChangeContext) throws(Failure) -> Outcome
  ) throws(Failure) -> Made {
    var changed = list
    var context = context
    let outcome = try body(&changed, &context)
    self.context = context
    let delta = Delta(from: list, to: changed)
    guard !delta.isEmpty else { return Made(outcome: outcome, step: nil) }
    list = changed
    revision += 1
    let number = nextStep
    nextStep += 1
    let isArchive = destination == .done
    steps.append(
      Step(
        number: number, revision: revision, time: context.now, author: author, title: title, delta: delta,
        archived: isArchive ? outcome.movedOut : [], undoes: undone))
    if !outcome.movedOut.isEmpty { appended[destination, default: []] += outcome.movedOut }
    changes += outcome.changes
    note(reminders.changed(outcome.changes, cause: cause, at: context.now))
    if let undone { self.undone.append((step: undone, by: number)) }
    return Made(outcome: outcome, step: number)
  }

  mutating func note(_ record: Recorded) {
    if !record.isEmpty { recorded.append(record) }
  }
}
