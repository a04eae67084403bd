import TodoCore
import TodoProtocol
import TodoTxt

/// Which tasks of which steps are asked for.
struct HistoryFilter {
  private var step: Int64?
  private var items: Set<ItemID> = []
  private var ranges: [ClosedRange<Int32>] = []
  private var query: (Query, QueryContext)?
  /// Every step is asked for, also one that touched no task.
  let isOfAll: Bool

  /// Tasks that are gone have their ids still; other names are of what is there.
  init(_ scope: HistoryScope, in draft: Draft) throws(Refusal) {
    let names: [ItemName]
    switch scope {
    case .all: (names, isOfAll) = ([], true)
    case .step(let number): (names, isOfAll, step) = ([], true, number)
    case .items(let items): (names, isOfAll) = (items, false)
    }
    for name in names {
      switch name {
      case .id(let number): items.insert(ItemID(number))
      case .range(let first, let last): ranges.append(first...last)
      case .line, .last, .rung: items.formUnion(try draft.resolve([name]))
      case .matching(let text): query = (try draft.parse(text), draft.queryContext)
      }
    }
  }

  /// Below which step the search begins, and whether it ends with that one.
  func start(below next: Int64) -> (before: Int64, isOnly: Bool) { (step.map { $0 + 1 } ?? next, step != nil) }

  /// The one id that was asked for, if it was one.
  var onlyItem: ItemID? { items.count == 1 && ranges.isEmpty && query == nil ? items.first : nil }

  /// Tasks are asked for by their ids alone.
  var isOfNamed: Bool { !isOfAll && query == nil }

  /// False where it is certain, without a look at its lines, that this task is not asked for.
  func mayWant(_ id: ItemID) -> Bool { isOfAll || query != nil || names(id) }

  private func names(_ id: ItemID) -> Bool { items.contains(id) || ranges.contains { $0.contains(id.number) } }

  func wants(_ effect: StepEffect) -> Bool { wants(effect.id, [effect.after, effect.before]) }

  /// - Parameter lines: Of which one must fit the query, if there is one.
  func wants(_ id: ItemID?, _ lines: [Line?]) -> Bool {
    if isOfAll { return true }
    guard let id else { return false }
    if names(id) { return true }
    guard let (query, context) = query else { return false }
    return lines.contains { line in
      // Its uuid is nothing that a query asks for.
      line.map { query.fits(Task(id: id, uuid: TaskUUID(UUIDWord(high: 0, low: 0)), line: $0), in: context) } ?? false
    }
  }
}
