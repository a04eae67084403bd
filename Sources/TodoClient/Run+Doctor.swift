import Linux
import TodoCore
import TodoProtocol

/// `doctor`: looks at everything, asks the daemon if there is one, and judges.
extension Run {
  /// Exit code 1 where something needs doing.
  func doctor() throws(Problem) -> Int32 {
    let style = try style()
    let findings = try examined().findings(style)
    console.write(isJSON ? JSONView.findings(findings) : FindingsView(style: style).render(findings))
    return findings.contains { $0.isWell == false } ? 1 : 0
  }

  private func examined() throws(Problem) -> Examined {
    var seen = Examined()
    seen.socket = try SocketPath.find(option: options[.socket], environment: console.environment)
    seen.socketStanding = Examined.standing(seen.socket)
    seen.socketDirectory = Examined.standing(Path.directory(of: seen.socket))
    let list = Examined.list(ofSocket: seen.socket)
    seen.unitName = list.map { "todod@\($0)" } ?? "todod"
    examineUnits(&seen)
    askDaemon(&seen)
    examineConfiguration(&seen, list)
    examineFiles(&seen, list)
    let environment = Environment.current()
    seen.notifySend = Environment.executable(seen.configuration?.notifySend ?? "notify-send", in: environment)
    seen.isClockSynchronized = Clock.isSynchronized
    seen.zone = LocalZone.name(environment: environment)
    seen.watchLimits =
      ["watches", "instances"].compactMap { name in
        Examined.number(in: "/proc/sys/fs/inotify/max_user_\(name)").map { "\($0) \(name)" }
      }.joined(separator: ", ")
    examineOtherLists(&seen, list)
    return seen
  }

  // MARK: systemd

  private func examineUnits(_ seen: inout Examined) {
    let units = ["\(seen.unitName).service", "\(seen.unitName).socket"]
    let properties = "Id,LoadState,ActiveState,SubState,UnitFileState,NeedDaemonReload,Result,ExecMainStatus"
    if let told = console.programs.output(["systemctl", "--user", "show", "-p", properties] + units) {
      let found = Examined.units(told)
      (seen.service, seen.socketUnit) = (found[units[0]], found[units[1]])
    }
    let user = String(CurrentProcess.user)
    switch console.programs.output(["loginctl", "show-user", user, "-p", "Linger", "--value"])?.prefix(3) {
    case "yes"?: seen.lingers = true
    case "no\n"?: seen.lingers = false
    default: break
    }
  }

  // MARK: The daemon

  private func askDaemon(_ seen: inout Examined) {
    do throws(Problem) {
      var answer = try open().ask([Request(.doctor)])[0]
      if answer.failure?.name == ErrorName.unknownVerb.rawValue {
        seen.isOlder = true
        answer = try open().ask([Request(.status)])[0]
      }
      let told = try succeeded(answer).data
      seen.facts = told
      seen.health = told["file-health"].map { FileHealth(Response.attributes(of: $0)) }
    } catch {
      seen.failure = error
      if error.failure.name == ErrorName.version.rawValue { seen.isOlder = true }
    }
  }

  // MARK: Files

  private func examineConfiguration(_ seen: inout Examined, _ list: String?) {
    let base = console.environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = console.environment("HOME") ?? "/"
    let name = list.map { "\($0).conf" } ?? "todod.conf"
    seen.configurationPath = seen["configuration"] ?? "\(base ?? "\(home)/.config")/todod/\(name)"
    seen.configurationBytes = Run.read(seen.configurationPath)
    do throws(BadConfiguration) {
      seen.configuration = try Configuration(parsing: seen.configurationBytes ?? [], home: home)
    } catch {
      seen.configurationProblems = error.problems
    }
  }

  private func examineFiles(_ seen: inout Examined, _ list: String?) {
    let usual = seen.configuration ?? Configuration(home: console.environment("HOME") ?? "/")
    seen.todo = seen["file"] ?? usual.todo
    seen.todoStanding = Examined.standing(seen.todo)
    // What the daemon has in memory is what it serves; without one the bytes themselves are looked at. Reading them
    // while it runs would look to it like an editor's reading.
    if !seen.isAnswering, case .file(let bytes, _, _) = seen.todoStanding, bytes <= 16 << 20,
      let read = try? FileDescriptor.open(seen.todo, .reading).readAll(limit: 16 << 20)
    {
      seen.health = FileHealth(of: read)
    }
    seen.done = seen["done-file"] ?? usual.donePath
    seen.doneStanding = Examined.standing(seen.done)
    let base = console.environment("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let state = "\(base ?? "\(console.environment("HOME") ?? "")/.local/state")/todod"
    seen.stateDirectory = seen["state"] ?? list.map { "\(state)/\($0)" } ?? state
    seen.stateStanding = Examined.standing(seen.stateDirectory)
    seen.database = Examined.standing(Path.join(seen.stateDirectory, "state.db"))
  }

  /// A list of its own has a directory beside the usual socket.
  private func examineOtherLists(_ seen: inout Examined, _ list: String?) {
    guard list == nil else { return }
    let directory = Path.directory(of: seen.socket)
    for name in (try? Directory.names(in: directory)) ?? [] {
      let socket = Path.join(Path.join(directory, name), "socket")
      guard case .socket = Examined.standing(socket) else { continue }
      seen.otherLists.append((name, (try? connect(socket)) != nil))
    }
  }
}

extension Examined {
  package func findings(_ style: Style) -> [Finding] {
    let labels = DateLabel(today: style.today, dates: style.dates)
    return serviceFindings + fileFindings + reminderFindings { labels.replacingInstants(in: $0) } + machineFindings
  }

  /// `work` of `$XDG_RUNTIME_DIR/todod/work/socket`; nil for the usual list.
  package static func list(ofSocket path: String) -> String? {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count > 3, parts[parts.count - 1] == "socket", parts[parts.count - 3] == "todod" else { return nil }
    let name = parts[parts.count - 2]
    // A runtime directory may be called so as well.
    return name == "todod" ? nil : name
  }

  /// Reads `Key=value` lines, with an empty line between units, by their `Id`.
  package static func units(_ text: String) -> [String: Unit] {
    var units: [String: Unit] = [:]
    var unit: Unit = [:]
    for line in "\(text)\n".split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        if let id = unit["Id"] { units[id] = unit }
        unit = [:]
      } else if let equals = line.firstIndex(of: "=") {
        unit[String(line[..<equals])] = String(line[line.index(after: equals)...])
      }
    }
    return units
  }

  /// A file of /proc is read at once or not at all.
  static func number(in path: String) -> Int? {
    guard case .bytes(let bytes)? = try? FileDescriptor.open(path, .reading).read(atMost: 64) else { return nil }
    return Int(String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self))
  }

  static func standing(_ path: String) -> Standing {
    do throws(SystemError) {
      let status = try FileStatus.of(path)
      let isOurs = status.owner == CurrentProcess.user
      switch status.kind {
      case .regular:
        guard Path.isReadable(path) else { return .unreadable("it may not be read") }
        return .file(bytes: status.stamp.size, mode: status.mode, isOurs: isOurs)
      case .directory: return .directory(mode: status.mode, isOurs: isOurs)
      case .socket: return .socket(mode: status.mode, isOurs: isOurs)
      case .link, .fifo, .device: return .other
      }
    } catch {
      return error.isMissing ? .missing : .unreadable(error.text)
    }
  }
}
