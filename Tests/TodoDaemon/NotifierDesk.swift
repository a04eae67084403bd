import Foundation
import Linux
import Support
import Systemd
import Testing
import TodoCore
import TodoDaemon

/// A bus, a notification server that does as it is told, and a notifier that talks to it by the real notify-send.
final class NotifierDesk {
  let loop: EventLoop
  let scratch: TestDirectory
  let environment: [String: String]
  let server: NotificationServer
  let notifier: Notifier
  /// What the notifier reported, in order.
  private(set) var events: [(slot: Int, event: PopupEvent)] = []
  private(set) var arrivals = 0
  private(set) var losses = 0
  private(set) var disturbances: [Bool] = []
  private var busDaemon: ChildProcess?
  private var fake: ChildProcess?

  static let isPossible =
    ["notify-send", "dbus-daemon"].allSatisfy { runs([$0, "--version"]) }
    && runs(["/usr/bin/python3", "-c", "import dbus, gi"])

  private static func runs(_ arguments: [String]) -> Bool {
    let child = try? ChildProcess(arguments, environment: Environment.current(), output: .null, errors: .null)
    return (try? child?.wait(milliseconds: 20_000)) == .exited(0)
  }

  private static let files = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Support/desktop").path

  /// - Parameter fake: arguments of the server; nil starts none.
  init(
    fake arguments: [String]? = [], program: String = "notify-send", patience: Int64 = 2000,
    deadlines: (inout Notifier.Deadlines) -> Void = { _ in }, variables: [String: String] = [:]
  ) throws {
    loop = try EventLoop()
    scratch = try TestDirectory()
    let daemon = try ChildProcess(
      [
        "dbus-daemon", "--config-file=\(NotifierDesk.files)/bus.conf", "--nofork", "--nopidfile", "--print-address",
      ], environment: Environment.current(), errors: .null)
    busDaemon = daemon
    let address = try NotifierDesk.line(of: daemon)
    environment = Environment.current().merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }.merging(variables) { $1 }
    server = NotificationServer(bus: UserBus(loop, environment: environment), patience: patience)
    var limits = Notifier.Deadlines()
    deadlines(&limits)
    notifier = try Notifier(loop, server: server, program: program, environment: environment, deadlines: limits)
    notifier.report = { [unowned self] slot, event in events.append((slot, event)) }
    server.onArrival = { [unowned self] in arrivals += 1 }
    server.onLoss = { [unowned self] in losses += 1 }
    server.onDoNotDisturb = { [unowned self] isOn in disturbances.append(isOn) }
    if let arguments { try startServer(arguments) }
    server.start()
  }

  deinit {
    notifier.report = { _, _ in }
    (server.onArrival, server.onLoss, server.onDoNotDisturb) = ({}, {}, { _ in })
    var isGone = false
    notifier.withdrawAll(within: 5000) { isGone = true }
    let end = Clock.monotonic() + 10_000_000
    while !isGone, Clock.monotonic() < end { _ = try? loop.turn(milliseconds: 20) }
    for child in [fake, busDaemon] {
      try? child?.send(.kill)
      _ = try? child?.wait(milliseconds: 10_000)
    }
  }

  func startServer(_ arguments: [String]) throws {
    let child = try ChildProcess(
      ["/usr/bin/python3", "\(NotifierDesk.files)/fakenotify.py", "--log", scratch.file("log")] + arguments,
      environment: environment, errors: .inherited)
    fake = child
    #expect(try NotifierDesk.line(of: child) == "ready")
  }

  func killServer() throws {
    try fake?.send(.kill)
    _ = try fake?.wait(milliseconds: 10_000)
  }

  private static func line(of child: ChildProcess) throws -> String {
    let output = try #require(child.output)
    var line: [UInt8] = []
    while !line.contains(10), try output.descriptor.wait(for: .reading, milliseconds: 20_000),
      case .bytes(let part) = try output.read()
    {
      line += part
    }
    return String(decoding: line.prefix { $0 != 10 }, as: UTF8.self)
  }

  /// Turns the loop until a condition holds; false when it does not within twenty seconds.
  func turn(until condition: () throws -> Bool) throws -> Bool {
    let end = Clock.monotonic() + 20_000_000
    while try !condition() {
      if Clock.monotonic() > end { return false }
      try loop.turn(milliseconds: 20)
    }
    return true
  }

  /// Turns the loop for a while, for what must not happen.
  func turn(milliseconds: Int64) throws {
    let end = Clock.monotonic() + milliseconds * 1000
    while Clock.monotonic() < end { try loop.turn(milliseconds: 10) }
  }

  /// Presses a button, closes a popup, or changes what the server does; whoever does so comes to the bus and leaves it.
  @discardableResult
  func tell(_ member: String, _ arguments: [BusValue] = []) throws -> [BusValue] {
    let control = UserBus(loop, environment: environment)
    var result: Result<[BusValue], BusError>?
    control.call(
      "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "test.Control", member, arguments
    ) { result = $0 }
    #expect(try withExtendedLifetime(control) { try turn { result != nil } })
    return try #require(result).get()
  }

  /// One line of the server's log.
  struct Entry: Decodable {
    let ev: String
    let id: Int?
    let app: String?
    let replaces: Int?
    let icon: String?
    let summary: String?
    let body: String?
    let actions: [String]?
    let timeout: Int?
    let hints: [String: String]?
  }

  func log(_ kind: String) throws -> [Entry] {
    guard let text = try? scratch.text(of: "log") else { return [] }
    return try text.split(separator: "\n").map { try JSONDecoder().decode(Entry.self, from: Data($0.utf8)) }
      .filter { $0.ev == kind }
  }

  /// Ids of the popups that are open.
  func open() throws -> [Int] {
    let text = try #require(try tell("List").first?.string)
    return try JSONDecoder().decode([OpenEntry].self, from: Data(text.utf8)).map(\.id).sorted()
  }

  private struct OpenEntry: Decodable { let id: Int }

  static func popup(
    _ slot: Int, _ summary: String = "Call mum", stays: Bool = true, actions: [Popup.Action] = []
  ) -> Popup {
    var popup = Popup(slot: slot, summary: summary, body: "due 12:00\nitem 1", category: "x-todod.due", stays: stays)
    popup.actions = actions
    popup.items = [ItemID(1)]
    return popup
  }

  /// Shows a popup and waits until the server has it; its id.
  func shown(_ popup: Popup) throws -> UInt32 {
    let before = events.count
    notifier.show(popup)
    #expect(try turn { events.count > before })
    // The end of a notify-send that says its id and dies may be told in the same turn.
    guard events.count > before, case .shown(let id, _) = events[before].event else {
      Issue.record("\(events)")
      return 0
    }
    return id
  }

  var told: [PopupEvent] { events.map(\.event) }
}
