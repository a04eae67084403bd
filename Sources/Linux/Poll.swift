internal import Glibc

/// Waits for several descriptors at once (poll(2)).
package enum Poll {
  /// The descriptors of which one can be read or has ended, and those of `ends` whose other end is gone.
  ///
  /// Empty after `milliseconds` (-1: no limit), and when a signal that is not blocked came.
  package static func wait(
    reading: [Int32], ends: [Int32], milliseconds: Int32
  ) throws(SystemError) -> Set<Int32> {
    var entries = reading.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // Without an event asked for, poll tells of errors and hang-ups alone.
    entries += ends.map { pollfd(fd: $0, events: 0, revents: 0) }
    let result = poll(&entries, nfds_t(entries.count), milliseconds)
    if result < 0, errno != EINTR { throw .last("poll") }
    return result <= 0 ? [] : Set(entries.filter { $0.revents != 0 }.map(\.fd))
  }
}
