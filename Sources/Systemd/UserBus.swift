internal import CSystemd
package import Linux

/// The user's D-Bus (sd-bus(3)), attached to the loop.
///
/// Nothing here starts a service: every call carries the no-auto-start flag. The bus may come after this program and go
/// before it: matches are kept and made again on each connection, and `connectIfNeeded` is cheap to call before each use.
/// Not Sendable on purpose: it belongs to the loop's thread.
package final class UserBus {
  /// Called when the connection is lost; the owner decides when to try again. Calls under way get their error first.
  package var disconnected: () -> Void = {}

  private let loop: EventLoop
  private let address: String?
  private var bus: OpaquePointer?
  private var matches: [WeakMatch] = []
  private var farewell: BusMatch?
  private var later: [() -> Void] = []
  private var laterSource: PlainSource?

  private struct WeakMatch { weak var match: BusMatch? }

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

  deinit {
    for match in matches { match.match?.uninstall() }
    farewell?.uninstall()
    if let bus { sd_bus_flush_close_unref(bus) }
  }

  package var isConnected: Bool { bus != nil }

  /// Connects where there is no connection; throws where there is no bus now.
  package func connectIfNeeded() throws(SystemError) {
    if bus != nil { return }
    guard let address else { throw SystemError(noSuchFile, "find the user bus") }
    var made: OpaquePointer?
    try checked("sd_bus_new", sd_bus_new(&made))
    guard let made else { throw SystemError(noSuchFile, "sd_bus_new") }
    do throws(SystemError) {
      try checked("sd_bus_set_address", sd_bus_set_address(made, address))
      try checked("sd_bus_set_bus_client", sd_bus_set_bus_client(made, 1))
      try checked("connect \(address)", sd_bus_start(made))
      try checked("sd_bus_attach_event", sd_bus_attach_event(made, loop.handle, 0))
      if laterSource == nil {
        laterSource = try loop.deferred(priority: .normal) { [weak self] in self?.runLater() }
      }
      try listenForEnd(of: made)
    } catch {
      sd_bus_unref(made)
      throw error
    }
    bus = made
    matches.removeAll { $0.match == nil }
    for match in matches { match.match?.install(on: made) }
  }

  /// Who owns a well-known name now; nil where nobody does.
  package func owner(of name: String, reply: @escaping (Result<String?, BusError>) -> Void) {
    call(Broker.name, Broker.path, Broker.name, "GetNameOwner", [.string(name)]) { result in
      switch result {
      case .success(let values): reply(.success(values.first?.string))
      case .failure(let error):
        reply(error.name == "org.freedesktop.DBus.Error.NameHasNoOwner" ? .success(nil) : .failure(error))
      }
    }
  }

  /// Calls a method, connecting first if need be; the reply, or why there is none, comes once, from the loop.
  package func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
    timeoutMilliseconds: Int64 = 5000, reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    do throws(SystemError) {
      try connectIfNeeded()
      guard let bus else { return }
      let message = try BusMessage(bus, destination, path, interface, member)
      for argument in arguments { try message.append(argument) }
      try message.send(on: bus, timeoutMilliseconds, reply)
    } catch {
      answerLater { reply(.failure(BusError(error))) }
    }
  }

  /// Tells of each change of a name's owner, nil for "nobody", as long as the match lives.
  package func watchOwner(of name: String, handler: @escaping (String?) -> Void) -> BusMatch {
    let rule = """
      type='signal',sender='\(Broker.name)',path='\(Broker.path)',interface='\(Broker.name)',\
      member='NameOwnerChanged',arg0='\(name)'
      """
    return add(
      BusMatch(rule) { signal in
        guard signal.arguments.count == 3, let owner = signal.arguments[2].string else { return }
        handler(owner.isEmpty ? nil : owner)
      })
  }

  /// Tells that a program has left the bus, whichever it was, as long as the match lives.
  package func watchDepartures(handler: @escaping () -> Void) -> BusMatch {
    let rule = """
      type='signal',sender='\(Broker.name)',path='\(Broker.path)',interface='\(Broker.name)',\
      member='NameOwnerChanged',arg2=''
      """
    return add(BusMatch(rule) { if $0.arguments.first?.string?.hasPrefix(":") ?? false { handler() } })
  }

  /// Tells of signals, as long as the match lives; a nil part matches everything.
  package func watchSignals(
    from sender: String?, path: String?, interface: String, member: String?,
    handler: @escaping (BusSignal) -> Void
  ) -> BusMatch {
    var rule = "type='signal',interface='\(interface)'"
    if let sender { rule += ",sender='\(sender)'" }
    if let path { rule += ",path='\(path)'" }
    if let member { rule += ",member='\(member)'" }
    return add(BusMatch(rule, handler))
  }

  private func add(_ match: BusMatch) -> BusMatch {
    matches.removeAll { $0.match == nil }
    matches.append(WeakMatch(match: match))
    if let bus { match.install(on: bus) }
    return match
  }

  private func listenForEnd(of bus: OpaquePointer) throws(SystemError) {
    let local = "org.freedesktop.DBus.Local"
    let rule = "type='signal',sender='\(local)',interface='\(local)',member='Disconnected'"
    let match = BusMatch(rule) { [weak self] _ in self?.lost() }
    farewell = match
    match.install(on: bus)
  }

  private func lost() {
    guard let gone = bus else { return }
    bus = nil
    // sd-bus is calling us just now: let go of it when it is done.
    answerLater { [weak self] in
      sd_bus_detach_event(gone)
      sd_bus_close_unref(gone)
      self?.disconnected()
    }
    for match in matches { match.match?.uninstall() }
    farewell?.uninstall()
    farewell = nil
  }

  private func answerLater(_ work: @escaping () -> Void) {
    later.append(work)
    if laterSource == nil {
      laterSource = try? loop.deferred(priority: .normal) { [weak self] in self?.runLater() }
    }
    laterSource?.wake()
  }

  private func runLater() {
    let work = later
    later = []
    for step in work { step() }
  }

  /// A value in a D-Bus address: all but a few characters as %xx.
  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D...0x2F, 0x5F: return String(Unicode.Scalar(byte))
      default: return byte < 16 ? "%0\(String(byte, radix: 16))" : "%\(String(byte, radix: 16))"
      }
    }.joined()
  }
}

private let noSuchFile: Int32 = 2

/// The bus itself, as a service on it.
private enum Broker {
  static let name = "org.freedesktop.DBus"
  static let path = "/org/freedesktop/DBus"
}
