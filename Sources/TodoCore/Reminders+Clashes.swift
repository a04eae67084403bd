import TodoTxt

/// Lines of one task: each is marked, and one of them rings.
extension Reminders {
  /// The clashes that wait for somebody to choose, the oldest first.
  package var openClashes: [Clash] {
    Dictionary(grouping: clashing, by: \.value).map { name, forms in
      Clash(name, items: forms.map(\.key).sorted())
    }.sorted { $0.name < $1.name }
  }

  /// The other lines of the clash that a line is in, by id; empty for most lines.
  package func twins(of item: ItemID) -> [ItemID] {
    guard let name = clashing[item] else { return [] }
    return clashing.filter { $0.value == name && $0.key != item }.map(\.key).sorted()
  }

  package var clashingItems: Set<ItemID> { Set(clashing.keys) }

  package func isClashing(_ item: ItemID) -> Bool { clashing[item] != nil }

  /// Follows what a step does to clashes; to be called before `changed` follows what it does to their lines.
  ///
  /// A clash is over once fewer than two of its lines are there, or all of them are equal.
  ///
  /// - Parameter task: The task of an id after the step.
  package mutating func follow(_ order: ClashOrder, of task: (ItemID) -> Task?, at now: Instant) -> Recorded {
    guard !clashing.isEmpty || !order.made.isEmpty || !order.undoing.isEmpty else { return Recorded() }
    advance(to: now)
    var record = Recorded()
    for change in order.undoing.reversed() {
      guard let subject = change.subject, case .clash(let item) = subject,
        clashing[item].map({ .clash(ClashForm(item: item, clash: $0)) }) == change.after
      else { continue }
      set(change.before, for: subject, into: &record)
    }
    for item in order.parted { set(nil, for: .clash(item), into: &record) }
    for forms in order.made { join(forms, in: order.step, into: &record) }
    settleClashes(of: task, into: &record)
    record.facts = record.facts.folded
    return record
  }

  /// Plans the tasks anew that ring in the place of a twin now, or no longer do; to be called after `changed`.
  package mutating func armTurned(of task: (ItemID) -> Task?) -> Recorded {
    guard !turned.isEmpty else { return Recorded() }
    var record = Recorded()
    leave(turned.intersection(twins), into: &record)
    // What has passed rang as the twin's.
    for item in turned.sorted() { if let task = task(item) { arm(task, birth: { _ in .client }, into: &record) } }
    turned = []
    clean()
    return record
  }

  private mutating func join(_ forms: [ItemID], in step: Int64, into record: inout Recorded) {
    let items = Set(forms + forms.flatMap(twins)).sorted()
    guard let first = items.first else { return }
    let name = Clash.Name(step: step, first: first)
    for item in items { set(.clash(ClashForm(item: item, clash: name)), for: .clash(item), into: &record) }
  }

  /// The same where all tasks are planned anew afterwards.
  mutating func settleClashes(among tasks: some Sequence<Task>, into record: inout Recorded) {
    guard !clashing.isEmpty else { return }
    let items = clashingItems
    let forms = Dictionary(tasks.lazy.filter { items.contains($0.id) }.map { ($0.id, $0) }) { $1 }
    settleClashes(of: { forms[$0] }, into: &record)
    turned = []
  }

  /// Ends what is over, and chooses of each clash the line that rings.
  private mutating func settleClashes(of task: (ItemID) -> Task?, into record: inout Recorded) {
    var silent: Set<ItemID> = []
    for clash in openClashes {
      let there = clash.items.compactMap(task)
      let isOver = there.count < 2 || there.allSatisfy { $0.line.content == there[0].line.content }
      let gone = clash.items.filter { task($0) == nil }
      if there.count == 1 { inherit(from: gone, by: there[0], into: &record) }
      for item in isOver ? clash.items : gone { set(nil, for: .clash(item), into: &record) }
      guard !isOver else { continue }
      let ringing = ringing(of: there)
      silent.formUnion(there.map(\.id).filter { $0 != ringing })
    }
    turned.formUnion(silent.symmetricDifference(twins))
    twins = silent
  }

  /// The line whose popup is open, else the one that has something to ring first.
  private mutating func ringing(of forms: [Task]) -> ItemID? {
    var first: (item: ItemID, hasPopup: Bool, instant: Instant)?
    for form in forms where !form.meaning.isDone && !form.meaning.isSilent {
      let plan = MomentPlan(of: form.meaning, settings: settings, isBlocked: kinship.isBlocked(form.meaning))
      let instant = plan.moments(on: today, by: &clock).map(\.instant).min() ?? .never
      let hasPopup = slots[form.id] != nil
      guard let best = first else {
        first = (form.id, hasPopup, instant)
        continue
      }
      if hasPopup != best.hasPopup ? hasPopup : instant < best.instant { first = (form.id, hasPopup, instant) }
    }
    return first?.item
  }

  /// What was said of an occurrence holds for the one line that is left of the task.
  private mutating func inherit(from gone: [ItemID], by heir: Task, into record: inout Recorded) {
    guard !heir.meaning.isDone else { return }
    let due = heir.meaning.dueAsWritten
    for item in gone {
      if let snooze = snoozes[item], snooze.due == due, snoozes[heir.id] == nil {
        var inherited = snooze
        inherited.item = heir.id
        set(.snooze(inherited), for: .snooze(heir.id, due: due), into: &record)
      }
      if dismissals.contains(Dismissal(item: item, due: due)) {
        set(.dismissal(Dismissal(item: heir.id, due: due)), for: .dismissal(heir.id, due: due), into: &record)
      }
    }
  }
}
