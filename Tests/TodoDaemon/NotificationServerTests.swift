import Linux
import Support
import Systemd
import Testing
import TodoCore
import TodoDaemon

@Suite(.serialized, .enabled(if: NotifierDesk.isPossible, "needs notify-send, dbus-daemon and python3-dbus"))
struct NotificationServerTests {
  private static let dialects = ["dunst", "plasma", "mako", "old-mako", "swaync"]

  @Test func aServerThatIsThereSaysWhatItIs() throws {
    let desk = try NotifierDesk()
    #expect(try desk.turn { desk.arrivals == 1 })
    let information = try #require(desk.server.information)
    #expect(information.name == "fakenotify" && information.vendor == "harness" && information.version == "1")
    #expect(information.hasActions && information.readsMarkup)
    #expect(desk.server.owner?.hasPrefix(":") == true)
    #expect(desk.losses == 0)
  }

  @Test func aServerThatComesLaterIsTold() throws {
    let desk = try NotifierDesk(fake: nil)
    #expect(try desk.turn { desk.server.isSettled })
    #expect(desk.arrivals == 0 && desk.server.owner == nil)
    try desk.startServer([])
    #expect(try desk.turn { desk.arrivals == 1 })
    #expect(desk.server.information?.hasActions == true)
  }

  @Test func aServerThatDoesNotSayWhatItCanGetsNoButtons() throws {
    let desk = try NotifierDesk(fake: ["--getcaps", "hang"], patience: 300)
    let action = Popup.Action(.done, "Done")
    _ = try desk.shown(NotifierDesk.popup(1, actions: [action]))
    #expect(try desk.log("Notify").map(\.actions) == [[]])
    #expect(desk.server.information?.capabilities == nil && desk.arrivals == 1)
  }

  @Test(arguments: dialects) func doNotDisturbIsFollowed(dialect: String) throws {
    let desk = try NotifierDesk(fake: ["--dialect", dialect])
    #expect(try desk.turn { desk.arrivals == 1 })
    try desk.tell("Pause", [.bool(true)])
    #expect(try desk.turn { desk.disturbances == [true] })
    #expect(desk.server.isDoNotDisturb)
    try desk.tell("Pause", [.bool(false)])
    #expect(try desk.turn { desk.disturbances == [true, false] })
    try desk.tell("Pause", [.bool(true)])
    #expect(try desk.turn { desk.server.isDoNotDisturb })
    try desk.killServer()
    #expect(try desk.turn { desk.losses == 1 })
    #expect(!desk.server.isDoNotDisturb, "nobody is left who does not want to be disturbed")
  }

  @Test(arguments: dialects) func doNotDisturbThatIsOnAlreadyIsFound(dialect: String) throws {
    let desk = try NotifierDesk(fake: ["--dialect", dialect])
    try desk.tell("Pause", [.bool(true)])
    let other = NotificationServer(bus: UserBus(desk.loop, environment: desk.environment))
    other.start()
    #expect(try desk.turn { other.isDoNotDisturb })
  }
}
