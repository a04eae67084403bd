/// The small number by which a client names a task. Never a line number; at least 1.
package struct ItemID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let number: Int32

  package init(_ number: Int32) {
    precondition(number > 0)
    self.number = number
  }

  package var description: String { String(number) }
  package static func < (left: ItemID, right: ItemID) -> Bool { left.number < right.number }
}
