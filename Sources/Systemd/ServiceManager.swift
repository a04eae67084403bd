internal import CSystemd
package import Linux

/// The service manager that started this process (sd_notify(3)); without one every message goes nowhere.
package struct ServiceManager: Sendable {
  package init() {}

  /// Whether there is one that listens.
  package var isPresent: Bool { Environment.value("NOTIFY_SOCKET") != nil }

  /// Everything is loaded and answers.
  package func ready(status: String) { send("READY=1\nSTATUS=\(oneLine(status))") }

  /// A reload begins; `ready` ends it.
  package func reloading() { send("RELOADING=1\nMONOTONIC_USEC=\(Clock.monotonic())") }

  package func stopping(status: String) { send("STOPPING=1\nSTATUS=\(oneLine(status))") }

  /// One line for `systemctl status`.
  package func status(_ text: String) { send("STATUS=\(oneLine(text))") }

  /// The sockets that the manager made for us (sd_listen_fds(3)); the first call takes them, later ones get none.
  package func takeListeners() throws(SystemError) -> [UnixListener] {
    let count = try checked("sd_listen_fds", sd_listen_fds(1))
    var listeners: [UnixListener] = []
    for number in 0..<count {
      listeners.append(try UnixListener(adopting: FileDescriptor(owning: 3 + number)))
    }
    return listeners
  }

  private func send(_ state: String) {
    // Nobody there, or not listening: nothing depends on the answer.
    _ = sd_notify(0, state)
  }

  private func oneLine(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
}
