import TodoCore
import TodoProtocol

/// The answer to `history`, made step by step, newest first, as the client reads.
///
/// Not Sendable on purpose: it reads the state of the daemon's one thread.
final class HistoryAnswer {
  private let state: StatePort
  private let writer: StepWriter
  private let filter: HistoryFilter
  private let limit: Int
  private let tag: String?
  /// The task as it is now.
  private let task: (ItemID) -> Task?
  /// Makes the last line, of the number of steps and whether there are more.
  private let close: (_ count: Int, _ hasMore: Bool) -> Response

  private var outlines: PastOutlines
  private var steps: PastSteps
  /// Nothing is to be found behind the first.
  private let isOfOneStep: Bool
  private var current: Step?
  private var effects: ArraySlice<StepEffect> = []
  private var count = 0
  private var isClosed = false

  init(
    _ filter: HistoryFilter, below next: Int64, limit: Int?, tag: String?, state: StatePort, writer: StepWriter,
    task: @escaping (ItemID) -> Task?, close: @escaping (_ count: Int, _ hasMore: Bool) -> Response
  ) {
    self.state = state
    self.writer = writer
    self.filter = filter
    self.limit = limit ?? .max
    self.tag = tag
    self.task = task
    self.close = close
    let start = filter.start(below: next)
    isOfOneStep = start.isOnly
    outlines = PastOutlines(state, before: start.before)
    steps = PastSteps(state, before: start.before)
  }

  private static let effectsAtOnce = 100

  /// Some more lines; nil behind the last.
  func next() -> [UInt8]? {
    guard !isClosed else { return nil }
    if let current, !effects.isEmpty { return lines(of: current) }
    do throws(StateError) {
      guard let found = try nextFound() else { return closing(hasMore: false) }
      guard count < limit else { return closing(hasMore: true) }
      count += 1
      return try begin(found)
    } catch {
      isClosed = true
      return Response.failed(tag: tag, Refusal.stateFault(error.words).failure).bytes
    }
  }

  private func closing(hasMore: Bool) -> [UInt8] {
    isClosed = true
    return close(count, hasMore).bytes
  }

  /// The next step that is asked for, with what is asked of it.
  private func nextFound() throws(StateError) -> (step: Step, effects: [StepEffect], facts: [FactChange])? {
    while !isOfOneStep || current == nil, let step = try nextStep() {
      let effects = step.effects.filter(filter.wants)
      let facts = step.facts.filter { fact in
        let item = fact.subject?.item
        return filter.wants(item, [item.flatMap { self.task($0)?.line }])
      }
      if filter.isOfAll || !effects.isEmpty || !facts.isEmpty { return (step, effects, facts) }
    }
    return nil
  }

  /// The next step that may be asked for.
  private func nextStep() throws(StateError) -> Step? {
    guard filter.isOfNamed else { return try steps.next() }
    while let outline = try outlines.next() {
      guard
        outline.effects.contains(where: { filter.mayWant($0.id) }) || outline.reminded.contains(where: filter.mayWant)
      else { continue }
      return try state.step(outline.number)
    }
    return nil
  }

  private func begin(
    _ found: (step: Step, effects: [StepEffect], facts: [FactChange])
  ) throws(StateError) -> [UInt8] {
    var bytes: [UInt8] = []
    writer.append(found.step, found.step.effects, undoneBy: try state.undone(found.step), to: &bytes)
    let touched = Set(found.effects.map(\.id))
    for fact in found.facts { writer.append(fact, of: found.step, to: &bytes) }
    for item in Set(found.facts.compactMap { $0.subject?.item }).subtracting(touched).sorted() {
      if let task = task(item) { writer.append(kept: task, of: found.step, to: &bytes) }
    }
    (current, effects) = (found.step, found.effects[...])
    return bytes
  }

  private func lines(of step: Step) -> [UInt8] {
    var bytes: [UInt8] = []
    for effect in effects.prefix(HistoryAnswer.effectsAtOnce) { writer.append(effect, of: step, to: &bytes) }
    effects = effects.dropFirst(HistoryAnswer.effectsAtOnce)
    return bytes
  }
}

extension StatePort {
  /// The newest of the undos and redos that followed a step (itself, if there is none), and whether the step stands taken
  /// back by them.
  func standing(of step: Step) throws(StateError) -> (newest: Step, isTakenBack: Bool) {
    var (newest, isTakenBack) = (step, false)
    while let by = newest.undoneBy, let next = try self.step(by) {
      newest = next
      isTakenBack.toggle()
    }
    return (newest, isTakenBack)
  }

  /// The step by which this one stands taken back; nil where it holds.
  func undone(_ step: Step) throws(StateError) -> Int64? {
    let standing = try standing(of: step)
    return standing.isTakenBack ? standing.newest.number : nil
  }
}
