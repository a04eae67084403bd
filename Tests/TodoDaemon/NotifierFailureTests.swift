import Foundation
import Linux
import Support
import Systemd
import Testing
import TodoCore
import TodoDaemon

/// Whatever goes wrong with a popup is told once, in time, and the loop goes on.
@Suite(.serialized, .enabled(if: NotifierDesk.isPossible, "needs notify-send, dbus-daemon and python3-dbus"))
struct NotifierFailureTests {
  private func failure(_ desk: NotifierDesk) throws -> String {
    #expect(try desk.turn { !desk.told.isEmpty })
    guard case .failed(let reason) = desk.told.first, desk.told.count == 1 else {
      Issue.record("\(desk.told)")
      return ""
    }
    #expect(desk.notifier.slots.isEmpty)
    return reason
  }

  /// A notify-send that is a shell script.
  private func script(_ desk: NotifierDesk, _ text: String) throws {
    let path = desk.scratch.file("notify-send")
    // Written by a child: a file that this process writes could be inherited, still open, by what another test starts at
    // that moment, and could not be run (ETXTBSY).
    let writer = try ChildProcess(
      ["/bin/sh", "-c", "printf '#!/bin/sh\\n%s\\n' \"$1\" >\"$2\"; chmod 755 \"$2\"", "sh", text, path],
      environment: Environment.current())
    #expect(try writer.wait(milliseconds: 20_000) == .exited(0))
    desk.notifier.program = path
  }

  @Test func aMissingNotifySendIsToldFromTheLoop() throws {
    let desk = try NotifierDesk(program: "/nonexistent/notify-send")
    #expect(try desk.turn { desk.arrivals == 1 })
    desk.notifier.show(NotifierDesk.popup(1))
    #expect(desk.told.isEmpty, "never from within show")
    #expect(try failure(desk) == "/nonexistent/notify-send cannot be started: No such file or directory")
  }

  @Test func withoutAServerItFailsAtOnce() throws {
    let desk = try NotifierDesk(fake: nil)
    desk.notifier.show(NotifierDesk.popup(1))
    #expect(try failure(desk).contains("org.freedesktop.Notifications"))
  }

  @Test func withoutABusItFailsAtOnce() throws {
    let desk = try NotifierDesk(fake: nil, variables: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
    desk.notifier.show(NotifierDesk.popup(1))
    #expect(try !failure(desk).isEmpty)
  }

  @Test func anErrorOfTheServerIsTheReason() throws {
    let desk = try NotifierDesk(fake: ["--notify", "error"])
    desk.notifier.show(NotifierDesk.popup(1, actions: [Popup.Action(.done, "Done")]))
    #expect(try failure(desk).contains("fake failure"))
  }

  @Test func aServerThatNeverAnswersIsNotWaitedFor() throws {
    let desk = try NotifierDesk(fake: ["--notify", "hang"]) {
      $0.shown = 300
      $0.abandoned = 600
    }
    #expect(try desk.turn { desk.arrivals == 1 })
    let start = Clock.monotonic()
    desk.notifier.show(NotifierDesk.popup(1))
    #expect(Clock.monotonic() - start < 200_000, "show does not wait")
    #expect(try failure(desk) == "the notification server did not answer within 0.3 s")
    var isGone = false
    // It counts as gone only when its process has been reaped.
    desk.notifier.withdrawAll(within: 20_000) { isGone = true }
    #expect(try desk.turn { isGone })
    #expect(Clock.monotonic() - start < 10_000_000)
  }

  @Test func aPopupThatComesAfterItsDeadlineIsClosed() throws {
    let desk = try NotifierDesk(fake: ["--notify", "late:1"]) { $0.shown = 300 }
    desk.notifier.show(NotifierDesk.popup(1))
    _ = try failure(desk)
    #expect(try desk.turn { try desk.log("CloseNotification").count == 1 })
    #expect(desk.told.count == 1)
  }

  @Test func aPopupTriedAgainWaitsForTheAnswerToTheFirst() throws {
    let desk = try NotifierDesk(fake: ["--notify", "late:1"]) { $0.shown = 600 }
    desk.notifier.show(NotifierDesk.popup(1))
    _ = try failure(desk)
    desk.notifier.show(NotifierDesk.popup(2))
    #expect(try desk.turn { desk.told.count == 2 })
    #expect(desk.events.last?.slot == 2)
    #expect(desk.told.last == .shown(serverID: 1, owner: try #require(desk.server.owner)))
    #expect(try desk.log("Notify").count == 1)
    #expect(try desk.log("CloseNotification").isEmpty)
  }

  @Test func aServerThatGoesTakesItsPopupsAndEndsTheirProcesses() throws {
    let desk = try NotifierDesk()
    _ = try desk.shown(NotifierDesk.popup(1))
    _ = try desk.shown(NotifierDesk.popup(2, actions: [Popup.Action(.done, "Done")]))
    try desk.killServer()
    #expect(try desk.turn { desk.losses == 1 })
    #expect(desk.notifier.slots.isEmpty && desk.server.owner == nil && desk.server.information == nil)
    var isGone = false
    desk.notifier.withdrawAll(within: 20_000) { isGone = true }
    #expect(try desk.turn { isGone })
    #expect(desk.told.count == 2, "the loss is told by the server")
    try desk.startServer([])
    #expect(try desk.turn { desk.arrivals == 2 })
    _ = try desk.shown(NotifierDesk.popup(3))
  }

  @Test func aServerThatGoesBeforeItAnswersIsAFailure() throws {
    let desk = try NotifierDesk(fake: ["--notify", "exit"])
    desk.notifier.show(NotifierDesk.popup(1))
    #expect(try !failure(desk).isEmpty)
  }

  @Test func aNotifySendThatIgnoresTheInterruptIsKilledAndItsPopupClosed() throws {
    let desk = try NotifierDesk { $0.withdrawal = 200 }
    try script(desk, "trap '' INT; echo 7; exec sleep 100")
    #expect(try desk.shown(NotifierDesk.popup(1)) == 7)
    desk.notifier.withdraw(1)
    #expect(try desk.turn { try desk.log("CloseNotification").map(\.id) == [7] })
    var isGone = false
    desk.notifier.withdrawAll(within: 20_000) { isGone = true }
    #expect(try desk.turn { isGone })
  }

  @Test func aNotifySendThatDiesAfterItsIdIsLost() throws {
    let desk = try NotifierDesk()
    try script(desk, "echo 7; echo went wrong >&2; exit 3")
    #expect(try desk.shown(NotifierDesk.popup(1)) == 7)
    #expect(try desk.turn { desk.told.count == 2 })
    #expect(desk.told.last == .lost(reason: "went wrong"))
  }

  @Test func oddOutputIsNoId() throws {
    let desk = try NotifierDesk()
    try script(desk, "echo hello; echo; echo -5; printf 12")
    desk.notifier.show(NotifierDesk.popup(1))
    #expect(try failure(desk) == "notify-send ended without an id")
  }

  @Test func theSizeOfWhatItSaysIsBounded() throws {
    let desk = try NotifierDesk()
    try script(desk, "yes complaint | head -c 1000000 >&2; exit 1")
    desk.notifier.show(NotifierDesk.popup(1))
    #expect(try failure(desk) == "complaint")
  }
}
