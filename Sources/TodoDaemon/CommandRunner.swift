import Linux
import Systemd

/// Runs the commands of `OnRemind=` and `Open=`: as a transient unit where todod is a service, whose seccomp filter a child would
/// inherit and so have no network; elsewhere as a child. The loop never waits for it.
///
/// Not Sendable on purpose: it belongs to the loop's thread.
final class CommandRunner {
  /// Told of what went wrong.
  var failed: (_ words: String) -> Void = { _ in }

  private let loop: EventLoop
  private let bus: UserBus
  private let environment: [String: String]
  private var running: [ObjectIdentifier: RunningCommand] = [:]
  private var waiting: [(command: [String], input: [UInt8])] = []
  private var opened: [ChildProcess] = []
  private var count = 0
  private var isFull = false

  /// Seconds that a command may take.
  private let deadline: Int64
  private static let atOnce = 4
  private static let queueLimit = 64

  init(_ loop: EventLoop, bus: UserBus, environment: [String: String], deadline: Int64 = 60) {
    self.loop = loop
    self.deadline = deadline
    self.bus = bus
    self.environment = environment
  }

  /// Starts the command as soon as fewer than some are running; where very many wait, it is left out and said so.
  func run(_ command: [String], _ input: [UInt8]) {
    guard !command.isEmpty else { return }
    guard waiting.count < CommandRunner.queueLimit else {
      if !isFull {
        failed("\(command[0]) is too slow: \(CommandRunner.queueLimit) runs of it wait, further ones are left out")
      }
      isFull = true
      return
    }
    waiting.append((command, input))
    startWaiting()
  }

  private func startWaiting() {
    while running.count < CommandRunner.atOnce, !waiting.isEmpty {
      let (command, input) = waiting.removeFirst()
      if waiting.isEmpty { isFull = false }
      start(command, input)
    }
  }

  /// Starts a program that has no end to wait for, such as an editor: a child of a service would have its limits, and
  /// would end with it.
  func open(_ command: [String]) {
    guard let unit = unit("open", of: command, seconds: nil) else { return openChild(command) }
    unit.start(by: bus, input: nil) { [weak self] result in
      guard case .failure(let error) = result else { return }
      self?.failed("\(command[0]) could not be started by the user manager: \(error.message)")
      self?.openChild(command)
    }
  }

  private func openChild(_ command: [String]) {
    opened = opened.filter { ((try? $0.reap()) ?? nil) == nil }
    do throws(SystemError) {
      opened.append(
        try ChildProcess(
          command, environment: Environment.forChildren(of: environment), input: .null, output: .null, errors: .null,
          ownSession: true))
    } catch {
      failed("\(command[0]) could not be started: \(error)")
    }
  }

  /// Nil where todod is no service, or there is no such program.
  private func unit(_ kind: String, of command: [String], seconds: Int64?) -> TransientUnit? {
    // Set by systemd for every process of a service.
    guard let invocation = environment["INVOCATION_ID"], !invocation.isEmpty, let name = command.first,
      let program = Environment.program(name, in: environment)
    else { return nil }
    count += 1
    return TransientUnit(
      name: "todod-\(kind)-\(invocation.prefix(12))-\(count).service", command: [program] + command.dropFirst(),
      seconds: seconds)
  }

  private func start(_ command: [String], _ input: [UInt8]) {
    guard let unit = unit("remind", of: command, seconds: deadline) else { return startChild(command, input) }
    do throws(SystemError) {
      // The message takes a copy of the descriptor with it.
      let file = try FileDescriptor.memory("todod-remind", input)
      unit.start(by: bus, input: file.raw) { [weak self] result in
        guard case .failure(let error) = result else { return }
        self?.failed("\(command[0]) could not be started by the user manager: \(error.message)")
        self?.startChild(command, input)
      }
    } catch {
      failed("\(command[0]) could not be started by the user manager: \(error)")
      startChild(command, input)
    }
  }

  private func startChild(_ command: [String], _ input: [UInt8]) {
    do throws(SystemError) {
      let started = try RunningCommand(loop, command, input, environment: environment, seconds: deadline)
      running[ObjectIdentifier(started)] = started
      started.ended = { [weak self, weak started] ending in
        guard let self, let started else { return }
        running[ObjectIdentifier(started)] = nil
        switch ending {
        case .exited(0): break
        case .exited(let code): failed("\(command[0]) ended with code \(code)")
        case .signalled(let number):
          let after = started.isOverdue ? " after \(deadline) s" : ""
          failed("\(command[0]) was ended by signal \(number)\(after)")
        }
        startWaiting()
      }
    } catch {
      failed("\(command[0]) could not be started: \(error)")
    }
  }
}

/// A child with a deadline.
private final class RunningCommand {
  private let child: ChildProcess
  private var source: IOSource?
  private var timer: TimeSource?
  private(set) var isOverdue = false
  var ended: (ChildProcess.Ending) -> Void = { _ in }

  init(
    _ loop: EventLoop, _ command: [String], _ input: [UInt8], environment: [String: String], seconds: Int64
  ) throws(SystemError) {
    let file = try FileDescriptor.memory("todod-remind", input)
    child = try ChildProcess(
      command, environment: Environment.forChildren(of: environment), input: .descriptor(file.raw), output: .null,
      errors: .inherited, ownSession: true)
    timer = try loop.timer(.monotonic, at: Clock.monotonic() + seconds * 1_000_000) { [weak self] _ in
      self?.isOverdue = true
      try? self?.child.send(.kill)
    }
    source = try loop.child(child) { [weak self] ending in
      self?.timer = nil
      self?.ended(ending)
    }
  }
}
