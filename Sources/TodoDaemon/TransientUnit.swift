import Linux
import Systemd

/// A service of the user manager that is made for one run of a program and forgotten after it (systemd-run(1)).
struct TransientUnit {
  var name: String
  /// By an absolute path.
  var command: [String]
  /// How long it may run.
  var seconds: Int64

  /// Starts it with `input` as its standard input; the reply says whether the manager took it, not how it ended, which
  /// the manager logs.
  func start(by bus: UserBus, input: borrowing FileDescriptor, reply: @escaping (Result<[BusValue], BusError>) -> Void)
  {
    bus.call(
      "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager",
      "StartTransientUnit",
      [
        .string(name), .string("fail"), .array(properties(input.raw), of: "(sv)"), .array([], of: "(sa(sv))"),
      ], reply: reply)
  }

  private func properties(_ input: Int32) -> [BusValue] {
    let arguments = BusValue.array(command.map { .string($0) }, of: "s")
    let start = BusValue.structure([.string(command[0]), arguments, .bool(false)])
    let all: [(String, BusValue)] = [
      ("Description", .string("OnRemind= of todod")),
      ("ExecStart", .array([start], of: "(sasb)")),
      ("StandardInputFileDescriptor", .descriptor(input)),
      ("RuntimeMaxUSec", .uint64(UInt64(seconds) * 1_000_000)),
      // One that failed must not be kept for somebody to look at.
      ("CollectMode", .string("inactive-or-failed")),
      ("SyslogIdentifier", .string("todod-remind")),
    ]
    return all.map { .structure([.string($0.0), .variant($0.1)]) }
  }
}
