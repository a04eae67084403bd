import TodoTxt

/// Puts the tasks of a merge in order.
///
/// One side leads: the one whose shared tasks stand in the greater order, read as numbers of the base. A side that moved
/// nothing has the least order of all, so a side that sorted the file leads. What the other side moved, and only it,
/// goes where that side put it; what only it has follows the line it follows there.
struct MergeOrder {
  private let elements: [MergeElement]
  private let lead: [Int32]
  private let other: [Int32]
  private let leadIsX: Bool
  private let ordersAgree: Bool

  init(elements: [MergeElement], xCount: Int, yCount: Int) {
    self.elements = elements
    let xOrder = Self.order(of: elements, count: xCount, by: \.x)
    let yOrder = Self.order(of: elements, count: yCount, by: \.y)
    let xShared = xOrder.filter { elements[Int($0)].isShared }
    let yShared = yOrder.filter { elements[Int($0)].isShared }
    ordersAgree = xShared == yShared
    let ranks = ordersAgree ? [] : Self.ranks(of: elements)
    leadIsX = ordersAgree || yShared.map { ranks[Int($0)] }.lexicographicallyPrecedes(xShared.map { ranks[Int($0)] })
    lead = leadIsX ? xOrder : yOrder
    other = leadIsX ? yOrder : xOrder
  }

  private static func order(of elements: [MergeElement], count: Int, by index: KeyPath<MergeElement, Int32>) -> [Int32]
  {
    var order = [Int32](repeating: -1, count: count)
    for (number, element) in elements.enumerated() where element[keyPath: index] >= 0 {
      order[Int(element[keyPath: index])] = Int32(number)
    }
    return order.filter { $0 >= 0 }
  }

  /// Base tasks by their place, then new ones by their bytes: the same whichever side is asked.
  private static func ranks(of elements: [MergeElement]) -> [Int32] {
    let sorted = elements.indices.sorted { left, right in
      let (left, right) = (elements[left], elements[right])
      if left.base >= 0 || right.base >= 0 {
        return left.base >= 0 && (right.base < 0 || left.base < right.base)
      }
      if left.line != right.line { return left.line.bytes.lexicographicallyPrecedes(right.line.bytes) }
      return (left.x, left.y) < (right.x, right.y)
    }
    var ranks = [Int32](repeating: 0, count: elements.count)
    for (rank, number) in sorted.enumerated() { ranks[number] = Int32(rank) }
    return ranks
  }

  /// The elements in their order, by number.
  ///
  /// - Parameter honoursBoth: Also what only the other side moved is moved; else its moves are given up.
  func sequence(honouringBoth honoursBoth: Bool) -> [Int32] {
    let relocated = honoursBoth && !ordersAgree ? relocatedElements : []
    // A list threaded through one array; its head and end are the number after the last.
    let head = Int32(elements.count)
    var next = [Int32](repeating: head, count: elements.count + 1)
    var last = head
    for number in lead where !relocated.contains(number) {
      next[Int(last)] = number
      last = number
    }
    next[Int(last)] = head
    var previous = head
    for number in other {
      defer { previous = number }
      let isLeads = elements[Int(number)].isShared && !relocated.contains(number)
      guard !isLeads else { continue }
      var place = previous
      // At the same place the lower side's lines come first.
      if leadIsX { while next[Int(place)] != head, isOnlyLeads(next[Int(place)]) { place = next[Int(place)] } }
      next[Int(number)] = next[Int(place)]
      next[Int(place)] = number
    }
    return Array(Swift.sequence(first: next[Int(head)]) { next[Int($0)] }.prefix { $0 != head })
  }

  private func isOnlyLeads(_ number: Int32) -> Bool {
    let element = elements[Int(number)]
    return leadIsX ? element.y < 0 : element.x < 0
  }

  /// The shared tasks that the other side moved, the leading one did not, and that do not stand there already.
  private var relocatedElements: Set<Int32> {
    let movedByOther = movedElements(in: other)
    let movedByLead = movedElements(in: lead)
    let moved = movedByOther.subtracting(movedByLead)
    guard !moved.isEmpty else { return [] }
    var placeInLead = [Int](repeating: -1, count: elements.count)
    for (place, number) in lead.enumerated() { placeInLead[Int(number)] = place }
    var relocated: Set<Int32> = []
    var previous: Int32?
    for number in other {
      defer { previous = number }
      guard moved.contains(number) else { continue }
      var place = placeInLead[Int(number)] - 1
      while place >= 0, lead[place] != previous, isLoose(lead[place], movedByOther, movedByLead) { place -= 1 }
      let stands = place >= 0 ? lead[place] == previous : previous == nil
      if !stands { relocated.insert(number) }
    }
    return relocated
  }

  /// The element is new or was moved: it does not hold a place of the base.
  private func isLoose(_ number: Int32, _ movedByOther: Set<Int32>, _ movedByLead: Set<Int32>) -> Bool {
    let element = elements[Int(number)]
    return element.base < 0 || !element.isShared || movedByOther.contains(number) || movedByLead.contains(number)
  }

  private func movedElements(in order: [Int32]) -> Set<Int32> {
    let tasks = order.filter { elements[Int($0)].isShared && elements[Int($0)].base >= 0 }
    let kept = longestIncreasingRun(tasks.map { elements[Int($0)].base })
    guard kept.count < tasks.count else { return [] }
    return Set(tasks).subtracting(kept.map { tasks[$0] })
  }
}
