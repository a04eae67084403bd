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
  private var store: StateStore
  private var daemon: Daemon?
  private let zone: Zone
  var zoneOfStory: Zone { zone }
  private(set) var now: Instant
  private var uptime: Int64 = 0
  private var wake: Instant?
  private var wait: Int64?
  private var turnIsWanted = false
  private var isFirstRun = true

  /// The todo file; nil where there is none.
  var file: [UInt8]?
  var beside: [BesideFile: [UInt8]] = [:]
  /// What the daemon holds for the file's content.
  private var adopted: [UInt8]?
  /// A writer holds the file.
  var isHeld = false
  /// What `replace` does next instead of replacing.
  var fault: Fault?
  private var isOurs = false
  /// Somebody has read the file since the daemon wrote it.
  var wasRead = false
  private var displaced = 0
  var stateFails = false
  var configuration: Configuration
  var badConfiguration: String?

  /// All that was said and done since it was last taken.
  private var effects: [String] = []
  private var clients: Set<Int> = []

  enum Fault {
    case gone, full
    /// Somebody saves these bytes between the daemon's last look and its exchange.
    case foreign([UInt8])
    /// The power goes: before the exchange, or right after it.
    case crash(afterExchange: Bool)
  }

  struct Crash: Error {}
  private(set) var hasCrashed = false

  init(now: CivilTime, zone: Zone) throws {
    directory = try TestDirectory()
    self.zone = zone
    self.now = zone.instant(of: now)
    configuration = Configuration(home: "/home/u")
    store = try StateStore(opening: directory.file("state.db"), list: "/home/u/todo.txt")
  }

  // MARK: What a story does

  func start() throws {
    let daemon = Daemon(ports: ports(), configuration: configuration, version: "test", seed: 7)
    self.daemon = daemon
    (adopted, isOurs, hasCrashed, turnIsWanted) = (nil, false, false, false)
    try daemon.start { () throws(StateError) in try self.store.load() }
    settle()
  }

  /// Ends the program, by SIGTERM or (`killed`, or after a crash) without a word, and starts it again.
  func restart(killed: Bool = false) throws {
    if !hasCrashed, !killed { daemon?.stop() }
    store.close()
    store = try StateStore(opening: directory.file("state.db"), list: "/home/u/todo.txt")
    clients = []
    effects.removeAll()
    try start()
  }

  func say(_ line: String, client: Int) {
    guard let daemon else { return }
    if clients.insert(client).inserted {
      daemon.connected(ClientID(client))
      effects.removeLast()
    }
    daemon.received(Array(line.utf8)[...], from: ClientID(client))
  }

  /// Lets everything happen that is wanted now.
  func settle() {
    while turnIsWanted, !hasCrashed {
      turnIsWanted = false
      daemon?.turn()
    }
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

  func edit(_ bytes: [UInt8]?) {
    file = bytes
    isHeld = false
  }

  /// What the watch finds once the file has settled.
  func fileSettled() {
    daemon?.fileChanged(look())
    settle()
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

  // MARK: The ports

  private func ports() -> Ports {
    Ports(
      now: { [unowned self] in now }, uptime: { [unowned self] in uptime }, zone: { [unowned self] in zone },
      file: filePort(), state: statePort(),
      wake: { [unowned self] moment in
        guard wake != moment else { return }
        wake = moment
        note("! wake \(moment.map { zone.civil(of: $0).words } ?? "never")")
      },
      wait: { [unowned self] milliseconds in wait = milliseconds.map { self.uptime + $0 } },
      wantTurn: { [unowned self] in turnIsWanted = true },
      show: { [unowned self] in note($0.words) },
      withdraw: { [unowned self] in note("! withdraw \($0)") },
      open: { [unowned self] in note("! open") },
      journal: { [unowned self] in note("! journal \($0.event.rawValue)") },
      announce: { _ in },
      send: { [unowned self] in write($1, to: $0.number) },
      clientCount: { [unowned self] in clients.count },
      reloadConfiguration: { [unowned self] in
        badConfiguration.map(Reloaded.refused) ?? .configuration(configuration)
      })
  }

  private func note(_ effect: String) {
    guard !hasCrashed else { return }
    effects.append(effect)
  }

  private func write(_ answer: Answer, to client: Int) {
    var bytes: [UInt8] = []
    switch answer {
    case .bytes(let answered), .event(_, let answered): bytes = answered
    case .rows(var cursor): _ = daemon?.fill(&bytes, from: &cursor, upTo: .max)
    case .hangUp: bytes = Array("(hangs up)\n".utf8)
    }
    let name = client == 1 ? "" : String(client)
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      note("\(name)< \(Stage.withoutNoise(line))")
    }
  }

  /// Hashes and uuids say nothing to a reader of stories.
  private static func withoutNoise(_ line: Substring) -> String {
    let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    let head = parts[0].split(separator: " ").filter { word in
      !["if=", "uuid=", "ln=", "urgency=", "failing="].contains { word.hasPrefix($0) }
    }
    return ([head.joined(separator: " ")] + parts.dropFirst().map(String.init)).joined(separator: "\t")
  }

  private func look() -> FileKeeper.Look {
    guard let file else { return .missing }
    if file == adopted { return .same }
    if isHeld { return .busy }
    return file.isEmpty && !(adopted ?? []).isEmpty ? .empty : .changed(file)
  }

  private func filePort() -> FilePort {
    FilePort(
      look: { [unowned self] in look() },
      adopt: { [unowned self] in
        adopted = $0
        isOurs = false
      },
      replace: { [unowned self] in replace($0, basedOn: $1, create: $2, revision: $3) },
      wasReadByOthers: { [unowned self] in !isOurs || wasRead },
      release: { _ in }, leftovers: { [] },
      readBeside: { [unowned self] file throws(FileFault) in beside[file] },
      replaceBeside: { [unowned self] file, after, _ throws(FileFault) in
        beside[file] = after
        note("! \(file.words) \(Stage.quoted(after))")
      })
  }

  private func replace(_ bytes: [UInt8], basedOn: [UInt8], create: Bool, revision: Int64) -> FileKeeper.Replacement {
    let planned = fault
    if case .full = planned {} else { fault = nil }
    let previousWasRead = !isOurs || wasRead
    switch planned {
    case .gone: return .gone
    case .full: return .failed(SystemError(28, "write"))
    case .crash(let afterExchange):
      if afterExchange { file = bytes }
      hasCrashed = true
      return .failed(SystemError(5, "crash"))
    case .foreign(let saved): file = saved
    case nil: break
    }
    guard let old = file ?? (create ? [] : nil) else { return .gone }
    (file, adopted, isOurs, wasRead) = (bytes, bytes, true, false)
    note("! file \(Stage.quoted(bytes))")
    guard old != basedOn else { return .done(previousWasRead: previousWasRead) }
    displaced += 1
    return .foreign(
      FileKeeper.Displaced(
        name: "displaced \(displaced)", revision: revision, base: basedOn, bytes: old, isRecoveryCopy: false),
      previousWasRead: previousWasRead)
  }

  private static func quoted(_ bytes: [UInt8]) -> String {
    // Scalar by scalar: CR LF is one character to Swift.
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      switch scalar {
      case "\r": "\\r"
      case "\n": "\\n"
      default: String(scalar)
      }
    }
    return "\"\(text.joined())\""
  }

  private func statePort() -> StatePort {
    StatePort(
      commit: { [unowned self] transaction throws(StateError) in
        if hasCrashed { return }
        if stateFails { throw .sqlite(SQLiteError(code: 13, message: "database or disk is full")) }
        try store.commit(transaction)
      },
      dropIntent: { [unowned self] () throws(StateError) in
        // A program that is gone drops nothing.
        if !hasCrashed { try store.dropIntent() }
      },
      step: { [unowned self] number throws(StateError) in try store.step(number) },
      newestUndoable: { [unowned self] () throws(StateError) in try store.newestUndoable() },
      newestSteps: { [unowned self] count throws(StateError) in try store.steps(newest: count) },
      formerID: { [unowned self] line, since throws(StateError) in try store.formerID(of: line, since: since) },
      version: { [unowned self] revision, current throws(StateError) in
        try store.version(at: revision, from: current)
      },
      checkpointIfNeeded: { [unowned self] version throws(StateError) in
        if !hasCrashed { try store.checkpointIfNeeded(version) }
      },
      trimHistory: { [unowned self] now throws(StateError) in try store.trimHistory(now: now) },
      adopt: { [unowned self] version, records throws(StateError) in try store.adopt(version, records: records) })
  }
}

extension CivilTime {
  var words: String { "\(date)T\(time)" }
}

extension BesideFile {
  fileprivate var words: String {
    switch self {
    case .done: "done"
    case .named(let name): name
    }
  }
}

extension Popup {
  /// `! notify 1 Call mum [done Done]`, the body after a bar.
  fileprivate var words: String {
    let place = Notices.owns(slot) ? "notice" : String(slot)
    let buttons = actions.map(\.name).filter { $0 != "default" }
    return "! notify \(place) \(summary)" + (buttons.isEmpty ? "" : " [\(buttons.joined(separator: " "))]")
  }
}
