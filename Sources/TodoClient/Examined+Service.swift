import TodoProtocol

/// How todod is started, and whether it can be reached.
extension Examined {
  var serviceFindings: [Finding] {
    [serviceFinding, loginFinding, socketUnitFinding, socketFinding, versionFinding].compactMap(\.self)
  }

  private var serviceFinding: Finding {
    guard let service else {
      return .note(
        "service",
        "no systemd user manager answers here" + (isAnswering ? ": todod was started by something else" : ""),
        isAnswering ? nil : "log in as the user, or start todod by hand")
    }
    let unit = "\(unitName).service"
    guard service["LoadState"] == "loaded" else {
      let says = "\(unit) is not installed" + (isAnswering ? "; todod was started by something else" : "")
      return isAnswering ? .note("service", says, install) : .wrong("service", says, install)
    }
    let isEnabled = service["UnitFileState"]?.hasPrefix("enabled") ?? false
    switch service["ActiveState"] {
    case "active" where service["NeedDaemonReload"] == "yes":
      return .wrong("service", "\(unit) is active, but its file is newer", "systemctl --user daemon-reload")
    case "active" where !isEnabled:
      return .wrong(
        "service", "\(unit) is active, but not enabled: it does not come back after a login",
        "systemctl --user enable \(unitName)")
    case "active", "reloading": return .well("service", "\(unit) is active and enabled")
    case "activating":
      return .wrong("service", "\(unit) is being started: \(service["SubState"] ?? "")", "look again in a moment")
    case "failed": return failed(service, unit)
    default:
      if isAnswering { return .note("service", "\(unit) is not active; todod was started by something else") }
      return .wrong("service", "\(unit) is not active", "systemctl --user enable --now \(unitName)")
    }
  }

  private func failed(_ service: Unit, _ unit: String) -> Finding {
    let status = service["ExecMainStatus"] ?? "0"
    let words = "\(unit) has failed: \(service["Result"] ?? "unknown")" + (status == "0" ? "" : ", exit code \(status)")
    switch status {
    case "75": return .wrong("service", "\(words): another todod serves this list", "end that one, then \(restart)")
    case "78":
      return .wrong(
        "service", "\(words): the configuration or the state cannot be used",
        "see 'configuration' and 'state' here, then \(restart)")
    default: return .wrong("service", words, "journalctl --user -u \(unitName) says why; then \(restart)")
    }
  }

  private var restart: String { "systemctl --user restart \(unitName)" }
  private var install: String { "systemd/install in the source of todod installs it" }

  private var loginFinding: Finding? {
    guard service?["LoadState"] == "loaded" else { return nil }
    switch lingers {
    case true?: return .well("login", "it runs from boot on, whether you are logged in or not (linger)")
    case false?:
      return .note(
        "login", "it runs while you are logged in: what is due without you rings late",
        "to have it run from boot on: loginctl enable-linger")
    case nil: return .note("login", "nobody says whether it runs without a login (linger)")
    }
  }

  private var socketUnitFinding: Finding? {
    guard let socketUnit, service?["LoadState"] == "loaded" else { return nil }
    let unit = "\(unitName).socket"
    guard socketUnit["LoadState"] == "loaded" else { return .wrong("socket-unit", "\(unit) is not installed", install) }
    switch socketUnit["ActiveState"] {
    case "active": return .well("socket-unit", "\(unit) is active: todod is started when somebody asks")
    case "failed":
      return .wrong(
        "socket-unit", "\(unit) has failed: \(socketUnit["Result"] ?? "unknown")", "systemctl --user restart \(unit)")
    default:
      return .note(
        "socket-unit", "\(unit) is not active: while todod is down todoctl meets a closed door",
        service?["ActiveState"] == "active"
          ? "systemctl --user stop \(unitName) && systemctl --user enable --now \(unit) \(unitName)"
          : "systemctl --user enable --now \(unit)")
    }
  }

  private var socketFinding: Finding {
    if let failure, !isAnswering, failure.failure.name != "not-running" {
      return .wrong("socket", failure.failure.message, failure.hint ?? restart)
    }
    switch socketStanding {
    case .missing: return .wrong("socket", "\(socket) is not there", start)
    case .unreadable(let why): return .wrong("socket", "\(socket): \(why)", "is it your own todod's? see TODOD_SOCKET")
    case .file, .directory, .other:
      return .wrong("socket", "\(socket) is no socket", "take it away, then \(restart)")
    case .socket(let mode, let isOurs):
      guard isOurs else { return .wrong("socket", "\(socket) is another user's", "name your own by TODOD_SOCKET") }
      guard isAnswering else {
        return .wrong("socket", "nobody answers at \(socket): \(failure?.failure.message ?? "silence")", start)
      }
      guard mode & 0o077 == 0 else {
        return .wrong("socket", "\(socket) is open to others (mode \(octal(mode)))", "chmod 600 \(socket)")
      }
      if case .directory(let mode, _) = socketDirectory, mode & 0o077 != 0 {
        return .wrong(
          "socket", "the directory of \(socket) is open to others (mode \(octal(mode)))",
          "chmod 700 \(socket.split(separator: "/").dropLast().map { "/\($0)" }.joined())")
      }
      return .well("socket", "\(socket) answers, for you alone")
    }
  }

  private var start: String {
    service?["LoadState"] == "loaded" ? "systemctl --user start \(unitName)" : "start todod"
  }

  private var versionFinding: Finding {
    if isOlder {
      return .wrong("version", "todoctl is \(Client.version), the todod that runs is older", restart)
    }
    guard isAnswering else { return .note("version", "todoctl is \(Client.version)") }
    let other = self["version"] ?? "unknown"
    guard other == Client.version else {
      return .wrong("version", "todoctl is \(Client.version), the todod that runs \(other)", restart)
    }
    return .well("version", "todoctl and todod are \(other)")
  }

  func octal(_ mode: UInt32) -> String { "0" + String(mode, radix: 8) }
}
