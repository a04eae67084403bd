import Linux
import Systemd
import TodoCore

/// One running notify-send: it shows one popup and lives as long as that.
///
/// Not Sendable on purpose: it belongs to the loop's thread. Whoever starts it keeps it until it has ended, for the
/// child must be reaped.
final class NotifySend {
  enum Event {
    /// The notification server's id; 0 where it gave none.
    case id(UInt32)
    /// A button was pressed.
    case action(String)
    /// It is gone and reaped; nothing follows.
    case ended(ChildProcess.Ending)
    /// The time asked for by `remind(after:)` is over.
    case alarm
  }

  let popup: Popup
  /// What it was told to replace; 0 for nothing.
  let replaced: UInt32
  /// The first id it said.
  private(set) var serverID: UInt32?
  /// Told from the loop, never from within `init`.
  var heard: (Event) -> Void = { _ in }

  private let child: ChildProcess
  private var sources: [EventSource] = []
  private var outputSource: IOSource?
  private var errorSource: IOSource?
  private var timer: TimeSource?
  private var output: [UInt8] = []
  private var errors: [UInt8] = []

  init(
    _ loop: EventLoop, _ program: String, _ popup: Popup, replacing replaced: UInt32, withActions: Bool, isMarkup: Bool,
    environment: [String: String]
  ) throws(SystemError) {
    self.popup = popup
    self.replaced = replaced
    let arguments = NotifySend.arguments(popup, replacing: replaced, withActions: withActions, isMarkup: isMarkup)
    // On a terminal the id comes at once; on a pipe it would come at the end.
    child = try ChildProcess(
      [program] + arguments, environment: NotifySend.environment(from: environment), input: .null, output: .terminal,
      errors: .pipe, ownSession: true)
    do throws(SystemError) { try watch(loop) } catch {
      (outputSource, errorSource) = (nil, nil)
      try? child.send(.kill)
      _ = try? child.wait(milliseconds: 1000)
      throw error
    }
  }

  func send(_ signal: Signal) {
    // Gone already: its end is being told.
    try? child.send(signal)
  }

  /// Asks for an `alarm`, in place of one asked for before.
  func remind(after milliseconds: Int64) { try? timer?.set(Clock.monotonic() + milliseconds * 1000) }

  func forgetAlarm() { try? timer?.set(nil) }

  /// The first line of what it said on standard error, if any.
  var complaint: String? {
    let line = errors.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.first
    return line.map { String(String(decoding: $0, as: UTF8.self).prefix(200)) }
  }

  private func watch(_ loop: EventLoop) throws(SystemError) {
    timer = try loop.timer(.monotonic) { [weak self] _ in self?.heard(.alarm) }
    if let channel = child.output {
      outputSource = try loop.io(channel.descriptor, .readable) { [weak self] _ in self?.readOutput() }
    }
    if let channel = child.errors {
      errorSource = try loop.io(channel.descriptor, .readable) { [weak self] _ in self?.readErrors() }
    }
    sources = [
      try loop.child(child) { [weak self] ending in
        guard let self else { return }
        // Its last words may have come in the same turn.
        readErrors()
        readOutput()
        (outputSource, errorSource, timer) = (nil, nil, nil)
        heard(.ended(ending))
      }
    ]
  }

  private func readOutput() {
    while outputSource != nil {
      switch try? child.output?.read() {
      case .bytes(let bytes): output += bytes
      case .wouldBlock: return takeLines()
      // A terminal without a writer stays readable for ever.
      case .end, nil: outputSource = nil
      }
    }
    takeLines()
  }

  private func takeLines() {
    while let end = output.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: output[..<end], as: UTF8.self)
      output.removeSubrange(...end)
      if serverID == nil {
        guard let id = UInt32(line) else { continue }
        serverID = id
        heard(.id(id))
      } else if !line.isEmpty {
        heard(.action(line))
      }
    }
  }

  private func readErrors() {
    while errorSource != nil {
      switch try? child.errors?.read() {
      case .bytes(let bytes): errors += bytes.prefix(max(0, 4096 - errors.count))
      case .wouldBlock: return
      case .end, nil: errorSource = nil
      }
    }
  }

  /// The arguments after the program's name.
  static func arguments(
    _ popup: Popup, replacing replaced: UInt32, withActions: Bool, isMarkup: Bool
  ) -> [String] {
    var arguments = [
      "-a", "todod", "-i", popup.icon, "-h", "string:desktop-entry:todod", "-c", popup.category, "-u",
      popup.urgency.rawValue, "-p", "-w",
    ]
    if let sound = popup.sound { arguments += ["-h", "string:sound-name:\(sound)"] }
    if withActions { for action in popup.actions { arguments += ["-A", "\(action.name)=\(action.label)"] } }
    if replaced != 0 { arguments += ["-r", String(replaced)] }
    if popup.stays {
      arguments += ["-t", "0"]
    } else if let lifetime = popup.lifetime {
      arguments += ["-t", String(lifetime)]
    }
    // A summary may begin with `-`.
    return arguments + ["--", popup.summary, popup.bodyArgument(isMarkup: isMarkup)]
  }

  /// GLib reads its arguments in the locale's encoding, and a service has no locale: anything but ASCII would fail.
  private static func environment(from ours: [String: String]) -> [String: String] {
    var environment = Environment.forChildren(of: ours)
    environment["LC_ALL"] = "C.UTF-8"
    environment["LANGUAGE"] = nil
    return environment
  }
}
