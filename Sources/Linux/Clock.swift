internal import CLinux
internal import Glibc

/// The kernel's clocks, in microseconds.
package enum Clock {
  /// Wall clock, since 1970-01-01T00:00:00Z.
  package static func realtime() -> Int64 { read(CLOCK_REALTIME) / 1000 }
  /// Wall clock in nanoseconds, for comparing with file times.
  package static func realtimeNanoseconds() -> Int64 { read(CLOCK_REALTIME) }
  /// Since boot, without time asleep; never set.
  package static func monotonic() -> Int64 { read(CLOCK_MONOTONIC) / 1000 }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    let result = clock_gettime(clock, &time)
    precondition(result == 0)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Whether something keeps the wall clock in time, such as NTP (adjtimex(2)); nil where the kernel does not say.
  package static var isSynchronized: Bool? {
    let answer = clinux_clock_is_synchronized()
    return answer < 0 ? nil : answer == 1
  }

  /// A timerfd that becomes readable when somebody sets the wall clock, also by resuming from suspend.
  package static func stepDescriptor() throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try retrying("timerfd") { clinux_clock_step_timer() })
  }

  /// Takes the news from the descriptor and arms it for the next step.
  package static func rearm(_ steps: borrowing FileDescriptor) throws(SystemError) {
    // The read says ECANCELED once per step: that is the news, already known.
    do throws(SystemError) { _ = try steps.read(atMost: 8) } catch  where error.code == ECANCELED {}
    let number = steps.raw
    try retrying("timerfd_settime") { clinux_clock_step_rearm(number) }
  }
}
