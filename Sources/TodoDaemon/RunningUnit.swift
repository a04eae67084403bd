import Linux
import Systemd

/// A transient unit from its start to its end, as the user manager tells of it.
final class RunningUnit {
  var ended: (CommandEnding) -> Void = { _ in }
  private var match: BusMatch?
  private var timer: TimeSource?
  private var isOver = false
  /// What the manager last said of its process.
  private var said: [String: BusValue] = [:]

  /// The manager ends it before; whoever has not heard so by then has lost the bus.
  private static let grace: Int64 = 10

  /// - Parameter input: what is on its standard input.
  init(_ loop: EventLoop, bus: UserBus, _ unit: TransientUnit, input: [UInt8]?) throws(SystemError) {
    if let seconds = unit.seconds {
      let end = Clock.monotonic() + (seconds + RunningUnit.grace) * 1_000_000
      timer = try loop.timer(.monotonic, at: end) { [weak self] _ in self?.end(.unknown) }
    }
    match = bus.watchSignals(
      from: UserManager.name, path: unit.path, interface: "org.freedesktop.DBus.Properties",
      member: "PropertiesChanged"
    ) { [weak self] signal in self?.hear(signal.arguments) }
    // Else the manager tells nobody; it says so to who has asked before.
    UserManager.call(bus, "Subscribe") { _ in }
    let reply: (Result<[BusValue], BusError>) -> Void = { [weak self] result in
      guard case .failure(let error) = result else { return }
      self?.end(.notStarted(error.message))
    }
    if let input {
      // The message takes a copy of the descriptor with it.
      let file = try FileDescriptor.memory("todod-remind", input)
      unit.start(by: bus, input: file.raw, reply: reply)
    } else {
      unit.start(by: bus, input: nil, reply: reply)
    }
  }

  /// Of one change the manager tells what is so of the service first, then of the unit.
  private func hear(_ arguments: [BusValue]) {
    guard arguments.count > 1, let changed = arguments[1].dictionary else { return }
    said.merge(changed) { $1 }
    guard let state = changed["ActiveState"]?.string, state == "inactive" || state == "failed" else { return }
    // Before its start it is inactive too, with a job that waits.
    guard case .structure(let job)? = changed["Job"]?.content, job.first?.uint32 == 0 else { return }
    end(ending)
  }

  private var ending: CommandEnding {
    let result = said["Result"]?.string ?? "success"
    switch (said["ExecMainCode"]?.int32, said["ExecMainStatus"]?.int32) {
    case (1, let status?): return .process(.exited(status), isOverdue: false)
    case (2, let signal?), (3, let signal?): return .process(.signalled(signal), isOverdue: result == "timeout")
    default: return result == "success" ? .unknown : .other(result)
    }
  }

  private func end(_ ending: CommandEnding) {
    guard !isOver else { return }
    isOver = true
    (timer, match) = (nil, nil)
    ended(ending)
  }
}

/// systemd --user, as a service on the bus.
enum UserManager {
  static let name = "org.freedesktop.systemd1"

  static func call(
    _ bus: UserBus, _ member: String, _ arguments: [BusValue] = [],
    reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    bus.call(
      name, "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", member, arguments, reply: reply)
  }
}
