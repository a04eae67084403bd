import Linux
import Systemd

/// How a command came to its end.
enum CommandEnding {
  case process(ChildProcess.Ending, isOverdue: Bool)
  /// In a word of the user manager.
  case other(String)
  /// It never ran.
  case notStarted(String)
  /// Nobody said; it cannot run any more.
  case unknown

  /// What was wrong; nil if nothing was, or nobody knows.
  func fault(of command: [String], seconds: Int64) -> String? {
    let name = command.first ?? ""
    return switch self {
    case .process(.exited(0), _), .unknown: nil
    case .process(.exited(let code), _): "\(name) ended with code \(code)"
    case .process(.signalled(let number), let isOverdue):
      "\(name) was ended by signal \(number)\(isOverdue ? " after \(seconds) s" : "")"
    case .other(let word): "\(name) ended badly: \(word)"
    case .notStarted(let words): "\(name) could not be started: \(words)"
    }
  }
}

/// A child, perhaps with a deadline.
final class RunningCommand {
  private let child: ChildProcess
  private var source: IOSource?
  private var timer: TimeSource?
  private var isOverdue = false
  var ended: (CommandEnding) -> Void = { _ in }

  /// - Parameter input: what is on its standard input; nil for a program that is opened, whose words nobody wants.
  init(
    _ loop: EventLoop, _ command: [String], _ input: [UInt8]?, environment: [String: String], seconds: Int64?
  ) throws(SystemError) {
    let environment = Environment.forChildren(of: environment)
    if let input {
      let file = try FileDescriptor.memory("todod-remind", input)
      child = try ChildProcess(
        command, environment: environment, input: .descriptor(file.raw), output: .null, errors: .inherited,
        ownSession: true)
    } else {
      child = try ChildProcess(
        command, environment: environment, input: .null, output: .null, errors: .null, ownSession: true)
    }
    if let seconds {
      timer = try loop.timer(.monotonic, at: Clock.monotonic() + seconds * 1_000_000) { [weak self] _ in
        self?.isOverdue = true
        try? self?.child.send(.kill)
      }
    }
    source = try loop.child(child) { [weak self] ending in
      guard let self else { return }
      timer = nil
      ended(.process(ending, isOverdue: isOverdue))
    }
  }
}
