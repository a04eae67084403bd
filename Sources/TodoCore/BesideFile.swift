/// A file in the todo file's own directory (the done file may be elsewhere).
package enum BesideFile: Hashable, Sendable {
  case done
  case named(String)

  /// What the state calls it: nothing for the done file, which has no fixed name.
  package var noteName: String {
    switch self {
    case .done: ""
    case .named(let name): name
    }
  }

  package init(noteName: String) { self = noteName.isEmpty ? .done : .named(noteName) }
}

/// Lines that went from the todo file to the end of another file, or (by an undo) from there back.
package struct Moved: Hashable, Sendable {
  package var file: BesideFile
  /// Each as it stands in the other file, under the id of its task.
  package var lines: [StoredLine]

  package init(file: BesideFile, lines: [StoredLine]) {
    self.file = file
    self.lines = lines
  }
}
