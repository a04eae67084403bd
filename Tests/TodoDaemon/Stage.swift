import Linux
import Support
import TodoCore
import TodoProtocol
import TodoTxt

@testable import TodoDaemon

/// A whole daemon with neither socket, clock nor todo file: every port is a fake that writes down what it was told.
///
/// The state alone is real, so that restarts and crashes are what they are.
final class Stage {
  private let directory: TestDirectory
  var store: StateStore
  var daemon: Daemon?
  private let version: String
  private(set) var zone: Zone
  private(set) var now: Instant
  private(set) var uptime: Int64 = 0
  var wake: Instant?
  var wait: Int64?
  var turnIsWanted = false
  var upkeepIsWanted = false
  private var starts: UInt64 = 0

  /// The todo file; nil where there is none.
  var file: [UInt8]?
  var beside: [BesideFile: [UInt8]] = [:]
  /// What an earlier run left of the files beside.
  var besideLeftovers: [(file: BesideFile, displaced: FileKeeper.Displaced)] = []
  /// Conflict copies beside the files, by name.
  var copies: [String: [UInt8]] = [:]
  var copyFault: CopyFault?
  /// What the daemon holds for the file's content.
  var adopted: [UInt8]?
  /// A writer holds the file.
  var isHeld = false
  /// A writer holds the done file.
  var doneIsHeld = false
  /// There is something else in its place.
  var isNoFile = false
  /// What `replace` does next instead of replacing.
  var fault: Fault? {
    didSet {
      faultWasMet = false
      if fault == nil, !laterFaults.isEmpty { fault = laterFaults.removeFirst() }
    }
  }
  private var laterFaults: [Fault] = []
  var faultWasMet = false
  var isOurs = false
  /// Somebody has read the file since the daemon wrote it.
  var wasRead = false
  /// The file that the daemon swapped out last: somebody may still write to it.
  var swappedOut: FileKeeper.Displaced?
  /// What a crash kept from being released.
  var leftovers: [FileKeeper.Displaced] = []
  var stateFails = false
  /// The state took the intent and has no room for taking it back.
  var dropFails = false
  var configuration: Configuration
  var badConfiguration: String?
  /// What `doctor` hears of the parts that the stage has not.
  var programFacts = {
    var facts = ProgramFacts()
    facts.configuration = "/home/u/.config/todod/todod.conf"
    facts.socket = "/run/user/1/todod/socket"
    facts.stateDirectory = "/home/u/.local/state/todod"
    facts.inPlaceReason = .hardLink
    facts.doneWatchFault = "nfs"
    facts.displaced = ["/home/u/.todo.txt.todod-1-9"]
    facts.isBusConnected = true
    facts.capabilities = ["body-markup", "actions"]
    facts.notifySend = "notify-send"
    return facts
  }()

  /// All that was said and done since it was last taken.
  private var effects: [String] = []
  var clients: [Int: StageClient] = [:]
  /// The buttons of each popup: what a story calls them, and what the daemon does.
  var buttons: [Int: [String: String]] = [:]
  /// Real sockets in place of the story's clients.
  var sockets: Server?
  /// Numbers of this run that no client has any more.
  var former: Set<Int> = []

  enum CopyFault {
    /// A writer holds them; they may not be read; they cannot be moved.
    case held, unreadable, stuck
  }

  enum Fault {
    case gone, full
    /// There is no room for a file beside the todo file.
    case besideFull
    /// Somebody saves these bytes between the daemon's last look and its exchange.
    case foreign([UInt8])
    /// The same, and the power goes right after the exchange.
    case foreignCrash([UInt8])
    /// The power goes: before the exchange, or right after it.
    case crash(afterExchange: Bool)
    /// The power goes before the file beside the todo file is written, which comes first.
    case crashBeside
  }
  var hasCrashed = false

  /// Faults come one after the other.
  func plan(_ next: Fault) {
    if fault == nil { fault = next } else { laterFaults.append(next) }
  }

  init(now: CivilTime, zone: Zone, version: String = "test") throws {
    self.version = version
    directory = try TestDirectory()
    self.zone = zone
    self.now = zone.instant(of: now)
    configuration = Configuration(home: "/home/u")
    store = try StateStore(opening: directory.file("state.db"), list: "/home/u/todo.txt")
  }

  // MARK: What a story does

  func start() throws {
    starts += 1
    (adopted, isOurs, hasCrashed, turnIsWanted, upkeepIsWanted) = (nil, false, false, false, false)
    (wake, wait) = (nil, nil)
    let daemon = Daemon(ports: ports(), configuration: configuration, version: version, seed: 6 + starts)
    self.daemon = daemon
    try daemon.start { () throws(StateError) in try self.store.load() }
    settle()
  }

  /// Ends the program, by SIGTERM or (`killed`, or after a crash) without a word, and starts it again.
  func restart(killed: Bool = false) throws {
    if !hasCrashed, !killed { daemon?.stop() }
    store.close()
    store = try StateStore(opening: directory.file("state.db"), list: "/home/u/todo.txt")
    (clients, former) = ([:], [])
    try start()
  }

  /// Lets everything happen that is wanted now.
  func settle() {
    while turnIsWanted, !hasCrashed {
      turnIsWanted = false
      daemon?.turn()
      for (number, client) in clients where client.isHungUp { leave(number) }
    }
    guard upkeepIsWanted, !hasCrashed else { return }
    upkeepIsWanted = false
    daemon?.upkeep()
  }

  /// Moves the clock on, ringing whatever is due on the way.
  func advance(to end: Instant) {
    while true {
      let alarm = wake.map { max($0, now) } ?? Instant(microseconds: .max)
      let waited = wait.map { now.adding(milliseconds: max(0, $0 - uptime)) } ?? Instant(microseconds: .max)
      let next = min(alarm, waited)
      guard next <= end else { break }
      move(to: next)
      if next == waited {
        wait = nil
        daemon?.waited()
      } else {
        wake = nil
        daemon?.alarm()
      }
      settle()
    }
    move(to: end)
  }

  private func move(to time: Instant) {
    uptime += time.milliseconds(since: now)
    now = time
  }

  /// The clock is set: no time passes.
  func setClock(_ time: Instant) {
    now = time
    daemon?.clockChanged(zoneChanged: false)
    settle()
  }

  /// Somebody travels: no time passes.
  func setZone(_ new: Zone) {
    zone = new
    daemon?.clockChanged(zoneChanged: true)
    settle()
  }

  /// SIGHUP, or the configuration was saved.
  func reload() {
    daemon?.reloadNow()
    settle()
  }

  func edit(_ bytes: [UInt8]?) {
    file = bytes
    (isHeld, isNoFile) = (false, false)
  }

  /// What the watch finds once the file has settled.
  func fileSettled() {
    daemon?.fileChanged(look())
    settle()
  }

  /// Somebody who had the file open saves into what was swapped out; false if nothing was.
  func saveLate(_ bytes: [UInt8]) -> Bool {
    guard let swapped = swappedOut else { return false }
    let saved = Stage.displaced(swapped.revision, base: swapped.bytes, bytes)
    swappedOut = saved
    daemon?.displacedChanged(saved)
    settle()
    return true
  }

  /// A sync tool puts a conflict copy beside the files, or (nil) takes it away.
  func copy(_ name: String, _ bytes: [UInt8]?) {
    copies[name] = bytes
    daemon?.copySeen()
    settle()
  }

  func doneSettled() {
    daemon?.doneFileChanged()
    settle()
  }

  /// A file that was swapped out before a crash, as it is by now.
  func leave(_ bytes: [UInt8], of file: BesideFile) {
    besideLeftovers.append(
      (
        file,
        FileKeeper.Displaced(
          name: "leftover \(besideLeftovers.count + 1)", revision: 0, base: nil, bytes: bytes, isRecoveryCopy: false)
      ))
  }

  func popup(_ slot: Int, _ event: PopupEvent) {
    daemon?.popup(slot, event)
    settle()
  }

  func server(_ state: ServerState) {
    daemon?.serverChanged(state)
    settle()
  }

  func takeEffects() -> [String] {
    defer { effects = [] }
    return effects
  }

  func note(_ effect: String) {
    guard !hasCrashed else { return }
    effects.append(effect)
  }

  /// Takes back an effect that was the newest; false if it was not.
  func forget(_ effect: String) -> Bool {
    guard effects.last == effect else { return false }
    effects.removeLast()
    return true
  }
}
