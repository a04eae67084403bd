import TodoCore
import TodoTxt

/// A step in the bytes that the state keeps of it.
struct EncodedStep {
  let step: Step
  let delta: [UInt8]
  /// Is nil where nothing went to another file.
  let moved: [UInt8]?
  /// Is nil where nothing but the file changed.
  let facts: [UInt8]?
  /// The tasks that this step took out of the file, with what their lines were.
  let departed: [(id: ItemID, line: Fingerprint)]

  init(_ step: Step) {
    self.step = step
    delta = step.delta.encoded()
    moved = step.moved?.encoded()
    facts = StoredFacts.bytes(step.facts)
    departed = step.delta.departed
  }
}

extension Moved {
  func encoded() -> [UInt8] { Checkpoint(lines: lines, frame: StoredVersion.empty.frame).encoded() }
}

extension Delta {
  /// The tasks that are in a removed line and in no inserted one.
  var departed: [(id: ItemID, line: Fingerprint)] {
    guard hunks.contains(where: { !$0.removed.isEmpty }) else { return [] }
    var staying: Set<ItemID> = []
    for hunk in hunks { staying.formUnion(hunk.inserted.lazy.compactMap(\.id)) }
    return hunks.flatMap { hunk in
      hunk.removed.compactMap { stored in
        guard let id = stored.id, !staying.contains(id) else { return nil }
        return (id, Fingerprint(of: stored.line.bytes))
      }
    }
  }
}
