import Linux
import TodoCore

extension Configuration {
  /// The names by which `move` must not (the todo file) or does (the done file) mean a file of todod's own.
  var todoName: String { Path.name(of: todo) }

  /// Is nil where the done file lies elsewhere.
  var doneName: String? { Path.directory(of: donePath) == Path.directory(of: todo) ? Path.name(of: donePath) : nil }
}
