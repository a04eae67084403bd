import Foundation
import Linux
import Support
import Systemd
import Testing

/// On a bus of the test's own, without service files: nothing can be started on it.
@Suite(.enabled(if: PrivateBus.isPossible, "needs dbus-daemon"))
struct UserBusTests {
  let loop: EventLoop
  let scratch: TestDirectory

  init() throws {
    loop = try EventLoop()
    scratch = try TestDirectory()
  }

  private func turn(until condition: () -> Bool) throws -> Bool {
    let end = Clock.monotonic() + 20_000_000
    while !condition() {
      if Clock.monotonic() > end { return false }
      try loop.turn(milliseconds: 100)
    }
    return true
  }

  private func call(_ bus: UserBus, _ member: String, _ arguments: [BusValue]) throws -> Result<[BusValue], BusError>? {
    var result: Result<[BusValue], BusError>?
    bus.call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, arguments
    ) { result = $0 }
    #expect(result == nil, "the reply comes from the loop")
    #expect(try turn { result != nil })
    withExtendedLifetime(bus) {}
    return result
  }

  @Test func aNameHasAnOwnerOnceSomebodyTakesIt() throws {
    let daemon = try PrivateBus(in: scratch)
    let bus = UserBus(loop, environment: daemon.environment)
    let other = UserBus(loop, environment: daemon.environment)
    var owners: [String?] = []
    let match = bus.watchOwner(of: "org.example.Popups") { owners.append($0) }
    var owner: Result<String?, BusError>?
    bus.owner(of: "org.example.Popups") { owner = $0 }
    #expect(try turn { owner != nil })
    #expect(try owner?.get() == .some(nil))

    #expect(try call(other, "RequestName", [.string("org.example.Popups"), .uint32(0)]) == .success([.uint32(1)]))
    try #require(try turn { owners.count == 1 })
    bus.owner(of: "org.example.Popups") { owner = $0 }
    let known = owners[0]
    #expect(try turn { (try? owner?.get()) == known })
    #expect(known?.hasPrefix(":1.") == true)

    #expect(try call(other, "ReleaseName", [.string("org.example.Popups")]) == .success([.uint32(1)]))
    try #require(try turn { owners.count == 2 })
    #expect(owners[1] == nil)
    withExtendedLifetime((match, daemon, bus)) {}
  }

  @Test func aServiceThatIsNotThereIsNotStarted() throws {
    let daemon = try PrivateBus(in: scratch)
    let bus = UserBus(loop, environment: daemon.environment)
    var result: Result<[BusValue], BusError>?
    bus.call(
      "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications",
      "GetCapabilities"
    ) { result = $0 }
    #expect(try turn { result != nil })
    guard case .failure(let error) = result else {
      Issue.record("somebody answered")
      return
    }
    #expect(
      error.name == "org.freedesktop.DBus.Error.NameHasNoOwner"
        || error.name == "org.freedesktop.DBus.Error.ServiceUnknown")
    withExtendedLifetime((daemon, bus)) {}
  }

  @Test func withoutABusACallFailsFromTheLoopAndALaterBusIsFound() throws {
    let bus = UserBus(loop, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(scratch.file("bus"))"])
    var owners: [String?] = []
    let match = bus.watchOwner(of: "org.example.Late") { owners.append($0) }
    #expect(throws: SystemError.self) { try bus.connectIfNeeded() }
    guard case .failure = try call(bus, "GetId", []) else {
      Issue.record("there is no bus")
      return
    }
    let daemon = try PrivateBus(in: scratch, at: scratch.file("bus"))
    try bus.connectIfNeeded()
    #expect(bus.isConnected)
    // Asked after the match was made on this connection, so answered after it.
    let id = try #require(try call(bus, "GetId", []))
    #expect(try id.get().count == 1)
    let other = UserBus(loop, environment: daemon.environment)
    #expect(try call(other, "RequestName", [.string("org.example.Late"), .uint32(0)]) == .success([.uint32(1)]))
    #expect(try turn { owners.count == 1 }, "a match made before the bus came holds on it")
    withExtendedLifetime((match, daemon, bus)) {}
  }

  @Test func theEndOfTheBusIsTold() throws {
    let daemon = try PrivateBus(in: scratch, at: scratch.file("bus"))
    let bus = UserBus(loop, environment: daemon.environment)
    var ends = 0
    bus.disconnected = { ends += 1 }
    _ = try call(bus, "GetId", [])
    daemon.stop()
    #expect(try turn { ends == 1 })
    #expect(!bus.isConnected)
    let again = try PrivateBus(in: scratch, at: scratch.file("bus"))
    let id = try #require(try call(bus, "GetId", []))
    #expect(try id.get().count == 1)
    withExtendedLifetime((again, daemon, bus)) {}
  }

  @Test(.enabled(if: PrivateBus.hasPython, "needs python3-dbus"))
  func aServiceAnswersAndItsPropertiesChange() throws {
    let daemon = try PrivateBus(in: scratch)
    let bus = UserBus(loop, environment: daemon.environment)
    var changes: [[String: BusValue]?] = []
    let match = bus.watchSignals(
      from: "org.example.Echo", path: "/org/example/Echo", interface: "org.freedesktop.DBus.Properties",
      member: "PropertiesChanged"
    ) { changes.append($0.arguments.count > 1 ? $0.arguments[1].dictionary : nil) }
    let service = try daemon.python(Self.echo)
    var owner: String?
    let arrival = bus.watchOwner(of: "org.example.Echo") { owner = $0 }
    bus.owner(of: "org.example.Echo") { if let name = try? $0.get() { owner = name } }
    #expect(try turn { owner != nil })

    let sent: [BusValue] = [
      .string("a\u{1F514}"), .array([.string("x"), .string("y")], of: "s"), .array([], of: "u"),
      .array([.entry(.string("urgency"), .variant(.byte(2)))], of: "{sv}"),
      .structure([.int32(-1), .double(0.5), .bool(true), .int64(.min), .uint16(7), .objectPath("/a")]),
    ]
    var result: Result<[BusValue], BusError>?
    bus.call("org.example.Echo", "/org/example/Echo", "org.example.Echo", "Echo", sent) { result = $0 }
    #expect(try turn { result != nil })
    #expect(try result?.get() == sent)

    bus.call("org.example.Echo", "/org/example/Echo", "org.example.Echo", "Pause", [.bool(true)]) { _ in }
    #expect(try turn { !changes.isEmpty })
    #expect(changes.first??["paused"]?.bool == true)
    try service.send(.kill)
    #expect(try turn { owner == nil })
    _ = try service.wait(milliseconds: 10_000)
    withExtendedLifetime((match, arrival, daemon, bus)) {}
  }

  private static let echo = """
    import dbus, dbus.service, dbus.mainloop.glib
    from gi.repository import GLib
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    class Echo(dbus.service.Object):
      @dbus.service.method('org.example.Echo', in_signature='sasaua{sv}(idbxqo)', out_signature='sasaua{sv}(idbxqo)')
      def Echo(self, a, b, c, d, e): return a, b, c, d, e
      @dbus.service.method('org.example.Echo', in_signature='b')
      def Pause(self, paused): self.PropertiesChanged('org.example.Echo', {'paused': paused}, [])
      @dbus.service.signal('org.freedesktop.DBus.Properties', signature='sa{sv}as')
      def PropertiesChanged(self, interface, changed, gone): pass
    echo = Echo(bus, '/org/example/Echo')
    name = dbus.service.BusName('org.example.Echo', bus)
    GLib.MainLoop().run()
    """
}

/// A bus of one test's own.
private final class PrivateBus {
  let environment: [String: String]
  private let process: ChildProcess

  static let isPossible = runs(["dbus-daemon", "--version"])
  static let hasPython = runs(["/usr/bin/python3", "-c", "import dbus, gi"])

  private static func runs(_ arguments: [String]) -> Bool {
    guard let child = try? ChildProcess(arguments, environment: Environment.current(), output: .null, errors: .null)
    else { return false }
    return (try? child.wait(milliseconds: 20_000)) == .exited(0)
  }

  init(in scratch: TestDirectory, at path: String? = nil) throws {
    let listen = path.map { "unix:path=\($0)" } ?? "unix:dir=/tmp"
    try scratch.write(
      """
      <busconfig><type>session</type><listen>\(listen)</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
      <allow own="*"/></policy></busconfig>
      """, to: "bus.conf")
    if let path { unlink(path) }
    process = try ChildProcess(
      ["dbus-daemon", "--config-file=\(scratch.file("bus.conf"))", "--nofork", "--nopidfile", "--print-address"],
      environment: Environment.current(), errors: .null)
    let output = try #require(process.output)
    var line: [UInt8] = []
    while !line.contains(10), try output.descriptor.wait(for: .reading, milliseconds: 20_000),
      case .bytes(let part) = try output.read()
    {
      line += part
    }
    // Without the identity of this very bus: its successor at the same path has another.
    let address = String(decoding: line.prefix { $0 != 10 && $0 != UInt8(ascii: ",") }, as: UTF8.self)
    environment = Environment.current().merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
  }

  deinit { stop() }

  func stop() {
    try? process.send(.kill)
    _ = try? process.wait(milliseconds: 10_000)
  }

  func python(_ program: String) throws -> ChildProcess {
    try ChildProcess(["/usr/bin/python3", "-c", program], environment: environment, output: .null, errors: .inherited)
  }
}
