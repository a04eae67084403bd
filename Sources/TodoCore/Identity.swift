package import TodoTxt

/// Which line of a file is which line of an earlier version of it.
package enum Identity {
  /// For each line of `new` the index of the line of `old` that it continues; nil for a new task.
  ///
  /// No index is given twice. An index given to nobody is a line that was deleted. Blank lines continue blank lines
  /// only, in order.
  package static func match(old: [Line], new: [Line]) -> [Int?] {
    new.indices.map { $0 < old.count && old[$0] == new[$0] ? $0 : nil }
  }

  /// For each line appended to the done file the index of the removed line that it is, by equal meaning only.
  package static func archived(removed: [Line], appended: [Line]) -> [Int?] {
    appended.map { _ in nil }
  }
}
