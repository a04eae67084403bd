import TodoTxt

/// Which parents (`id:`) have open children (`p:`) and are blocked by them.
struct Kinship: Sendable {
  /// How many open children name a number.
  private var children: [Int32: Int] = [:]
  private var parents: [Int32: Set<ItemID>] = [:]

  mutating func add(_ task: Task) { count(task, by: 1) }
  mutating func remove(_ task: Task) { count(task, by: -1) }

  func isBlocked(_ meaning: Meaning) -> Bool { meaning.number.map(isBlocked) ?? false }
  func isBlocked(_ number: Int32) -> Bool { children[number] != nil }
  func parents(_ number: Int32) -> Set<ItemID> { parents[number] ?? [] }

  /// All tasks with an open child.
  var blocked: Set<ItemID> { children.keys.reduce(into: []) { $0.formUnion(parents($1)) } }

  private mutating func count(_ task: Task, by sign: Int) {
    let meaning = task.meaning
    guard !meaning.isDone else { return }
    if let number = meaning.number {
      if sign > 0 { parents[number, default: []].insert(task.id) } else { parents[number]?.remove(task.id) }
    }
    // A task that names itself blocks nobody.
    guard let parent = meaning.parent, parent != meaning.number else { return }
    children[parent, default: 0] += sign
    if children[parent] == 0 { children[parent] = nil }
  }
}
