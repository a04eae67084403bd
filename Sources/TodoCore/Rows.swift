/// The lines of a list in parts of equal length: after a copy a change copies the part it is in, not all of 100 000.
package struct Rows: RandomAccessCollection, MutableCollection, Sendable {
  /// All but the last are full, and none is empty.
  private var parts: [[Row]] = []
  package private(set) var count = 0

  private static let shift = 9
  private static let size = 1 << shift

  package init() {}

  package init(_ rows: some Sequence<Row>) { append(contentsOf: rows) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(position: Int) -> Row {
    get { parts[position >> Rows.shift][position & (Rows.size - 1)] }
    set { parts[position >> Rows.shift][position & (Rows.size - 1)] = newValue }
  }

  package mutating func append(_ row: Row) {
    if count & (Rows.size - 1) == 0 { parts.append([]) }
    parts[parts.count - 1].append(row)
    count += 1
  }

  package mutating func append(contentsOf rows: some Sequence<Row>) { for row in rows { append(row) } }

  /// Copies all that stands behind it, as `remove` does.
  package mutating func insert(_ row: Row, at position: Int) {
    let behind = Array(self[position...])
    removeAll(from: position)
    append(row)
    append(contentsOf: behind)
  }

  @discardableResult
  package mutating func remove(at position: Int) -> Row {
    let behind = Array(self[position...])
    removeAll(from: position)
    append(contentsOf: behind.dropFirst())
    return behind[0]
  }

  package mutating func removeAll(from position: Int) {
    let whole = position >> Rows.shift
    let rest = position & (Rows.size - 1)
    guard position < count else { return }
    parts.removeSubrange((whole + (rest > 0 ? 1 : 0))...)
    if rest > 0 { parts[whole].removeSubrange(rest...) }
    count = position
  }

  /// How many rows at the start are the same parts of memory in both.
  func sharedStart(with other: Rows) -> Int {
    var number = 0
    while number < Swift.min(parts.count, other.parts.count), Rows.areShared(parts[number], other.parts[number]) {
      number += 1
    }
    return Swift.min(number << Rows.shift, count, other.count)
  }

  /// The same at the end, where both are equally long.
  func sharedEnd(with other: Rows) -> Int {
    guard count == other.count else { return 0 }
    var number = parts.count
    while number > 0, Rows.areShared(parts[number - 1], other.parts[number - 1]) { number -= 1 }
    return Swift.max(0, count - number << Rows.shift)
  }

  private static func areShared(_ one: [Row], _ two: [Row]) -> Bool {
    guard one.count == two.count else { return false }
    return one.withUnsafeBufferPointer { one in two.withUnsafeBufferPointer { $0.baseAddress == one.baseAddress } }
  }
}
