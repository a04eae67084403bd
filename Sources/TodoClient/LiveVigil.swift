import Linux
import TodoProtocol

/// The real world of a command that goes on for ever: one poll(2) over socket, keys, signals and the output's reader.
final class LiveVigil {
  private let path: String
  private var session: Session?
  private let signals: SignalDescriptor?
  private var hasKeys: Bool
  private var mode: TerminalMode?
  /// Watches the directory of a socket that is not there.
  private var directory: Inotify?

  private init(_ path: String, _ signals: SignalDescriptor?, hasKeys: Bool) {
    self.path = path
    self.signals = signals
    self.hasKeys = hasKeys
  }

  /// - Parameter isFullScreen: signals and keys come as wakes, so that the terminal can be put back first.
  static func open(_ path: String, isFullScreen: Bool) -> Vigil? {
    // A reader that goes is an error of a write, and a wake, never a death.
    Signal.pipe.ignore()
    var signals: SignalDescriptor?
    if isFullScreen {
      signals = try? SignalDescriptor([.windowChange, .interrupt, .terminate, .hangup, .suspend])
      guard signals != nil else { return nil }
    }
    let live = LiveVigil(path, signals, hasKeys: isFullScreen && Standard.input.isTerminal)
    return Vigil(
      connect: { () throws(Problem) in try live.connect() },
      send: { (requests) throws(Problem) in try live.session?.send(requests) },
      wait: live.wait, size: { Standard.output.windowSize }, takeKeys: live.takeKeys,
      stop: { Signal.stop.raise() }, uptime: { Clock.monotonic() / 1000 })
  }

  private func connect() throws(Problem) {
    session = nil
    do throws(Problem) {
      session = try Session.connect(path)
    } catch {
      watchDirectory()
      // What came into being before the directory was watched nobody tells of.
      session = try Session.connect(path)
    }
    directory = nil
  }

  /// The directory of the socket, or the nearest there is above it.
  private func watchDirectory() {
    guard let inotify = try? Inotify() else { return }
    var place = Path.directory(of: path)
    while (try? inotify.add(place, [.created, .movedTo])) == nil, place != "/", place != "." {
      place = Path.directory(of: place)
    }
    directory = consume inotify
  }

  private func takeKeys(_ takes: Bool) {
    if takes, hasKeys, mode == nil { mode = .keys(of: .input) }
    guard !takes else { return }
    mode?.restore()
    mode = nil
  }

  private func wait(_ milliseconds: Int32?) -> Vigil.Wake {
    var reading: [Int32] = []
    if let session { reading.append(session.descriptor) }
    if let raw = signals?.descriptor.raw { reading.append(raw) }
    if mode != nil { reading.append(Standard.input.rawValue) }
    if session == nil, let raw = directory?.descriptor.raw { reading.append(raw) }
    let ready: Set<Int32>
    do throws(SystemError) {
      ready = try Poll.wait(
        reading: reading, ends: [Standard.output.rawValue], milliseconds: milliseconds ?? -1)
    } catch {
      return .lost(Problem(.internal, "waiting failed: \(error.text)"))
    }
    return wake(ready)
  }

  /// Of several that are ready the one that people wait for first; the others are found by the next wait.
  private func wake(_ ready: Set<Int32>) -> Vigil.Wake {
    if let raw = signals?.descriptor.raw, ready.contains(raw), let signal = signals?.take() { return .signal(signal) }
    if mode != nil, ready.contains(Standard.input.rawValue) {
      guard let keys = try? Standard.input.readSome(), !keys.isEmpty else {
        // The terminal is gone; its signal follows.
        hasKeys = false
        takeKeys(false)
        return .timeUp
      }
      return .keys(keys)
    }
    if ready.contains(Standard.output.rawValue) { return .readerGone }
    if let session, ready.contains(session.descriptor) {
      do throws(Problem) { return .said(try session.arrived()) } catch {
        self.session = nil
        return .lost(error)
      }
    }
    if let raw = directory?.descriptor.raw, ready.contains(raw) {
      _ = try? directory?.read()
      return .appeared
    }
    return .timeUp
  }
}
