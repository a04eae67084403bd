internal import CSystemd
package import Linux

/// Something the loop waits for. It is waited for as long as this value lives.
package class EventSource {
  /// nil until registered.
  fileprivate(set) final var handle: OpaquePointer?

  init() {}

  deinit {
    // Safe inside its own handler too: sd-event holds a source while it is dispatched.
    if let handle { sd_event_source_disable_unref(handle) }
  }

  /// Registers it by a call that gives the source and its result.
  final func register(
    _ call: String, _ priority: EventPriority, _ body: (inout OpaquePointer?, UnsafeMutableRawPointer) -> Int32
  ) throws(SystemError) {
    try checked(call, body(&handle, Unmanaged.passUnretained(self).toOpaque()))
    try checked("sd_event_source_set_priority", sd_event_source_set_priority(handle, priority.rawValue))
  }

  /// Whether it is waited for.
  package final var isEnabled: Bool {
    get { sd_event_source_get_enabled(handle, nil) > 0 }
    set { set(newValue ? SD_EVENT_ON : SD_EVENT_OFF) }
  }

  final func set(_ state: some BinaryInteger) {
    let result = sd_event_source_set_enabled(handle, Int32(state))
    precondition(result >= 0 || result == -116, "the source is registered")
  }

  /// The source behind the pointer that sd-event hands back.
  ///
  /// Only its handler may be kept while that runs: a source that its owner drops there has to leave the loop at once. If it
  /// left after the handler, and its descriptor was closed before, the loop would still hear of what a child that is
  /// just being started has open too, and of a source that is no more.
  static func from(_ pointer: UnsafeMutableRawPointer?) -> Self? {
    guard let pointer else { return nil }
    return Unmanaged<Self>.fromOpaque(pointer).takeUnretainedValue()
  }
}

/// What a descriptor is ready for.
package struct Readiness: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let readable = Readiness(rawValue: 0x001)
  package static let writable = Readiness(rawValue: 0x004)
  /// Told unasked.
  package static let failed = Readiness(rawValue: 0x008)
  /// Both directions are closed. Told unasked.
  package static let hungUp = Readiness(rawValue: 0x010)
  /// The peer writes no more.
  package static let peerClosed = Readiness(rawValue: 0x2000)
}

/// A descriptor that is waited for.
package final class IOSource: EventSource {
  fileprivate let handler: (Readiness) -> Void

  fileprivate init(_ handler: @escaping (Readiness) -> Void) { self.handler = handler }

  /// Changes what it waits for.
  package func wait(for events: Readiness) throws(SystemError) {
    try checked("sd_event_source_set_io_events", sd_event_source_set_io_events(handle, events.rawValue))
  }
}

extension EventLoop {
  /// Waits for a descriptor, level-triggered. The source must be dropped before the descriptor is closed.
  package func io(
    _ descriptor: borrowing FileDescriptor, _ events: Readiness, priority: EventPriority = .normal,
    handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> IOSource {
    let source = IOSource(handler)
    let number = descriptor.raw
    try source.register("sd_event_add_io", priority) { pointer, userdata in
      sd_event_add_io(
        handle, &pointer, number, events.rawValue,
        { _, _, events, userdata in
          let handler = IOSource.from(userdata)?.handler
          handler?(Readiness(rawValue: events))
          return 0
        }, userdata)
    }
    return source
  }
}

/// A time that is waited for, again and again as it is set.
package final class TimeSource: EventSource {
  fileprivate let handler: (Int64) -> Void

  fileprivate init(_ handler: @escaping (Int64) -> Void) { self.handler = handler }

  /// Waits for an instant of the timer's clock, in microseconds; one in the past fires at once, nil never.
  package func set(_ microseconds: Int64?) throws(SystemError) {
    guard let microseconds else { return set(SD_EVENT_OFF) }
    try checked("sd_event_source_set_time", sd_event_source_set_time(handle, UInt64(max(0, microseconds))))
    set(SD_EVENT_ONESHOT)
  }
}

extension EventLoop {
  package enum TimerClock: Sendable {
    /// The wall clock: follows when somebody sets it.
    case realtime
    /// Since boot, without time asleep.
    case monotonic
  }

  /// A timer that fires once per `set`; the handler gets the instant it was set to.
  ///
  /// - Parameter accuracy: how much later it may fire, in microseconds.
  package func timer(
    _ clock: TimerClock, at microseconds: Int64? = nil, accuracy: Int64 = 1000, priority: EventPriority = .normal,
    handler: @escaping (Int64) -> Void
  ) throws(SystemError) -> TimeSource {
    let source = TimeSource(handler)
    try source.register("sd_event_add_time", priority) { pointer, userdata in
      sd_event_add_time(
        handle, &pointer, clock == .realtime ? 0 : 1, UInt64(max(0, microseconds ?? 0)), UInt64(max(1, accuracy)),
        { _, time, userdata in
          let handler = TimeSource.from(userdata)?.handler
          handler?(Int64(clamping: time))
          return 0
        }, userdata)
    }
    source.set(microseconds == nil ? SD_EVENT_OFF : SD_EVENT_ONESHOT)
    return source
  }
}

/// A source whose handler needs to know nothing.
package final class PlainSource: EventSource {
  fileprivate let handler: () -> Void

  fileprivate init(_ handler: @escaping () -> Void) { self.handler = handler }

  /// Calls the handler of a deferred source once, when its turn comes; several calls before that are one.
  package func wake() { set(SD_EVENT_ONESHOT) }
}

extension EventLoop {
  /// Takes a signal, which is blocked for this thread from now on.
  package func signal(
    _ signal: Signal, priority: EventPriority = .urgent, handler: @escaping () -> Void
  ) throws(SystemError) -> PlainSource {
    try signal.block()
    let source = PlainSource(handler)
    try source.register("sd_event_add_signal", priority) { pointer, userdata in
      sd_event_add_signal(
        handle, &pointer, signal.number,
        { _, _, userdata in
          let handler = PlainSource.from(userdata)?.handler
          handler?()
          return 0
        }, userdata)
    }
    return source
  }

  /// Work for the end of a turn: `wake` has the handler called once everything of a higher priority is done.
  package func deferred(
    priority: EventPriority = .late, handler: @escaping () -> Void
  ) throws(SystemError) -> PlainSource {
    let source = PlainSource(handler)
    try source.register("sd_event_add_defer", priority) { pointer, userdata in
      sd_event_add_defer(
        handle, &pointer,
        { _, userdata in
          let handler = PlainSource.from(userdata)?.handler
          handler?()
          return 0
        }, userdata)
    }
    source.isEnabled = false
    return source
  }
}
