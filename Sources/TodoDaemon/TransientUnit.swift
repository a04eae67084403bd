import Linux
import Systemd

/// A service of the user manager that is made for one run of a program and forgotten after it (systemd-run(1)).
struct TransientUnit {
  var name: String
  /// By an absolute path.
  var command: [String]
  /// How long it may run; nil for as long as it likes, with whatever it starts.
  var seconds: Int64?

  /// Starts it with the descriptor `input` as its standard input (nil: none); the reply says whether the manager took it, not how it ended, which
  /// the manager logs.
  func start(by bus: UserBus, input: Int32?, reply: @escaping (Result<[BusValue], BusError>) -> Void) {
    bus.call(
      "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager",
      "StartTransientUnit",
      [
        .string(name), .string("fail"), .array(properties(input), of: "(sv)"), .array([], of: "(sa(sv))"),
      ], reply: reply)
  }

  private func properties(_ input: Int32?) -> [BusValue] {
    let arguments = BusValue.array(command.map { .string($0) }, of: "s")
    let start = BusValue.structure([.string(command[0]), arguments, .bool(false)])
    var all: [(String, BusValue)] = [
      ("Description", .string("A command of todod")),
      ("ExecStart", .array([start], of: "(sasb)")),
      // One that failed must not be kept for somebody to look at.
      ("CollectMode", .string("inactive-or-failed")),
      ("SyslogIdentifier", .string("todod-command")),
    ]
    if let input { all.append(("StandardInputFileDescriptor", .descriptor(input))) }
    if let seconds {
      all.append(("RuntimeMaxUSec", .uint64(UInt64(seconds) * 1_000_000)))
    } else {
      // xdg-open leaves the program behind that it started.
      all.append(("KillMode", .string("process")))
    }
    return all.map { .structure([.string($0.0), .variant($0.1)]) }
  }
}
