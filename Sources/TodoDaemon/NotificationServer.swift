import Linux
package import Systemd

/// The notification server of the desktop, as far as the user bus tells of it. It is never started by asking.
///
/// It takes `UserBus.disconnected` for itself. Not Sendable on purpose: it belongs to the loop's thread.
package final class NotificationServer {
  /// What the server says of itself.
  package struct Information: Hashable, Sendable {
    package var name = ""
    package var vendor = ""
    package var version = ""
    /// nil where it did not say.
    package var capabilities: Set<String>?

    package var hasActions: Bool { capabilities?.contains("actions") ?? false }
    /// Of a server that does not say, markup is assumed.
    package var readsMarkup: Bool { capabilities?.contains("body-markup") ?? true }
  }

  static let name = "org.freedesktop.Notifications"
  static let path = "/org/freedesktop/Notifications"

  /// The unique bus name of the server; nil while there is none, or no bus.
  package private(set) var owner: String?
  /// nil until the server has answered, or its time for that was over.
  package private(set) var information: Information?
  /// The desktop wants no popups now.
  package var isDoNotDisturb: Bool { doNotDisturb.isOn }
  /// Nothing is being asked: popups can be shown with what is known.
  package var isSettled: Bool { !isAskingOwner && (owner == nil || information != nil) }

  /// A server appeared and has said what it can, or did not within its time.
  package var onArrival: () -> Void = {}
  /// The server went, and its popups with it.
  package var onLoss: () -> Void = {}
  package var onDoNotDisturb: (Bool) -> Void = { _ in }

  /// The notifier's own: told before the ones above.
  var settled: () -> Void = {}
  var lost: () -> Void = {}

  private let bus: UserBus
  private let doNotDisturb: DoNotDisturb
  /// How long the server may take to say what it can, in milliseconds.
  private let patience: Int64
  private var ownerMatch: BusMatch?
  private var isAskingOwner = false
  private var hasAskedOwner = false

  package init(bus: UserBus, patience: Int64 = 2000) {
    self.bus = bus
    self.patience = patience
    doNotDisturb = DoNotDisturb(bus)
  }

  /// Begins to follow the server. Where there is no bus yet, each popup tries again.
  package func start() {
    bus.disconnected = { [weak self] in
      self?.hasAskedOwner = false
      self?.follow(nil)
    }
    doNotDisturb.changed = { [weak self] isOn in self?.onDoNotDisturb(isOn) }
    ownerMatch = bus.watchOwner(of: NotificationServer.name) { [weak self] owner in self?.follow(owner) }
    connectIfNeeded()
  }

  /// Asks who the server is, once for each connection to the bus.
  func connectIfNeeded() {
    guard ownerMatch != nil, !(hasAskedOwner && bus.isConnected) else { return }
    do throws(SystemError) { try bus.connectIfNeeded() } catch {
      // No bus now: what notify-send says decides.
      return
    }
    hasAskedOwner = true
    isAskingOwner = true
    bus.owner(of: NotificationServer.name) { [weak self] result in
      guard let self else { return }
      isAskingOwner = false
      if case .success(let owner) = result { follow(owner) }
      if isSettled { settled() }
    }
  }

  /// Closes a popup whose notify-send cannot do it.
  func close(_ id: UInt32) {
    guard let owner else { return }
    bus.call(owner, NotificationServer.path, NotificationServer.name, "CloseNotification", [.uint32(id)]) { _ in }
  }

  private func follow(_ newOwner: String?) {
    if newOwner == owner { return }
    if owner != nil {
      owner = nil
      information = nil
      doNotDisturb.follow(nil)
      lost()
      onLoss()
    }
    guard let newOwner else {
      if isSettled { settled() }
      return
    }
    owner = newOwner
    doNotDisturb.follow(newOwner)
    ask(newOwner)
  }

  private func ask(_ asked: String) {
    var answers = Information()
    var open = 2
    func answered() {
      open -= 1
      guard open == 0, owner == asked else { return }
      information = answers
      settled()
      onArrival()
    }
    call(asked, "GetCapabilities") { values in
      answers.capabilities = values.first?.array.map { Set($0.compactMap(\.string)) }
      answered()
    }
    call(asked, "GetServerInformation") { values in
      if values.count >= 3 {
        answers.name = values[0].string ?? ""
        answers.vendor = values[1].string ?? ""
        answers.version = values[2].string ?? ""
      }
      answered()
    }
  }

  /// Calls a method of the server; no values for no answer.
  private func call(_ owner: String, _ member: String, reply: @escaping ([BusValue]) -> Void) {
    bus.call(
      owner, NotificationServer.path, NotificationServer.name, member, timeoutMilliseconds: patience
    ) { result in
      switch result {
      case .success(let values): reply(values)
      case .failure: reply([])
      }
    }
  }
}
