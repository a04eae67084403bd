import Systemd

/// Whether the desktop wants to be left alone, in the dialects of the notification servers that say so.
final class DoNotDisturb {
  /// A property that tells it, announced by `PropertiesChanged`.
  private struct Source {
    let path: String
    let interface: String
    let property: String
    let isOn: @Sendable (BusValue) -> Bool
  }

  private static let sources = [
    // dunst
    Source(path: NotificationServer.path, interface: "org.dunstproject.cmd0", property: "paused") { $0.bool ?? false },
    // Plasma
    Source(path: NotificationServer.path, interface: NotificationServer.name, property: "Inhibited") {
      $0.bool ?? false
    },
    // mako from 1.10 on
    Source(path: makoPath, interface: makoInterface, property: "Modes", isOn: isMakoQuiet),
  ]
  private static let properties = "org.freedesktop.DBus.Properties"
  private static let makoPath = "/fr/emersion/Mako"
  private static let makoInterface = "fr.emersion.Mako"
  /// swaync has a method and a signal of its own.
  private static let swayPath = "/org/erikreider/swaync/cc"
  private static let swayInterface = "org.erikreider.swaync.cc"

  private(set) var isOn = false
  var changed: (Bool) -> Void = { _ in }

  private let bus: UserBus
  private var owner: String?
  private var matches: [BusMatch] = []
  private var departures: BusMatch?
  /// The dialects that say "on" now.
  private var active: Set<String> = []

  init(_ bus: UserBus) { self.bus = bus }

  /// Turns to another server; nil for none, which disturbs nobody and is not disturbed.
  func follow(_ newOwner: String?) {
    owner = newOwner
    active = []
    matches = []
    departures = nil
    update()
    guard let newOwner else { return }
    matches = [
      bus.watchSignals(from: newOwner, path: nil, interface: DoNotDisturb.properties, member: "PropertiesChanged") {
        [weak self] signal in self?.take(signal)
      },
      bus.watchSignals(from: newOwner, path: DoNotDisturb.swayPath, interface: DoNotDisturb.swayInterface, member: nil)
      {
        [weak self] signal in
        guard let self, signal.member.hasPrefix("Subscribe"), signal.arguments.count > 1 else { return }
        set(DoNotDisturb.swayInterface, signal.arguments[1].bool ?? false)
      },
    ]
    for source in DoNotDisturb.sources { ask(source, newOwner) }
    bus.call(newOwner, DoNotDisturb.swayPath, DoNotDisturb.swayInterface, "GetDnd") { [weak self] result in
      guard let self, owner == newOwner, case .success(let values) = result else { return }
      set(DoNotDisturb.swayInterface, values.first?.bool ?? false)
    }
  }

  /// A mako before 1.10 lists its modes when asked, and says nothing when they change.
  ///
  /// They are changed by makoctl, which comes to the bus and leaves it: that is when to ask again.
  private func askOldMako(_ asked: String) {
    bus.call(asked, DoNotDisturb.makoPath, DoNotDisturb.makoInterface, "ListModes") { [weak self] result in
      guard let self, owner == asked, case .success(let values) = result, let modes = values.first else { return }
      set(DoNotDisturb.makoInterface, DoNotDisturb.isMakoQuiet(modes))
      if departures == nil {
        departures = bus.watchDepartures { [weak self] in
          if let self, let owner { askOldMako(owner) }
        }
      }
    }
  }

  private static func isMakoQuiet(_ modes: BusValue) -> Bool {
    modes.array?.contains { $0.string == "do-not-disturb" || $0.string == "dnd" } ?? false
  }

  private func ask(_ source: Source, _ asked: String) {
    bus.call(
      asked, source.path, DoNotDisturb.properties, "Get", [.string(source.interface), .string(source.property)]
    ) { [weak self] result in
      guard let self, owner == asked else { return }
      // Most servers know only one of these: an error is "no".
      if case .success(let values) = result, let value = values.first {
        set(source.interface, source.isOn(value))
      } else if source.path == DoNotDisturb.makoPath {
        askOldMako(asked)
      }
    }
  }

  private func take(_ signal: BusSignal) {
    guard signal.sender == owner, let interface = signal.arguments.first?.string, signal.arguments.count > 1,
      let source = DoNotDisturb.sources.first(where: { $0.interface == interface && $0.path == signal.path })
    else { return }
    if let value = signal.arguments[1].dictionary?[source.property] { return set(interface, source.isOn(value)) }
    let invalidated = signal.arguments.count > 2 ? signal.arguments[2].array ?? [] : []
    if invalidated.contains(where: { $0.string == source.property }), let owner { ask(source, owner) }
  }

  private func set(_ dialect: String, _ on: Bool) {
    if on { active.insert(dialect) } else { active.remove(dialect) }
    update()
  }

  private func update() {
    guard isOn == active.isEmpty else { return }
    isOn = !active.isEmpty
    changed(isOn)
  }
}
