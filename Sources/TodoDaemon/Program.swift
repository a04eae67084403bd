import Linux
import Systemd
package import TodoCore

/// The running daemon: its parts, how they hang together, and in which order they begin and end.
///
/// Not Sendable on purpose: it belongs to the loop's thread.
package final class Program {
  /// Why the program ends with a code of its own.
  package struct Ending: Error {
    package let code: ExitCode
    package let words: String
  }

  let loop: EventLoop
  let places: Places
  let environment: [String: String]
  let version: String
  let manager = ServiceManager()
  private(set) var configuration: Configuration
  private var journal: Journal
  private let lock: LockFile
  let todo: FileKeeper
  let store: StateStore
  let beside: BesideFiles
  let copies: ConflictCopies
  let notifier: Notifier
  let bus: UserBus
  let desktop: NotificationServer
  let commands: CommandRunner
  private(set) var zone: Zone
  private(set) var server: Server?
  private(set) var alarm: TimeSource?
  private(set) var waiting: TimeSource?
  private(set) var upkeep: PlainSource?
  private var sources: [EventSource] = []
  private var clockSteps: ClockStepSource?
  private var watcher: ConfigurationWatch?
  private var daemon: Daemon?
  private var announced = ""
  private(set) var isSocketHandedOver = false

  package init(
    _ configuration: Configuration, places: Places, environment: [String: String], version: String
  ) throws(Ending) {
    self.configuration = configuration
    self.places = places
    self.environment = environment
    self.version = version
    journal = Program.journal(configuration, environment)
    LocalZone.reread()
    zone = Program.localZone(environment)
    Signal.pipe.ignore()
    Signal.io.ignore()
    lock = try Program.lock(places)
    loop = try Program.ending { () throws(SystemError) in try EventLoop() }
    store = try Program.open(places, configuration)
    todo = try Program.ending { [loop] () throws(SystemError) in
      try FileKeeper(loop: loop, path: configuration.todo, key: "todo", stateDirectory: places.stateDirectory)
    }
    beside = BesideFiles(loop, configuration: configuration, stateDirectory: places.stateDirectory)
    copies = ConflictCopies(
      todo: configuration.todo, done: configuration.donePath, stateDirectory: places.stateDirectory)
    bus = UserBus(loop, environment: environment)
    desktop = NotificationServer(bus: bus)
    commands = CommandRunner(loop, bus: bus, environment: environment)
    notifier = try Program.ending { [loop, desktop] () throws(SystemError) in
      try Notifier(loop, server: desktop, program: configuration.notifySend, environment: environment)
    }
  }

  /// Serves until a signal ends it.
  package func run() throws(Ending) {
    let daemon = Daemon(
      ports: makePorts(), configuration: configuration, version: version, seed: CurrentProcess.random())
    self.daemon = daemon
    try Program.ending { () throws(SystemError) in try hangTogether(daemon) }
    noteOpening(daemon)
    // Before anything rings, which else would not wait to learn what the server can do.
    desktop.start()
    do throws(StateError) {
      try daemon.start { () throws(StateError) in try self.store.load() }
    } catch {
      throw Program.ending(for: error)
    }
    manager.ready(status: daemon.announcement)
    CurrentProcess.releaseCode()
    log(JournalEntry(.started, "todod \(version) serves \(configuration.todo)", path: configuration.todo))
    let code = try Program.ending { [loop] () throws(SystemError) in try loop.run() }
    store.close()
    server = nil
    log(JournalEntry(.stopped, "stopped"))
    guard code == 0 else { throw Ending(code: .internal, words: "the event loop ended with \(code)") }
  }

  private func hangTogether(_ daemon: Daemon) throws(SystemError) {
    alarm = try loop.timer(.realtime, accuracy: 1) { [weak self] _ in self?.daemon?.alarm() }
    waiting = try loop.timer(.monotonic, accuracy: 1000) { [weak self] _ in self?.daemon?.waited() }
    upkeep = try loop.deferred { [weak self] in self?.daemon?.upkeep() }
    clockSteps = try loop.clockSteps { [weak self] in self?.clockChanged() }
    sources = [
      try loop.signal(.terminate) { [weak self] in self?.stop() },
      try loop.signal(.interrupt) { [weak self] in self?.stop() },
      try loop.signal(.hangup) { [weak self] in self?.reload() },
    ]
    todo.onSettled = { [weak self] look in self?.daemon?.fileChanged(look) }
    todo.onDisplacedChange = { [weak self] displaced in self?.daemon?.displacedChanged(displaced) }
    todo.onDisplacedRead = { [weak self] revision in self?.daemon?.displacedRead(revision) }
    todo.onCopy = { [weak self] in self?.daemon?.copySeen() }
    beside.onDoneCopy = { [weak self] in self?.daemon?.copySeen() }
    beside.onDoneChange = { [weak self] in self?.daemon?.doneFileChanged() }
    notifier.report = { [weak self] slot, event in self?.daemon?.popup(slot, event) }
    commands.ended = { [weak self] fault in self?.daemon?.commandEnded(fault) }
    commands.failed = { [weak self] words in
      self?.log(JournalEntry(.commandFailed, words, level: .warning))
    }
    desktop.onArrival = { [weak self] in self?.desktopChanged() }
    desktop.onLoss = { [weak self] in self?.desktopChanged() }
    desktop.onDoNotDisturb = { [weak self] _ in self?.desktopChanged() }
    watcher = try ConfigurationWatch(loop, path: places.configuration, zone: environment["TZ"] == nil) {
      [weak self] event in
      switch event {
      case .configuration: self?.reload()
      case .zone: self?.zoneChanged()
      }
    }
    var listeners = try manager.takeListeners()
    isSocketHandedOver = !listeners.isEmpty
    if listeners.isEmpty { listeners = [try UnixListener(path: configuration.socket ?? places.socket)] }
    server = try Server(loop, listeners: listeners, daemon: daemon) { [weak self] in self?.log($0) }
    _ = try loop.setWatchdog(true)
  }

  // MARK: What happens meanwhile

  private func desktopChanged() {
    let information = desktop.information
    daemon?.serverChanged(
      ServerState(
        owner: desktop.owner ?? "", name: information?.name ?? "", version: information?.version ?? "",
        hasActions: information?.hasActions ?? false, doNotDisturb: desktop.isDoNotDisturb))
  }

  private func clockChanged() { daemon?.clockChanged(zoneChanged: false) }

  private func zoneChanged() {
    LocalZone.reread()
    let new = Program.localZone(environment)
    let now = Clock.realtime() / 1_000_000
    guard new.name != zone.name || new.offset(now) != zone.offset(now) else { return }
    zone = new
    daemon?.clockChanged(zoneChanged: true)
  }

  private func reload() {
    manager.reloading()
    daemon?.reloadNow()
    manager.ready(status: daemon?.announcement ?? "")
  }

  func reloadConfiguration() -> Reloaded {
    do throws(Ending) {
      let new = try Program.configuration(places)
      configuration = new
      notifier.program = new.notifySend
      journal = Program.journal(new, environment)
      return .configuration(new)
    } catch {
      return .refused(error.words)
    }
  }

  /// Tells the service manager, where it is news.
  func announce(_ words: String) {
    guard words != announced else { return }
    announced = words
    manager.status(words)
  }

  /// A click on a popup: `Open=`, or the todo file by xdg-open.
  func openFile() {
    let command = configuration.open.isEmpty ? ["xdg-open", configuration.todo] : configuration.open
    commands.open(command)
  }

  private func stop() {
    guard let daemon, !daemon.isStopping else { return }
    manager.stopping(status: "stopping")
    daemon.stop()
    server?.flushAll()
    notifier.withdrawAll(within: 1000) { [loop] in loop.exit(0) }
  }

  func log(_ entry: JournalEntry) {
    var fields: [Journal.Field] = [("TODOD_EVENT", entry.event.rawValue)]
    if let item = entry.item { fields.append(("TODOD_ITEM", item.description)) }
    if let revision = entry.revision { fields.append(("TODOD_REV", String(revision))) }
    if let path = entry.path { fields.append(("TODOD_PATH", path)) }
    if let late = entry.lateMilliseconds { fields.append(("TODOD_LATE_MS", String(late))) }
    journal.log(
      Journal.Level(rawValue: entry.level.rawValue) ?? .info, TerminalText.clean(lines: entry.message),
      message: entry.event.messageID, fields: fields)
  }

  private func noteOpening(_ daemon: Daemon) {
    switch store.opening {
    case .opened, .created: break
    case .migrated(let from, let copy):
      log(JournalEntry(.stateMigrated, "the state was brought up from layout \(from), a copy is \(copy)"))
    case .setAside(let path, let reason):
      daemon.setAside = path
      log(
        JournalEntry(
          .stateSetAside, "the state was broken (\(reason)): it is set aside as \(path); no task is lost",
          level: .error, path: path))
    }
  }
}
