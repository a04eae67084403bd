/// Why the state could not be opened, read or written.
package enum StateError: Error, Hashable, Sendable {
  /// The file was written by a newer program, whose layout has this version: exit code 78.
  case newer(version: Int)
  case sqlite(SQLiteError)
  /// A system call failed: its name, the path and errno.
  case system(call: String, path: String, errno: Int32)
  /// What is in the file makes no sense.
  case damaged(String)

  package var isDiskFull: Bool {
    switch self {
    case .sqlite(let error): error.isDiskFull
    case .newer, .system, .damaged: false
    }
  }
}
