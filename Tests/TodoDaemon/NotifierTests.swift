import Linux
import Support
import Systemd
import Testing
import TodoCore
import TodoDaemon

/// With the real notify-send on a private bus.
@Suite(.serialized, .enabled(if: NotifierDesk.isPossible, "needs notify-send, dbus-daemon and python3-dbus"))
struct NotifierTests {
  private static let done = Popup.Action(.done, "Done")

  @Test func theServerGetsThePopupAsItWasMeant() throws {
    let desk = try NotifierDesk()
    var popup = NotifierDesk.popup(4, actions: [NotifierTests.done, Popup.Action(.open, "Open")])
    popup.body = "a & b <c> \\n d\n+x"
    popup.urgency = .critical
    popup.sound = "bell"
    #expect(try desk.shown(popup) == 1)
    #expect(desk.events.first?.slot == 4)
    #expect(desk.told == [.shown(serverID: 1, owner: try #require(desk.server.owner))])
    let entry = try #require(try desk.log("Notify").first)
    #expect(entry.app == "todod" && entry.icon == "todod" && entry.replaces == 0 && entry.timeout == 0)
    #expect(entry.summary == "Call mum")
    #expect(entry.body == "a &amp; b &lt;c&gt; \\n d\n+x")
    #expect(entry.actions == ["done", "Done", "default", "Open"])
    let hints = try #require(entry.hints)
    #expect(hints["desktop-entry"] == "todod" && hints["category"] == "x-todod.due" && hints["urgency"] == "2")
    #expect(hints["sound-name"] == "bell")
  }

  /// Summaries that trip notify-send up where they are handed over carelessly; also in a service without a locale.
  @Test(arguments: [
    "-u low", "--help", "Grüße, 日本 🎉", "a=b", "\\n\\x41", "<b>&amp;</b>", "\u{FFFD}",
    String(repeating: "ä", count: 5000),
  ])
  func anySummaryArrivesAsItIs(summary: String) throws {
    let desk = try NotifierDesk(variables: ["LC_ALL": "C", "LANG": "C"])
    _ = try desk.shown(NotifierDesk.popup(1, summary))
    #expect(try desk.log("Notify").map(\.summary) == [summary])
  }

  @Test func aButtonIsTold() throws {
    let desk = try NotifierDesk()
    let id = try desk.shown(NotifierDesk.popup(1, actions: [NotifierTests.done]))
    try desk.tell("Invoke", [.uint32(id), .string("done")])
    #expect(try desk.turn { desk.told.count == 2 })
    #expect(desk.told.last == .action("done"))
    #expect(desk.notifier.slots.isEmpty)
    try desk.turn(milliseconds: 200)
    #expect(desk.told.count == 2, "its end is no news")
  }

  @Test func aPopupThatStaysWasClosedAndOneThatDoesNotMayHaveExpired() throws {
    let desk = try NotifierDesk()
    let first = try desk.shown(NotifierDesk.popup(1))
    try desk.tell("Close", [.uint32(first), .uint32(2)])
    #expect(try desk.turn { desk.told.last == .closed })
    let second = try desk.shown(NotifierDesk.popup(2, stays: false))
    try desk.tell("Close", [.uint32(second), .uint32(1)])
    #expect(try desk.turn { desk.told.last == .expired })
    #expect(desk.events.map(\.slot) == [1, 1, 2, 2])
    #expect(try desk.log("Notify").map(\.timeout) == [0, -1])
  }

  @Test func severalPopupsAreOpenAtOnce() throws {
    let desk = try NotifierDesk()
    for slot in 1...5 { desk.notifier.show(NotifierDesk.popup(slot, "task \(slot)", actions: [NotifierTests.done])) }
    #expect(try desk.turn { desk.told.count == 5 })
    #expect(desk.notifier.slots == [1, 2, 3, 4, 5])
    let third = try #require(try desk.log("Notify").first { $0.summary == "task 3" }?.id)
    try desk.tell("Invoke", [.uint32(UInt32(third)), .string("done")])
    #expect(try desk.turn { desk.told.count == 6 })
    #expect(desk.events.last?.slot == 3 && desk.told.last == .action("done"))
    #expect(desk.notifier.slots == [1, 2, 4, 5])
  }

  @Test func aWithdrawnPopupIsClosedAndNotReported() throws {
    let desk = try NotifierDesk()
    let id = try desk.shown(NotifierDesk.popup(1))
    desk.notifier.withdraw(1)
    desk.notifier.withdraw(77)
    #expect(try desk.turn { try desk.log("CloseNotification").map(\.id) == [Int(id)] })
    try desk.turn(milliseconds: 200)
    #expect(desk.told.count == 1)
    #expect(try desk.open() == [])
  }

  @Test func aPopupWithdrawnBeforeItIsShownIsClosedWhenItIs() throws {
    let desk = try NotifierDesk(fake: ["--notify", "late:0.5"])
    #expect(try desk.turn { desk.arrivals == 1 })
    desk.notifier.show(NotifierDesk.popup(1))
    #expect(try desk.turn { try desk.log("Notify").count == 1 })
    desk.notifier.withdraw(1)
    #expect(try desk.turn { try desk.log("CloseNotification").count == 1 })
    #expect(desk.told.isEmpty)
  }

  @Test func aPopupOfTheSameSlotTakesThePlaceOfTheOther() throws {
    let desk = try NotifierDesk()
    let id = try desk.shown(NotifierDesk.popup(1, "one", actions: [NotifierTests.done]))
    #expect(try desk.shown(NotifierDesk.popup(1, "two", actions: [NotifierTests.done])) == id)
    #expect(try desk.log("Notify").map(\.replaces) == [0, Int(id)])
    try desk.turn(milliseconds: 200)
    #expect(try desk.log("CloseNotification").isEmpty)
    #expect(try desk.open() == [Int(id)])
    try desk.tell("Invoke", [.uint32(id), .string("done")])
    #expect(try desk.turn { desk.told.count == 3 })
    try desk.turn(milliseconds: 200)
    #expect(desk.told.count == 3 && desk.told.last == .action("done"))
  }

  @Test func aPopupOfAnEarlierRunIsReplacedOnlyWhileItsServerIsTheSame() throws {
    let desk = try NotifierDesk()
    #expect(try desk.turn { desk.arrivals == 1 })
    let owner = try #require(desk.server.owner)
    var popup = NotifierDesk.popup(1)
    popup.replaces = Popup.Replaced(serverID: 40, owner: owner)
    #expect(try desk.shown(popup) == 40)
    popup.slot = 2
    popup.replaces = Popup.Replaced(serverID: 41, owner: ":1.999")
    #expect(try desk.shown(popup) == 1)
  }

  @Test func aPopupOfAnEarlierRunIsClosedOnlyWhileItsServerIsTheSame() throws {
    let desk = try NotifierDesk()
    let id = try desk.shown(NotifierDesk.popup(1))
    let owner = try #require(desk.server.owner)
    desk.notifier.close(Popup.Replaced(serverID: 77, owner: ":1.999"))
    desk.notifier.close(Popup.Replaced(serverID: 78, owner: owner))
    #expect(try desk.turn { (try? desk.log("CloseNotification").count) == 1 })
    try desk.turn(milliseconds: 200)
    #expect(try desk.log("CloseNotification").count == 1)
    #expect(try desk.open() == [Int(id)])
  }

  @Test func withdrawingAllEndsWithinItsTime() throws {
    let desk = try NotifierDesk()
    for slot in 1...3 { _ = try desk.shown(NotifierDesk.popup(slot)) }
    var isDone = false
    desk.notifier.withdrawAll(within: 5000) { isDone = true }
    #expect(!isDone)
    #expect(try desk.turn { isDone })
    #expect(try desk.turn { try desk.log("CloseNotification").count == 3 })
    #expect(try desk.open() == [])
    isDone = false
    desk.notifier.withdrawAll(within: 5000) { isDone = true }
    #expect(!isDone, "never from within")
    #expect(try desk.turn { isDone })
  }

  @Test func aServerWithoutActionsGetsThePopupWithoutButtons() throws {
    let desk = try NotifierDesk(fake: ["--no-actions", "--caps", "body"])
    _ = try desk.shown(NotifierDesk.popup(1, actions: [NotifierTests.done]))
    #expect(try desk.log("Notify").map(\.actions) == [[]])
    var popup = NotifierDesk.popup(2)
    popup.body = "a & b\\n"
    _ = try desk.shown(popup)
    #expect(try desk.log("Notify").last?.body == "a & b\\n", "it reads no markup")
  }
}
