import Linux
import TodoProtocol

/// The program beside this one that reads and writes foreign formats.
package enum ExchangeProgram {
  private static let name = "todo-exchange"

  /// Becomes that program; comes back only if that fails.
  ///
  /// It lies where distributions put programs that people do not start themselves, `PREFIX/libexec/todod` of the
  /// `PREFIX/bin` that this one is in, or, as after a build, beside this one. PATH is not asked: what lies there may be
  /// of another version.
  package static func run(_ arguments: [String]) throws(Problem) -> Int32 {
    guard let program = try? CurrentProcess.program() else { throw missing("/proc is not mounted") }
    let directory = Path.directory(of: program)
    let places = ["\(Path.directory(of: directory))/libexec/todod/\(name)", "\(directory)/\(name)"]
    var last: SystemError?
    for place in places {
      let error = CurrentProcess.become(place, arguments)
      if error.name != "ENOENT" { last = error }
    }
    throw last.map { Problem(.internal, $0.text, hint: "install todod again") }
      ?? missing("looked for \(places.joined(separator: " and "))")
  }

  private static func missing(_ why: String) -> Problem {
    Problem(.notFound, "\(name) is not installed (\(why))", hint: "install todod again")
  }
}
