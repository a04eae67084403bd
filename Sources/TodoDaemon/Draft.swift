import TodoCore
import TodoProtocol
import TodoTxt

/// The copy on which the changes of one turn are made, and all that has to be written for them.
///
/// Nothing of it is true before it is on disk; a change that is refused leaves no trace in it.
struct Draft {
  var list: TaskList
  var reminders: Reminders
  var owed: OwedRecurrences
  var revision: Int64
  var nextStep: Int64
  var context: ChangeContext

  private(set) var steps: [Step] = []
  var undone: [(step: Int64, by: Int64?)] = []
  /// What the reminders want kept.
  var recorded: [Recorded] = []
  /// Facts of the daemon's own for the state.
  var extra: [StateRecord] = []
  /// What changes in a second file: at most one goes with the todo file, so its step has a turn of its own.
  private(set) var beside: BesideEdit?
  private(set) var changes: [TaskChange] = []
  /// Tasks that are gone because they went to the done file.
  private(set) var done: Set<ItemID> = []
  /// Lines that became forms of one task.
  private(set) var clashes: [[ItemID]] = []
  /// What is to be told besides, once all this is true.
  private(set) var notes: [Outcome.Note] = []

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
    movingTo destination: BesideFile = .done, takingBack facts: [FactChange] = [],
    _ body: (inout TaskList, inout ChangeContext) throws(Failure) -> Outcome
  ) throws(Failure) -> Made {
    var changed = list
    var context = context
    var outcome = try body(&changed, &context)
    self.context = context
    let delta = Delta(from: list, to: changed)
    notes += outcome.notes
    // An undo of what others took back already is a step all the same: a bare `undo` goes on to the one before.
    let isNothing = delta.isEmpty && facts.isEmpty && outcome.parted.isEmpty
    guard !isNothing || undone != nil else { return Made(outcome: outcome, step: nil) }
    list = changed
    revision += 1
    let number = nextStep
    nextStep += 1
    let edit = BesideEdit(file: destination, appended: outcome.movedOut, takenBack: outcome.movedBack)
    if !edit.isEmpty { beside = beside.map { $0.followed(by: edit) } ?? edit }
    let recorded = followed(outcome, in: changed, by: number, cause: cause, takingBack: facts)
    for record in recorded { note(record) }
    let known = Set(outcome.changes.compactMap { ($0.new ?? $0.old)?.id })
    let others = Set(facts.compactMap { $0.subject?.item } + outcome.kept).subtracting(known)
    let marked = Set(recorded.flatMap(\.facts).compactMap(\.subject).filter(\.isOfClash).compactMap(\.item))
    // Their lines are what they were; what is said of them is not.
    func unchanged(_ items: Set<ItemID>) -> [TaskChange] {
      items.sorted().compactMap { changed[$0] }.map { TaskChange(old: $0, new: $0) }
    }
    outcome.changes += unchanged(others)
    clashes += outcome.clashes
    changes += outcome.changes + unchanged(marked.subtracting(known).subtracting(others))
    note(owed.note(outcome, isForeign: author.isForeign, on: self.context.today))
    let moved = edit.appended + edit.takenBack + outcome.archived
    if destination == .done { done.formUnion((outcome.movedOut + outcome.archived).compactMap(\.id)) }
    steps.append(
      Step(
        number: number, revision: revision, time: context.now, author: author, title: title, delta: delta,
        moved: moved.isEmpty ? nil : Moved(file: destination, lines: moved),
        facts: recorded.flatMap(\.facts), undoes: undone))
    if let undone { self.undone.append((step: undone, by: number)) }
    return Made(outcome: outcome, step: number)
  }

  /// What the reminders make of a step.
  private mutating func followed(
    _ outcome: Outcome, in list: TaskList, by step: Int64, cause: Cause, takingBack facts: [FactChange]
  ) -> [Recorded] {
    let now = context.now
    let order = ClashOrder(step: step, made: outcome.clashes, parted: outcome.parted, undoing: facts)
    var recorded = [reminders.follow(order, of: { list[$0] }, at: now)]
    recorded.append(reminders.changed(outcome.changes, cause: cause, at: now))
    if !facts.isEmpty { recorded.append(reminders.undo(facts, of: { list[$0] }, at: now)) }
    recorded.append(reminders.armTurned(of: { list[$0] }))
    return recorded
  }

  /// Makes one step of what `body` does to the reminders of tasks; no file changes.
  ///
  /// - Returns: Its number; nil where nothing had to be changed.
  mutating func remind<Failure: Error>(
    _ title: String, by author: Step.Author, of items: [ItemID],
    _ body: (inout Reminders) throws(Failure) -> [Recorded]
  ) throws(Failure) -> Int64? {
    var changed = reminders
    let recorded = try body(&changed)
    let facts = recorded.flatMap(\.facts)
    guard !facts.isEmpty else { return nil }
    reminders = changed
    revision += 1
    let number = nextStep
    nextStep += 1
    for record in recorded { note(record) }
    let delta = Delta(hunks: [], frameBefore: list.frame, frameAfter: list.frame)
    steps.append(
      Step(
        number: number, revision: revision, time: context.now, author: author, title: title, delta: delta, facts: facts)
    )
    changes += items.compactMap { list[$0] }.map { TaskChange(old: $0, new: $0) }
    return number
  }

  /// Makes one step of all the steps that `body` makes.
  mutating func inOneStep<Value, Failure: Error>(
    _ title: String, by author: Step.Author, _ body: (inout Draft) throws(Failure) -> Value
  ) throws(Failure) -> (value: Value, step: Int64?) {
    var changed = self
    let value = try body(&changed)
    let made = changed.steps[steps.count...]
    let delta = Delta(from: list, to: changed.list)
    let facts = made.flatMap(\.facts).folded
    let moved = made.compactMap(\.moved)
    (changed.steps, changed.revision, changed.nextStep) = (steps, revision, nextStep)
    self = changed
    guard !delta.isEmpty || !facts.isEmpty else { return (value, nil) }
    revision += 1
    let number = nextStep
    nextStep += 1
    steps.append(
      Step(
        number: number, revision: revision, time: context.now, author: author, title: title, delta: delta,
        moved: moved.first.map { Moved(file: $0.file, lines: moved.flatMap(\.lines)) }, facts: facts))
    return (value, number)
  }

  /// Of these items no successor is owed and none is to go.
  mutating func owe(nothingFor items: [ItemID]) {
    let known = items.filter { owed.items[$0] != nil }
    for item in known { owed.remove(item) }
    note(known)
  }

  /// What these items are owed is another now.
  mutating func note(_ items: [ItemID]) {
    extra += items.map { owed.items[$0].map { StateRecord($0) } ?? StateRecord(removingOwed: $0) }
  }

  mutating func note(_ record: Recorded) {
    if !record.isEmpty { recorded.append(record) }
  }
}

/// What a step does to the end of a file beside the todo file.
struct BesideEdit {
  var file: BesideFile
  var appended: [StoredLine]
  var takenBack: [StoredLine]

  var isEmpty: Bool { appended.isEmpty && takenBack.isEmpty }

  /// At most one file goes with the todo file.
  func followed(by next: BesideEdit) -> BesideEdit {
    precondition(next.file == file)
    return BesideEdit(file: file, appended: appended + next.appended, takenBack: takenBack + next.takenBack)
  }
}

extension Step.Author {
  /// Somebody else wrote the file.
  var isForeign: Bool {
    switch self {
    case .editor, .merge: true
    case .client, .popup, .recurrence, .undo, .redo: false
    }
  }
}
