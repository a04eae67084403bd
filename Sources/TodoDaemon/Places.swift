import Linux

/// Where everything is: configuration, state, socket, lock (XDG Base Directory Specification).
package struct Places: Equatable {
  /// Why a place cannot be told.
  package struct Problem: Error, Equatable {
    package let words: String
  }

  package let home: String
  package let configuration: String
  /// The configuration was named on the command line: it has to be there.
  package let isNamed: Bool
  package let stateDirectory: String
  package let runtimeDirectory: String

  package var socket: String { Path.join(runtimeDirectory, "socket") }
  package var lock: String { Path.join(runtimeDirectory, "lock") }
  package var database: String { Path.join(stateDirectory, "state.db") }

  /// - Parameter named: `--config`; `work.conf` is a second list, whose state and socket lie in `work/`.
  package init(environment: [String: String], named: String?) throws(Problem) {
    guard let home = Places.absolute(environment["HOME"]) else {
      throw Problem(words: "HOME is not set to an absolute path: set it to your home directory")
    }
    self.home = home
    let base = Places.absolute(environment["XDG_CONFIG_HOME"]) ?? Path.join(home, ".config")
    isNamed = named != nil
    configuration = named ?? Path.join(base, "todod/todod.conf")
    let state = Places.absolute(environment["XDG_STATE_HOME"]) ?? Path.join(home, ".local/state")
    let runtime = try Places.runtime(environment)
    let list = Places.list(of: configuration)
    stateDirectory = Path.join(state, list.map { "todod/\($0)" } ?? "todod")
    runtimeDirectory = Path.join(runtime, list.map { "todod/\($0)" } ?? "todod")
  }

  /// Relative values are ignored, as the specification asks.
  private static func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }

  private static func list(of configuration: String) -> String? {
    let name = Path.name(of: configuration)
    guard name.hasSuffix(".conf"), name != "todod.conf" else { return nil }
    let list = String(name.dropLast(5))
    // `.` and `..` would be directories that others use.
    return ["", ".", ".."].contains(list) ? nil : list
  }

  private static func runtime(_ environment: [String: String]) throws(Problem) -> String {
    if let given = absolute(environment["XDG_RUNTIME_DIR"]) { return given }
    let usual = "/run/user/\(CurrentProcess.user)"
    if let status = try? FileStatus.of(usual), status.owner == CurrentProcess.user, status.mode & 0o777 == 0o700 {
      return usual
    }
    throw Problem(
      words: "XDG_RUNTIME_DIR is not set and \(usual) is not a private directory of yours: log in through systemd, "
        + "or set it to a directory of mode 0700")
  }
}
