package import Linux

extension EventLoop {
  /// Waits for the end of a child and reaps it.
  package func child(
    _ process: ChildProcess, priority: EventPriority = .normal,
    handler: @escaping (ChildProcess.Ending) -> Void
  ) throws(SystemError) -> IOSource {
    let once = Once()
    return try io(process.handle, .readable, priority: priority) { _ in
      // A pidfd stays readable: only the first look is news.
      guard !once.isDone, let ending = try? process.reap() else { return }
      once.isDone = true
      once.source?.isEnabled = false
      handler(ending)
    }.remembered(by: once)
  }

  /// Calls when the wall clock was set, or jumped by a resume from suspend.
  package func clockSteps(
    priority: EventPriority = .urgent, handler: @escaping () -> Void
  ) throws(SystemError) -> ClockStepSource {
    try ClockStepSource(self, priority, handler)
  }

  /// An inotify instance on this loop.
  package func inotify(
    priority: EventPriority = .normal, handler: @escaping (Inotify.Event) -> Void
  ) throws(SystemError) -> InotifySource {
    try InotifySource(self, priority, handler)
  }
}

private final class Once {
  var isDone = false
  weak var source: IOSource?
}

extension IOSource {
  fileprivate func remembered(by once: Once) -> IOSource {
    once.source = self
    return self
  }
}

/// A watch on steps of the wall clock, as long as it lives.
package final class ClockStepSource {
  private let descriptor: FileDescriptor
  private var source: IOSource?

  fileprivate init(
    _ loop: EventLoop, _ priority: EventPriority, _ handler: @escaping () -> Void
  ) throws(SystemError) {
    descriptor = try Clock.stepDescriptor()
    source = try loop.io(descriptor, .readable, priority: priority) { [weak self] _ in
      guard let self else { return }
      // If it cannot be armed again, this step is told all the same.
      do throws(SystemError) { try Clock.rearm(descriptor) } catch { source = nil }
      handler()
    }
  }

  // Before the descriptor is closed.
  deinit { source = nil }
}

/// Watches on files and directories, as long as it lives.
package final class InotifySource {
  private let inotify: Inotify
  private var source: IOSource?

  fileprivate init(
    _ loop: EventLoop, _ priority: EventPriority, _ handler: @escaping (Inotify.Event) -> Void
  ) throws(SystemError) {
    inotify = try Inotify()
    source = try loop.io(inotify.descriptor, .readable, priority: priority) { [weak self] _ in
      guard let self, let events = try? inotify.read() else { return }
      for event in events { handler(event) }
    }
  }

  // Before the descriptor is closed.
  deinit { source = nil }

  /// Watches what the path leads to; the same inode again gives the same watch, with the new kinds.
  package func add(_ path: String, _ kinds: Inotify.Kind) throws(SystemError) -> Inotify.Watch {
    try inotify.add(path, kinds)
  }

  /// Watches an open file, whatever its name is now.
  package func add(_ file: borrowing FileDescriptor, _ kinds: Inotify.Kind) throws(SystemError) -> Inotify.Watch {
    try inotify.add(file, kinds)
  }

  package func remove(_ watch: Inotify.Watch) { inotify.remove(watch) }

  /// Hands out now the events that have come, instead of when their turn comes.
  package func drain() throws(SystemError) -> [Inotify.Event] { try inotify.read() }

  /// Whether events have come that nobody has taken.
  package var hasEvents: Bool { inotify.hasEvents }
}
