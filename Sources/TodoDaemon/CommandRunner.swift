import Linux
import Systemd

/// Runs the commands of `OnRemind=` and `Open=`: as a transient unit where todod is a service, whose seccomp filter a
/// child would inherit and so have no network; elsewhere as a child. The loop never waits for it.
///
/// Not Sendable on purpose: it belongs to the loop's thread.
final class CommandRunner {
  /// Told how each run of the command of `OnRemind=` ended: what was wrong, or nil.
  var ended: (_ fault: String?) -> Void = { _ in }
  /// Told of what else went wrong.
  var failed: (_ words: String) -> Void = { _ in }

  private let loop: EventLoop
  private let bus: UserBus
  private let environment: [String: String]
  private var children: [Int: RunningCommand] = [:]
  private var units: [Int: RunningUnit] = [:]
  /// Those of `OnRemind=` among them.
  private var reminding: Set<Int> = []
  private var waiting: [(command: [String], input: [UInt8])] = []
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
    while reminding.count < CommandRunner.atOnce, !waiting.isEmpty {
      let (command, input) = waiting.removeFirst()
      if waiting.isEmpty { isFull = false }
      start(command, input)
    }
  }

  /// Starts a program that has no end to wait for, such as an editor: a child of a service would have its limits, and
  /// would end with it.
  func open(_ command: [String]) {
    guard !command.isEmpty else { return }
    start(command, nil)
  }

  /// - Parameter input: nil for a program that is opened.
  private func start(_ command: [String], _ input: [UInt8]?) {
    count += 1
    let number = count
    if input != nil { reminding.insert(number) }
    guard let unit = unit(number, of: command, isOpened: input == nil) else {
      return startChild(number, command, input)
    }
    do throws(SystemError) {
      let running = try RunningUnit(loop, bus: bus, unit, input: input)
      units[number] = running
      running.ended = { [weak self] ending in
        guard let self else { return }
        units[number] = nil
        if units.isEmpty { UserManager.call(bus, "Unsubscribe") { _ in } }
        guard case .notStarted(let words) = ending else { return end(number, command, ending) }
        startChild(number, command, input, insteadOfUnit: words)
      }
    } catch {
      startChild(number, command, input, insteadOfUnit: error.description)
    }
  }

  /// Nil where todod is no service, or there is no such program.
  private func unit(_ number: Int, of command: [String], isOpened: Bool) -> TransientUnit? {
    // Set by systemd for every process of a service.
    guard let invocation = environment["INVOCATION_ID"], !invocation.isEmpty, let name = command.first,
      let program = Environment.program(name, in: environment)
    else { return nil }
    return TransientUnit(
      name: "todod-\(isOpened ? "open" : "remind")-\(invocation.prefix(12))-\(number).service",
      command: [program] + command.dropFirst(), seconds: isOpened ? nil : deadline)
  }

  private func startChild(_ number: Int, _ command: [String], _ input: [UInt8]?, insteadOfUnit words: String) {
    failed("\(command[0]) could not be started by the user manager: \(words)")
    startChild(number, command, input)
  }

  private func startChild(_ number: Int, _ command: [String], _ input: [UInt8]?) {
    do throws(SystemError) {
      let running = try RunningCommand(
        loop, command, input, environment: environment, seconds: input == nil ? nil : deadline)
      children[number] = running
      running.ended = { [weak self] ending in
        self?.children[number] = nil
        self?.end(number, command, ending)
      }
    } catch {
      end(number, command, .notStarted(error.description))
    }
  }

  private func end(_ number: Int, _ command: [String], _ ending: CommandEnding) {
    let fault = ending.fault(of: command, seconds: deadline)
    guard reminding.remove(number) != nil else {
      if let fault { failed(fault) }
      return
    }
    ended(fault)
    startWaiting()
  }
}
