import TodoCore
import TodoProtocol
import TodoTxt

/// The answer to `trash`: lines that are nowhere any more, the newest first, found as the client reads.
///
/// Not Sendable on purpose: it reads the state of the daemon's one thread.
final class TrashAnswer {
  private let state: StatePort
  private let filter: HistoryFilter
  private let limit: Int
  private let tag: String?
  private let zone: Zone
  /// The task as it is now.
  private let task: (ItemID) -> Task?
  /// Makes the last line, of the number of rows and whether there are more.
  private let close: (_ count: Int, _ hasMore: Bool) -> Response

  private var outlines: PastOutlines
  /// What a newer step did to these tasks says where they are.
  private var seen: Set<ItemID> = []
  private var count = 0
  private var isClosed = false

  init(
    _ filter: HistoryFilter, below next: Int64, limit: Int?, tag: String?, state: StatePort, zone: Zone,
    task: @escaping (ItemID) -> Task?, close: @escaping (_ count: Int, _ hasMore: Bool) -> Response
  ) {
    self.state = state
    self.filter = filter
    self.limit = limit ?? .max
    self.tag = tag
    self.zone = zone
    self.task = task
    self.close = close
    outlines = PastOutlines(state, before: next)
  }

  /// Some more lines, perhaps none; nil behind the last.
  func next() -> [UInt8]? {
    guard !isClosed else { return nil }
    do throws(StateError) {
      guard let outline = try outlines.next() else { return closing(hasMore: false) }
      let items = candidates(of: outline)
      guard !items.isEmpty, let step = try state.step(outline.number) else { return [] }
      var bytes: [UInt8] = []
      for lost in try lost(items, in: step) where filter.wants(lost) {
        guard count < limit else { return bytes + closing(hasMore: true) }
        count += 1
        append(lost, of: step, to: &bytes)
      }
      return bytes
    } catch {
      isClosed = true
      return Response.failed(tag: tag, Refusal.stateFault(error.words).failure).bytes
    }
  }

  private func closing(hasMore: Bool) -> [UInt8] {
    isClosed = true
    return close(count, hasMore).bytes
  }

  /// The tasks of which the newest that is known is that this step took them out, or that somebody's save changed them.
  private func candidates(of outline: StepOutline) -> Set<ItemID> {
    var items: Set<ItemID> = []
    for effect in outline.effects where effect.kind != .moved && seen.insert(effect.id).inserted {
      let isThere = task(effect.id) != nil
      let isLost = effect.kind == .gone && !isThere
      let isTakenBack = effect.kind == .changed && isThere && !outline.author.isOurs
      if isLost || isTakenBack, filter.mayWant(effect.id) { items.insert(effect.id) }
    }
    return items
  }

  /// Lines that are gone since that step and in no file, and those of todod's that somebody's save replaced by older ones.
  private func lost(_ items: Set<ItemID>, in step: Step) throws(StateError) -> [StepEffect] {
    let last = step.effects.filter { items.contains($0.id) }
    let gone = last.filter { $0.kind == .gone && $0.beside == nil }
    let changed = last.filter { $0.kind == .changed && task($0.id)?.line == $0.after }
    guard !changed.isEmpty else { return gone }
    let takenBack = Set(try state.takenBack(by: step).map(\.id))
    return gone + changed.filter { takenBack.contains($0.id) }
  }

  private func append(_ lost: StepEffect, of step: Step, to buffer: inout [UInt8]) {
    guard let line = lost.before else { return }
    var attributes = RowAttributes()
    attributes.step = "s\(step.number)"
    attributes.by = step.author.rawValue
    attributes.gone = zone.iso8601(step.time)
    attributes.isThere = lost.after != nil
    Response.appendRow(id: lost.id.number, attributes, line: line.bytes, to: &buffer)
  }
}

extension StatePort {
  /// What somebody's edit took back of what todod had written within the hour before.
  func takenBack(by step: Step) throws(StateError) -> [TakenBack] {
    guard !step.author.isOurs else { return [] }
    var earlier = PastSteps(self, before: step.number)
    return try TakenBack.found(by: step) { () throws(StateError) in try earlier.next() }
  }
}
