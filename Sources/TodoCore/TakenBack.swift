package import TodoTxt

/// What a save took back of a task that todod had written shortly before.
package struct TakenBack: Hashable, Sendable {
  package var id: ItemID
  /// The line as todod had left it; nil where todod had taken it out of the file.
  package var ours: Line?
  /// The line as the save has it, which is as it was before todod wrote; nil where the save has none.
  package var theirs: Line?

  package init(id: ItemID, ours: Line?, theirs: Line?) {
    self.id = id
    self.ours = ours
    self.theirs = theirs
  }

  /// For so many seconds who saves may not have seen what todod wrote.
  package static let seconds: Int64 = 3600

  /// Finds the tasks of which `save` made again what they were before steps of todod's own.
  ///
  /// A save that leaves anything of a step as it is comes from somebody who has seen that step and all before it: such
  /// steps are not taken back but changed. A merge leaves them as they are for another reason, and takes back only what
  /// stood in its base: there each line speaks for itself. A done line that is gone is tidied away.
  ///
  /// - Parameter next: Gives the steps before the save, newest first; what is older than an hour ends the search.
  package static func found<Failure: Error>(
    by save: Step, earlier next: () throws(Failure) -> Step?
  ) throws(Failure) -> [TakenBack] {
    let archived = Set(save.moved?.lines.compactMap(\.id) ?? [])
    let changes = save.effects.filter { $0.kind != .moved && !archived.contains($0.id) }
    // What each line must have been after the step that is looked at, and what it has to have been before all of them.
    var open: [ItemID: (then: Line?, wanted: Line?)] = [:]
    for change in changes where !change.isTidying { open[change.id] = (change.before, change.after) }
    var touched = Set(changes.map(\.id))
    var found: Set<ItemID> = []
    // It stands as the step left it, or in words of the save's own although nobody had it before.
    func isSeen(_ effect: StepEffect) -> Bool {
      !touched.contains(effect.id) || effect.before == nil && open[effect.id]?.wanted != nil
    }
    while !open.isEmpty, let step = try next(), save.time.seconds(since: step.time) < seconds {
      let effects = step.effects.filter { $0.kind != .moved }
      // A merge took in what this one may have written itself.
      guard save.author == .merge || step.author == .merge || !effects.contains(where: { isSeen($0) }) else { break }
      for effect in effects {
        guard let known = open.removeValue(forKey: effect.id), step.author.isOurs, effect.after == known.then else {
          continue
        }
        guard effect.before != known.wanted else {
          found.insert(effect.id)
          continue
        }
        open[effect.id] = (effect.before, known.wanted)
      }
      touched.formUnion(effects.map(\.id))
    }
    return changes.filter { found.contains($0.id) }.map { TakenBack(id: $0.id, ours: $0.before, theirs: $0.after) }
  }
}

extension StepEffect {
  fileprivate var isTidying: Bool { after == nil && before?.header.isDone ?? false }
}

extension Step.Author {
  /// todod wrote it, for somebody or by itself.
  package var isOurs: Bool {
    switch self {
    case .client, .popup, .recurrence, .undo, .redo: true
    case .editor, .merge: false
    }
  }
}

extension Delta {
  /// What it did to these tasks alone, with the nearest lines that stay for neighbours.
  package func only(_ items: Set<ItemID>) -> Delta {
    let staying = Set(hunks.lazy.flatMap(\.inserted).compactMap(\.id))
    var parts: [Hunk] = []
    for hunk in hunks {
      var part = Hunk(start: hunk.start, removed: [], inserted: [], previous: hunk.previous, next: hunk.next)
      for (offset, stored) in hunk.removed.enumerated() {
        guard let id = stored.id else { continue }
        if items.contains(id) {
          part.removed.append(stored)
          part.inserted += hunk.inserted.filter { $0.id == id }
        } else if staying.contains(id) {
          parts.append(part)
          part = Hunk(start: hunk.start + offset + 1, removed: [], inserted: [], previous: id, next: hunk.next)
        }
      }
      let known = Set(hunk.removed.compactMap(\.id))
      part.inserted += hunk.inserted.filter { $0.id.map { items.contains($0) && !known.contains($0) } ?? false }
      parts.append(part)
    }
    parts.removeAll { $0.removed.isEmpty && $0.inserted.isEmpty }
    return Delta(hunks: parts, frameBefore: frameAfter, frameAfter: frameAfter)
  }
}
