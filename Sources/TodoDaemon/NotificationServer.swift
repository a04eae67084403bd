package import Systemd

/// The notification server of the desktop, as far as the user bus tells of it. It is never started by asking.
package final class NotificationServer {
  /// What the server says of itself.
  package struct Information: Hashable, Sendable {
    package var name = ""
    package var vendor = ""
    package var version = ""
    package var capabilities: Set<String> = []

    package var hasActions: Bool { capabilities.contains("actions") }
  }

  /// The unique bus name of the server; nil while there is none, or no bus.
  package private(set) var owner: String?
  /// nil until the server has answered.
  package private(set) var information: Information?
  /// The desktop wants no popups now.
  package private(set) var isDoNotDisturb = false

  /// A server appeared and has said what it can, or did not within its time.
  package var onArrival: () -> Void = {}
  /// The server went, and its popups with it.
  package var onLoss: () -> Void = {}
  package var onDoNotDisturb: (Bool) -> Void = { _ in }

  private let bus: UserBus

  package init(_ loop: EventLoop, bus: UserBus) { self.bus = bus }

  /// Begins to follow the server; where there is no bus yet, each popup tries again.
  package func start() {}
}
