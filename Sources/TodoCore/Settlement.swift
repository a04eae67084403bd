package import TodoProtocol

/// What becomes of the lines of clashes once somebody has chosen.
package struct Settlement: Hashable, Sendable {
  package private(set) var removed: [ItemID] = []
  package private(set) var kept: [ItemID] = []

  /// - Parameter clashes: All that there are.
  package init(of items: [ItemID], _ choice: Command.Choice, among clashes: [Clash]) throws(Refusal) {
    var left = items
    while let first = left.first {
      guard let clash = clashes.first(where: { $0.items.contains(first) }) else { throw .noClash(first) }
      let named = clash.items.filter(left.contains)
      let others = clash.items.filter { !named.contains($0) }
      left.removeAll(where: clash.items.contains)
      switch choice {
      case .keep:
        guard named.count == 1 else { throw .onlyOneStays(named) }
        kept += named
        removed += others
      case .drop:
        guard !others.isEmpty else { throw .oneHasToStay(named) }
        kept += others
        removed += named
      case .both: kept += clash.items
      }
    }
    isParting = choice == .both
  }

  /// Those that are kept are tasks of their own from now on.
  package let isParting: Bool
}

extension TaskList {
  mutating func settle(_ settlement: Settlement) -> Outcome {
    var outcome = settlement.removed.isEmpty ? Outcome() : takeOut(settlement.removed)
    outcome.kept = settlement.kept
    if settlement.isParting { outcome.parted = settlement.kept }
    return outcome
  }
}
