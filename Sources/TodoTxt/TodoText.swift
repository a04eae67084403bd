/// A whole todo file: bytes in, the same bytes out.
package struct TodoText: Hashable, Sendable {
  /// The file began with EF BB BF, which is no part of its first line.
  package var hasByteOrderMark: Bool
  package var lines: [Line]
  /// The last line had its LF. True for an empty file.
  package var endsWithNewline: Bool

  package init(lines: [Line] = [], endsWithNewline: Bool = true, hasByteOrderMark: Bool = false) {
    self.lines = lines
    self.endsWithNewline = endsWithNewline
    self.hasByteOrderMark = hasByteOrderMark
  }
}
