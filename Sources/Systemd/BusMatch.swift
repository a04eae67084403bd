internal import CSystemd

/// A subscription to signals, as long as it lives; it outlives the connection.
package final class BusMatch {
  private let rule: String
  private let handler: (BusSignal) -> Void
  private var slot: OpaquePointer?

  init(_ rule: String, _ handler: @escaping (BusSignal) -> Void) {
    self.rule = rule
    self.handler = handler
  }

  deinit { uninstall() }

  func install(on bus: OpaquePointer) {
    uninstall()
    // Without an install callback a refusal would end the connection; no rule of ours is refused.
    _ = sd_bus_add_match_async(
      bus, &slot, rule,
      { message, userdata, _ in
        guard let message, let userdata else { return 0 }
        let match = Unmanaged<BusMatch>.fromOpaque(userdata).takeUnretainedValue()
        if let signal = BusSignal(message) { match.handler(signal) }
        return 0
      }, nil, Unmanaged.passUnretained(self).toOpaque())
  }

  func uninstall() {
    if let slot { sd_bus_slot_unref(slot) }
    slot = nil
  }
}

/// A signal that came over the bus.
package struct BusSignal: Hashable, Sendable {
  /// The unique name of the sender.
  package let sender: String
  package let path: String
  package let member: String
  package let arguments: [BusValue]

  /// nil for a message that cannot be read.
  fileprivate init?(_ message: OpaquePointer) {
    guard let arguments = BusMessage.values(in: message) else { return nil }
    self.arguments = arguments
    sender = sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
    path = sd_bus_message_get_path(message).map { String(cString: $0) } ?? ""
    member = sd_bus_message_get_member(message).map { String(cString: $0) } ?? ""
  }
}
