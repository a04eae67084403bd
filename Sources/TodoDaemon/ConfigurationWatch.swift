import Linux
import Systemd

/// Tells when the configuration was saved, or the machine's zone is another. Every event is a hint.
final class ConfigurationWatch {
  enum Event {
    case configuration, zone
  }

  private let loop: EventLoop
  private var inotify: InotifySource?
  private var settle: TimeSource?
  private var names: [Inotify.Watch: String] = [:]
  private let path: String
  private var seen: [UInt8]?

  /// - Parameter zone: `/etc/localtime` counts; it does not where TZ is set.
  init(_ loop: EventLoop, path: String, zone: Bool, handler: @escaping (Event) -> Void) throws(SystemError) {
    self.loop = loop
    self.path = path
    seen = read()
    settle = try loop.timer(.monotonic) { [weak self] _ in
      guard let self, self.hasChanged() else { return }
      handler(.configuration)
    }
    inotify = try loop.inotify { [weak self] event in
      guard let self, let watch = event.watch, let name = self.names[watch], event.name == name else { return }
      if name == "localtime" {
        handler(.zone)
      } else {
        try? self.settle?.set(Clock.monotonic() + ConfigurationWatch.quiet)
      }
    }
    watch(Path.directory(of: path), Path.name(of: path))
    if zone { watch("/etc", "localtime") }
  }

  /// A directory that is not there has no configuration to be saved: `reload` reads it anyway.
  private func watch(_ directory: String, _ name: String) {
    guard let watch = try? inotify?.add(directory, [.created, .movedTo, .closedAfterWriting]) else { return }
    names[watch] = name
  }

  private func hasChanged() -> Bool {
    let now = read()
    defer { seen = now }
    return now != seen
  }

  private func read() -> [UInt8]? {
    try? FileDescriptor.open(path, .reading).readAll(limit: 1 << 20)
  }

  /// In microseconds.
  private static let quiet: Int64 = 100_000
}
