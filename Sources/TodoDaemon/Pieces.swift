/// A long answer whose lines are made when there is room for them; its OK or ERR comes with the last.
package final class Pieces {
  private var next: () -> [UInt8]?

  /// - Parameter next: Makes some more lines, perhaps none yet; nil once all are made.
  init(_ next: @escaping () -> [UInt8]?) { self.next = next }

  /// Appends lines until there are `limit` bytes; true once the answer is complete.
  package func fill(_ buffer: inout [UInt8], upTo limit: Int) -> Bool {
    while buffer.count < limit {
      guard let piece = next() else { return true }
      buffer += piece
    }
    return false
  }
}
