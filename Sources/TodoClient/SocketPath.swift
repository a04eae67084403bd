import Linux
import TodoProtocol

/// Where the daemon listens.
package enum SocketPath {
  /// `--socket`, TODOD_SOCKET, `$XDG_RUNTIME_DIR/todod/socket`, or the user's own directory below /run/user.
  ///
  /// Without XDG_RUNTIME_DIR (cron, su) the directory counts only if it is ours and closed to others.
  package static func find(option: String?, environment: (String) -> String?) throws(Problem) -> String {
    if let path = option ?? environment("TODOD_SOCKET"), !path.isEmpty { return path }
    if let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") { return "\(directory)/todod/socket" }
    let directory = "/run/user/\(CurrentProcess.user)"
    guard let status = try? FileStatus.ofLink(directory), status.kind == .directory,
      status.owner == CurrentProcess.user, status.mode & 0o777 == 0o700
    else {
      throw Problem(
        .notRunning, "XDG_RUNTIME_DIR is not set and \(directory) is not a directory of yours alone",
        hint: "name the socket with --socket or TODOD_SOCKET")
    }
    return "\(directory)/todod/socket"
  }
}
