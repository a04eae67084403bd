import Testing

@testable import TodoCore

struct JoinedOrderTests {
  static let orders: [(remark: String, x: [Int32], y: [Int32], joined: [Int32])] = [
    ("nobody moved anything", [0, 1, 2], [0, 1, 2], [0, 1, 2]),
    ("one side moved", [2, 0, 1], [0, 1, 2], [2, 0, 1]),
    ("both moved alike", [1, 0, 2], [1, 0, 2], [1, 0, 2]),
    ("one moved the same farther", [1, 2, 0, 3], [1, 2, 3, 0], [1, 2, 3, 0]),
    ("each moved another", [1, 2, 0, 3, 4], [4, 0, 1, 2, 3], [4, 1, 2, 0, 3]),
    ("both moved one to the top", [2, 0, 1, 3, 4], [3, 0, 1, 2, 4], [3, 2, 0, 1, 4]),
    ("one moved with the one it was put before", [2, 0, 1, 3, 4, 5], [0, 1, 3, 2, 4, 5], [3, 2, 0, 1, 4, 5]),
    (
      "one moved up here and down there: the greater of the orders", [3, 0, 1, 2, 4, 5, 6], [0, 1, 2, 4, 5, 6, 3],
      [3, 0, 1, 2, 4, 5, 6]
    ),
    ("one sorted, one moved one: the order of who moved more", [4, 2, 3, 1, 0], [1, 2, 3, 4, 0], [4, 2, 3, 1, 0]),
  ]

  @Test(arguments: orders) func ordersAreJoined(remark: String, x: [Int32], y: [Int32], joined: [Int32]) {
    #expect(JoinedOrder.join(x, y) == joined)
  }

  @Test func joiningIsSymmetricAndJoinedAgainItself() {
    for x in Self.permutations(of: 5) {
      #expect(JoinedOrder.join(x, [0, 1, 2, 3, 4]) == x)
      for y in Self.permutations(of: 5) {
        let joined = JoinedOrder.join(x, y)
        let holds =
          joined == JoinedOrder.join(y, x) && joined == JoinedOrder.join(joined, x)
          && joined == JoinedOrder.join(joined, y)
        #expect(holds, "\(x) and \(y)")
        let overtakings = Self.overtakings(x).union(Self.overtakings(y))
        let isBoundOrSide = joined == x || joined == y || Self.overtakings(joined).isSuperset(of: overtakings)
        #expect(isBoundOrSide, "\(x) and \(y): \(joined)")
      }
    }
  }

  private static func permutations(of count: Int32) -> [[Int32]] {
    guard count > 0 else { return [[]] }
    return permutations(of: count - 1).flatMap { shorter in
      (0...shorter.count).map { place in
        var longer = shorter
        longer.insert(count - 1, at: place)
        return longer
      }
    }
  }

  private static func overtakings(_ order: [Int32]) -> Set<[Int32]> {
    Set(order.indices.flatMap { place in order[place...].filter { $0 < order[place] }.map { [order[place], $0] } })
  }
}
