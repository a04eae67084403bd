import TodoCore
import TodoProtocol

/// A client that waits for what becomes of a popup that it asked for.
struct PopupTest {
  /// Of the popup.
  var slot: Int
  var tag: String?
}

/// `test`: a real popup by way of the notifier, answered once that says what became of it.
extension Daemon {
  func test(_ request: Request, _ client: ClientID, in turn: inout Turn) {
    guard let slot = notice(.test) else {
      let bytes = testAnswer(request.tag, .failed(reason: "Ring=no: this machine is silent"))
      turn.answers.append((client, .bytes(bytes)))
      return
    }
    tests[client] = PopupTest(slot: slot, tag: request.tag)
    // What the client says next is answered after it.
    waiting[client] = []
  }

  /// The notifier has an end for every popup within some seconds, so that nobody waits for ever.
  func testEvent(_ slot: Int, _ event: PopupEvent) {
    guard let (client, test) = tests.first(where: { $0.value.slot == slot }) else { return }
    tests[client] = nil
    ports.send(client, .bytes(testAnswer(test.tag, event)))
    queue += waiting.removeValue(forKey: client) ?? []
    wantTurn()
    forgetGone()
  }

  func endTests(_ reason: String) {
    for test in tests.values { testEvent(test.slot, .failed(reason: reason)) }
  }

  private func testAnswer(_ tag: String?, _ event: PopupEvent) -> [UInt8] {
    var bytes: [UInt8] = []
    func say(_ key: String, _ value: String) { Response.data(key: key, value: value).append(to: &bytes) }
    func yesOrNo(_ isSo: Bool) -> String { isSo ? "yes" : "no" }
    if server.owner.isEmpty {
      say("server", "unknown")
    } else {
      say("server", server.name.isEmpty ? "unknown" : server.name)
      if !server.version.isEmpty { say("version", server.version) }
      say("actions", yesOrNo(server.hasActions))
    }
    say("do-not-disturb", yesOrNo(server.doNotDisturb))
    let isShown: Bool
    switch event {
    case .failed(let reason), .lost(let reason):
      isShown = false
      say("reason", reason)
    case .shown, .action, .closed, .expired: isShown = true
    }
    Response.ok(tag: tag, [Attribute("popup", isShown ? "shown" : "failed")]).append(to: &bytes)
    return bytes
  }
}
