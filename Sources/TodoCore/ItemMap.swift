/// A dictionary by item id in many parts: after a copy a change copies one part, not all of 100 000.
struct ItemMap<Value: Sendable>: Sendable {
  private static var parts: Int { 256 }
  private var parts: [[ItemID: Value]] = Array(repeating: [:], count: ItemMap.parts)
  private(set) var count = 0

  private static func part(of item: ItemID) -> Int { Int(item.number) & (parts - 1) }

  subscript(item: ItemID) -> Value? {
    get { parts[ItemMap.part(of: item)][item] }
    set {
      let part = ItemMap.part(of: item)
      let before = parts[part].count
      parts[part][item] = newValue
      count += parts[part].count - before
    }
  }

  /// Changes a value in place, from the given one if there is none.
  subscript(item: ItemID, default value: @autoclosure () -> Value) -> Value {
    get { self[item] ?? value() }
    _modify {
      let part = ItemMap.part(of: item)
      if parts[part][item] == nil {
        parts[part][item] = value()
        count += 1
      }
      yield &parts[part][item, default: value()]
    }
  }

  @discardableResult
  mutating func remove(_ item: ItemID) -> Value? {
    let removed = parts[ItemMap.part(of: item)].removeValue(forKey: item)
    if removed != nil { count -= 1 }
    return removed
  }

  mutating func removeAll() {
    for part in parts.indices { parts[part].removeAll(keepingCapacity: true) }
    count = 0
  }

  /// In no order.
  var all: some Sequence<(key: ItemID, value: Value)> { parts.lazy.joined() }
}
