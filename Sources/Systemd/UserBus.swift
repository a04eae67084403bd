internal import CSystemd
package import Linux

/// The user's D-Bus (sd-bus(3)), attached to the loop.
///
/// Nothing here starts a service: every call carries the no-auto-start flag. The bus may come after this program and go
/// before it: matches are kept and made again on each connection, and `connectIfNeeded` is cheap to call before each use.
/// Not Sendable on purpose: it belongs to the loop's thread.
package final class UserBus {
  /// Called when the connection is lost; the owner decides when to try again.
  package var disconnected: () -> Void = {}

  let loop: EventLoop
  let address: String?
  var bus: OpaquePointer?
  var matches: [WeakMatch] = []

  /// - Parameter environment: names the bus: DBUS_SESSION_BUS_ADDRESS, else `$XDG_RUNTIME_DIR/bus`.
  package init(_ loop: EventLoop, environment: [String: String]) {
    self.loop = loop
    if let given = environment["DBUS_SESSION_BUS_ADDRESS"], !given.isEmpty {
      address = given
    } else if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      address = "unix:path=\(UserBus.escaped(runtime))/bus"
    } else {
      address = nil
    }
  }

  package var isConnected: Bool { bus != nil }

  /// Connects where there is no connection; throws where there is no bus now.
  package func connectIfNeeded() throws(SystemError) {}

  /// Who owns a well-known name now; nil where nobody does.
  package func owner(of name: String, reply: @escaping (Result<String?, BusError>) -> Void) {}

  /// Calls a method; the reply comes once, from the loop, unless the call is dropped before.
  package func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
    timeoutMilliseconds: Int64 = 5000, reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) {}

  /// Tells of each change of a name's owner, nil for "nobody", as long as the match lives.
  package func watchOwner(of name: String, handler: @escaping (String?) -> Void) -> BusMatch { BusMatch() }

  /// Tells of signals, as long as the match lives; a nil part matches everything.
  package func watchSignals(
    from sender: String?, path: String?, interface: String, member: String?,
    handler: @escaping (BusSignal) -> Void
  ) -> BusMatch { BusMatch() }

  private static func escaped(_ text: String) -> String { text }
}

/// Why a call on the bus had no answer: the D-Bus error name, `org.freedesktop.DBus.Error.ServiceUnknown`.
package struct BusError: Error, Hashable, Sendable {
  package let name: String
  package let message: String
}

/// A signal that came over the bus.
package struct BusSignal: Hashable, Sendable {
  /// The unique name of the sender.
  package let sender: String
  package let path: String
  package let member: String
  package let arguments: [BusValue]
}

/// A subscription, as long as it lives.
package final class BusMatch {}

struct WeakMatch { weak var match: BusMatch? }
