/// Cuts a stream of bytes into lines, whatever pieces it arrives in.
///
/// "Need more" is nil, "bad" is thrown. A line comes without its LF and without one CR before it. The slice handed out
/// shares the framer's storage: appending while one is held costs a copy of what is buffered, never a wrong byte.
package struct LineFramer: Sendable {
  /// The protocol's `max-line`: bytes of a request without its line end.
  package static let maximumRequest = 8192

  private var buffer: [UInt8] = []
  /// Where the first line that was not handed out begins.
  private var start = 0
  /// Everything from `start` to here is known to hold no LF, so that no byte is looked at twice.
  private var searched = 0
  private let maximum: Int

  package init(maximumLine: Int = LineFramer.maximumRequest) { maximum = maximumLine }

  /// The last line is not whole: a peer that stays silent now is stuck in the middle of one.
  package var hasPartialLine: Bool { start < buffer.count }

  /// Bytes held, for limits on memory.
  package var bufferedCount: Int { buffer.count - start }

  package mutating func append(_ bytes: [UInt8]) {
    makeRoom()
    buffer.append(contentsOf: bytes)
  }

  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    makeRoom()
    buffer.append(contentsOf: bytes)
  }

  /// Takes the next whole line out; nil until more bytes come.
  ///
  /// Throws for a line over the limit, also before its end has come, and then again at every call: what follows such a
  /// line cannot be trusted.
  package mutating func next() throws(LineTooLong) -> ArraySlice<UInt8>? {
    guard let newline = buffer.firstIndex(ofByte: UInt8(ascii: "\n"), from: searched) else {
      searched = buffer.count
      // One more than the limit may be the CR of a line that just fits.
      guard buffer.count - start - 1 <= maximum else { throw LineTooLong(limit: maximum) }
      return nil
    }
    var end = newline
    if end > start, buffer[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    guard end - start <= maximum else { throw LineTooLong(limit: maximum) }
    defer {
      start = newline + 1
      searched = start
    }
    return buffer[start..<end]
  }

  /// Drops what was handed out, once that is at least half of all: each byte moves once on average.
  private mutating func makeRoom() {
    guard start > 0 else { return }
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: true)
    } else {
      guard start >= buffer.count / 2 else { return }
      buffer.removeSubrange(0..<start)
    }
    searched -= start
    start = 0
  }
}

/// A line longer than the side that reads it allows.
package struct LineTooLong: Error, Hashable {
  /// Bytes without the line end.
  package let limit: Int

  package init(limit: Int) { self.limit = limit }
}
