import TodoCore
import TodoTxt

/// From what the state remembers and what the file says to a list that can be served.
extension Daemon {
  /// Loads, judges an intent that a crash left open, takes in what others did meanwhile, and plans.
  ///
  /// - Parameter load: Reads the state; called again after an intent was dropped.
  package func start(_ load: () throws(StateError) -> StoredState) throws(StateError) {
    let now = ports.now()
    let sight = ports.file.look()
    var onDisk: [UInt8]? =
      switch sight {
      case .changed(let bytes): bytes
      case .same, .empty: []
      case .busy, .missing, .unusable: nil
      }
    var state = try load()
    let leftovers = ports.file.leftovers()
    let besideLeftovers = leftoversBeside(state)
    if let intent = state.openIntent {
      mendTornFile(leftovers, state, intent, &onDisk)
      mendTornBeside(besideLeftovers, state, intent)
      state = try judge(intent, state, &onDisk, load)
    }
    remember(state)
    sweepBeside(besideLeftovers)
    beginDoneFile()
    reminders = Reminders(
      state: forgettingVanished(state), settings: configuration.reminders, zone: ports.zone())
    let isFirstSight = state.note(Daemon.seenNote) == nil
    file.presence = isFirstSight ? .neverSeen : .present
    meet(onDisk, sight, isFirstSight: isFirstSight, at: now)
    for displaced in leftovers { takeIn(displaced) }
    copies.want(at: ports.uptime())
    lookAtCopies(at: ports.uptime())
    badValues.remember(state.note(BadValues.noteName)) { list[$0] != nil || state.departed.contains($0) }
    clashNotices.remember(state.note(ClashNotices.noteName))
    suspect(list.tasks)
    record([reminders.replan(tasks: list.tasks, cause: isFirstSight ? .firstSight : .start, at: now)])
    ports.journal(
      JournalEntry(
        .loaded, "\(list.taskCount) tasks, \(reminders.counts.overdue) overdue", revision: revision,
        path: configuration.todo))
    ports.announce(announcement)
    after(now)
  }

  /// Brings memory and the file together for the first time.
  private func meet(_ onDisk: [UInt8]?, _ sight: FileKeeper.Look, isFirstSight: Bool, at now: Instant) {
    guard let onDisk else {
      if case .unusable(let reason) = sight {
        let fault = FileFault(reason, path: configuration.todo)
        file.presence = .unusable(fault)
        ports.journal(JournalEntry(.fileRefused, fault.words, level: .error, path: configuration.todo))
      } else if case .missing = sight, !isFirstSight, diskBytes.isEmpty {
        // Nothing can be lost: what was accepted before a restart stays accepted.
        file.presence = .accepted
      } else if !isFirstSight {
        ports.file.adopt(diskBytes)
        look(at: now)
      }
      return
    }
    if isFirstSight {
      absorb(onDisk, at: now, title: "first sight", cause: .firstSight)
    } else if onDisk != diskBytes, !onDisk.isEmpty || list.taskCount == 0 {
      absorb(onDisk, at: now)
    } else {
      // Equal, or empty where it was not: the latter is believed once it has been so for a while.
      ports.file.adopt(diskBytes)
      look(at: now)
    }
  }

  /// What is kept of tasks that neither the file nor the history knows goes: their ids may be given to others.
  private func forgettingVanished(_ state: StoredState) -> ReminderState {
    var kept = state.reminders
    func isKnown(_ item: ItemID?) -> Bool {
      guard let item else { return true }
      return list[item] != nil || state.departed.contains(item)
    }
    let rows = kept.rows.filter { !isKnown($0.key.item) }
    let snoozes = kept.snoozes.filter { !isKnown($0.item) }
    let dismissals = kept.dismissals.filter { !isKnown($0.item) }
    kept.rows.removeAll { !isKnown($0.key.item) }
    kept.snoozes.removeAll { !isKnown($0.item) }
    kept.dismissals.removeAll { !isKnown($0.item) }
    let clashes = kept.clashes.filter { !isKnown($0.item) }
    kept.clashes.removeAll { !isKnown($0.item) }
    record(
      [],
      extra: rows.map { StateRecord(removing: $0.key) } + snoozes.map { StateRecord(removing: $0) }
        + dismissals.map { StateRecord(removing: $0) } + clashes.map { StateRecord(removing: .clash($0.item)) })
    return kept
  }

  /// A crash while the file was written in place left half of the old and half of the new: the new is written whole.
  private func mendTornFile(
    _ leftovers: [FileKeeper.Displaced], _ state: StoredState, _ intent: Intent, _ onDisk: inout [UInt8]?
  ) {
    guard let found = onDisk else { return }
    let after = TaskList(stored: state.version.lines, frame: state.version.frame, ids: IDPool()).bytes
    for copy in leftovers where copy.isRecoveryCopy && Fingerprint(of: copy.bytes) == intent.todoBefore {
      guard FileKeeper.isTorn(found, before: copy.bytes, after: after) else { continue }
      guard replace(&onDisk, with: after, intent) else { continue }
      say("a file that a crash left half written is written whole", intent)
      return
    }
  }

  private func remember(_ state: StoredState) {
    revision = state.revision
    nextStep = state.nextStep
    besides = BesideMemory.all(in: state)
    owed = state.owed
    quiet.touched(at: ports.uptime())
    changeLog.begin(at: revision)
    var ids = IDPool()
    for id in state.departed { ids.take(id) }
    list = TaskList(stored: state.version.lines, frame: state.version.frame, ids: ids)
    diskBytes = list.bytes
    diskRevision = revision
  }

  /// The file was read once: from now on a missing one is missing, and what is past in it is late, not born late.
  static let seenNote = "seen"
}
