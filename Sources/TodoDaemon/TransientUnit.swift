import Linux
import Systemd

/// A service of the user manager that is made for one run of a program and forgotten after it (systemd-run(1)).
struct TransientUnit {
  var name: String
  /// By an absolute path.
  var command: [String]
  /// How long it may run; nil for as long as it likes, with whatever it starts.
  var seconds: Int64?

  /// Starts it with the descriptor `input` as its standard input (nil: none); the reply says whether the manager took
  /// it, not how it ended: see `RunningUnit`.
  func start(by bus: UserBus, input: Int32?, reply: @escaping (Result<[BusValue], BusError>) -> Void) {
    UserManager.call(
      bus, "StartTransientUnit",
      [.string(name), .string("fail"), .array(properties(input), of: "(sv)"), .array([], of: "(sa(sv))")],
      reply: reply)
  }

  /// Its object on the bus: what is neither letter nor digit stands there as `_2d`.
  var path: String {
    let label = name.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        String(Unicode.Scalar(byte))
      default: "_\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
      }
    }
    return "/org/freedesktop/systemd1/unit/\(label.joined())"
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
