package import TodoCore

/// One version of the todo file as the state knows it.
package struct StoredVersion: Hashable, Sendable {
  package var revision: Int64
  package var lines: [StoredLine]
  package var frame: Delta.Frame

  package init(revision: Int64, lines: [StoredLine], frame: Delta.Frame) {
    self.revision = revision
    self.lines = lines
    self.frame = frame
  }

  /// The version before the first one: a file without a byte.
  package static let empty = StoredVersion(
    revision: 0, lines: [], frame: Delta.Frame(hasByteOrderMark: false, endsWithNewline: true))
}
