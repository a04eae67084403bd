/// Joins two orders of the same tasks.
///
/// An order lists base numbers, 0 to n - 1; the base itself is 0, 1, 2 and so on. Of two numbers of which the greater
/// stands first, the greater is said to overtake the other.
enum JoinedOrder {
  /// The order in which only those overtake that do so in x or in y, and what follows from that.
  ///
  /// There is one. Let T have the pairs (c, a) of which c overtakes a in x or in y, and with (d, c) and (c, a) also
  /// (d, a). These are the overtakings of an order if there is no gap: for a < b < c and (c, a) in T also (c, b) or
  /// (b, a). Of the steps from c down to a one ends at b, which gives both, or one passes it: q overtakes p on a side,
  /// p < b < q. There b stands before p and overtakes it, or after p, so after q, which overtakes it.
  ///
  /// Each order that has what x and y have has all of T, so this is their least upper bound: symmetric, and itself when
  /// joined again with x or y. Where it drags too much along, the side that moved more is taken. The law stands: a bound
  /// that was taken is, joined again, a side, of which nothing is asked; where a side was taken, the question is the same.
  static func join(_ x: [Int32], _ y: [Int32]) -> [Int32] {
    let least = leastBound(x, y)
    guard least != x, least != y else { return least }
    let (xMoved, yMoved) = (movedCount(x), movedCount(y))
    // One task moved up here and down there, or the moves of who did not sort where the other did, drag along many.
    if movedCount(least, from: x) <= 2 * yMoved, movedCount(least, from: y) <= 2 * xMoved { return least }
    if xMoved != yMoved { return xMoved > yMoved ? x : y }
    return x.lexicographicallyPrecedes(y) ? y : x
  }

  /// Places each number after all greater ones that stand before it on a side, else the least first.
  private static func leastBound(_ x: [Int32], _ y: [Int32]) -> [Int32] {
    var sides = [RemainingOrder(x), RemainingOrder(y)]
    var order: [Int32] = []
    order.reserveCapacity(x.count)
    var isPlaced = [Bool](repeating: false, count: x.count)
    for number in 0..<Int32(x.count) where !isPlaced[Int(number)] {
      var waiting = [number]
      while let last = waiting.last {
        if let greater = sides.lazy.map({ $0.first(atLeast: last) }).first(where: { $0 != last }) {
          waiting.append(greater)
          continue
        }
        waiting.removeLast()
        order.append(last)
        isPlaced[Int(last)] = true
        // What is placed in its turn is less than all that is asked for afterwards.
        guard last != number else { break }
        sides[0].remove(last)
        sides[1].remove(last)
      }
    }
    return order
  }

  /// How few tasks must be moved to make one order of the other.
  private static func movedCount(_ order: [Int32], from other: [Int32]) -> Int {
    var place = [Int32](repeating: 0, count: other.count)
    for (index, number) in other.enumerated() { place[Int(number)] = Int32(index) }
    return movedCount(order.map { place[Int($0)] })
  }

  private static func movedCount(_ order: [Int32]) -> Int { order.count - longestIncreasingRun(order).count }
}

/// An order of which numbers are taken out.
private struct RemainingOrder {
  private let placeOf: [Int32]
  /// For each number: none that is greater ever stood before it.
  private let isUnmoved: [Bool]
  /// A binary tree: the greatest number below each node, -1 for none; the order itself stands in the second half.
  private var greatest: [Int32]
  private let half: Int

  init(_ order: [Int32]) {
    var half = 1
    while half < order.count { half *= 2 }
    var greatest = [Int32](repeating: -1, count: 2 * half)
    var placeOf = [Int32](repeating: 0, count: order.count)
    var isUnmoved = [Bool](repeating: false, count: order.count)
    var greatestBefore: Int32 = -1
    for (place, number) in order.enumerated() {
      isUnmoved[Int(number)] = number > greatestBefore
      greatestBefore = max(number, greatestBefore)
      greatest[half + place] = number
      placeOf[Int(number)] = Int32(place)
    }
    for node in stride(from: half - 1, to: 0, by: -1) {
      greatest[node] = max(greatest[2 * node], greatest[2 * node + 1])
    }
    self.placeOf = placeOf
    self.isUnmoved = isUnmoved
    self.greatest = greatest
    self.half = half
  }

  /// The number that stands first of those that are no less; one of them must remain.
  func first(atLeast number: Int32) -> Int32 {
    if isUnmoved[Int(number)] { return number }
    var node = 1
    while node < half { node = greatest[2 * node] >= number ? 2 * node : 2 * node + 1 }
    return greatest[node]
  }

  mutating func remove(_ number: Int32) {
    var node = half + Int(placeOf[Int(number)])
    greatest[node] = -1
    while node > 1 {
      node /= 2
      greatest[node] = max(greatest[2 * node], greatest[2 * node + 1])
    }
  }
}
