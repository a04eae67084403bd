package import TodoTxt

/// One line of the file as the list holds it: a task, or a line without words, which is nobody's task.
package enum Row: Sendable {
  case task(Task)
  case blank(Line)

  package var line: Line {
    switch self {
    case .task(let task): task.line
    case .blank(let line): line
    }
  }

  /// Is nil for a blank line.
  package var meaning: Meaning? {
    switch self {
    case .task(let task): task.meaning
    case .blank: nil
    }
  }
}
