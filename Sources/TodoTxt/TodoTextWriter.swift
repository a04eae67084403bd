/// Puts lines together to the bytes of a file: for those who hold their lines otherwise than in a `TodoText`.
package struct TodoTextWriter {
  private var bytes: [UInt8] = []
  private var hasLines = false

  /// - Parameter capacity: about how many bytes there will be.
  package init(hasByteOrderMark: Bool, capacity: Int) {
    bytes.reserveCapacity(capacity)
    if hasByteOrderMark { bytes += TodoText.byteOrderMark }
  }

  package mutating func append(_ line: Line) {
    hasLines = true
    bytes += line.bytes
    bytes.append(UInt8(ascii: "\n"))
  }

  package consuming func end(withNewline endsWithNewline: Bool) -> [UInt8] {
    if hasLines, !endsWithNewline { bytes.removeLast() }
    return bytes
  }
}
