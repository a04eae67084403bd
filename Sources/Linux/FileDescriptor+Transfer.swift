internal import CLinux
internal import Glibc

/// What one read gave.
package enum Reading: Equatable, Sendable {
  case bytes([UInt8])
  /// Nothing now: wait until the descriptor is readable.
  case wouldBlock
  case end
}

/// What one write took.
package enum Writing: Equatable, Sendable {
  /// So many bytes, perhaps fewer than offered.
  case wrote(Int)
  /// Nothing now: wait until the descriptor is writable.
  case wouldBlock
}

extension FileDescriptor {
  /// Reads what is there, at most `limit` bytes.
  package borrowing func read(atMost limit: Int = 65_536) throws(SystemError) -> Reading {
    let number = raw
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      do throws(SystemError) {
        count = try retrying("read") { Glibc.read(number, buffer.baseAddress, limit) }
      } catch {
        failure = error
      }
    }
    if let failure {
      if failure.isWouldBlock { return .wouldBlock }
      throw failure
    }
    return bytes.isEmpty ? .end : .bytes(bytes)
  }

  /// Writes as much as goes in now. A closed reader is EPIPE, never a signal, once SIGPIPE is ignored.
  package borrowing func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Writing {
    let number = raw
    do throws(SystemError) {
      return .wrote(
        try retrying("write") { bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) } })
    } catch {
      if error.isWouldBlock { return .wouldBlock }
      throw error
    }
  }

  /// Writes everything, waiting where the descriptor does not take it at once.
  package borrowing func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch try write(rest) {
      case .wrote(let count): rest = rest.dropFirst(count)
      case .wouldBlock: _ = try wait(for: .writing, milliseconds: -1)
      }
    }
  }

  /// What to wait for.
  package enum Direction: Sendable { case reading, writing }

  /// Waits until reading or writing goes on or has failed; false after `milliseconds` (-1: no limit).
  package borrowing func wait(for direction: Direction, milliseconds: Int32) throws(SystemError) -> Bool {
    var entry = pollfd(fd: raw, events: Int16(direction == .reading ? POLLIN : POLLOUT), revents: 0)
    let end = milliseconds < 0 ? 0 : Clock.monotonic() + Int64(milliseconds) * 1000
    var left = milliseconds
    while true {
      let result = poll(&entry, 1, left)
      if result >= 0 { return result > 0 }
      if errno != EINTR { throw .last("poll") }
      if milliseconds >= 0 { left = Int32(max(0, (end - Clock.monotonic() + 999) / 1000)) }
    }
  }

  /// Reads on to the end, at most `limit` bytes (else EFBIG), waiting as long as it takes; a pipe's too.
  package borrowing func readToEnd(limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    reading: while bytes.count <= limit {
      switch try read() {
      case .bytes(let part): bytes += part
      case .wouldBlock: _ = try wait(for: .reading, milliseconds: -1)
      case .end: break reading
      }
    }
    if bytes.count > limit { throw SystemError(EFBIG, "read") }
    return bytes
  }

  /// Reads from the start to the end of a file; EFBIG when it holds more than `limit` bytes.
  ///
  /// By pread(2): the position is not moved, and a descriptor that stays open can be read again.
  package borrowing func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    let number = raw
    var capacity = min(max(0, Int(try status().stamp.size)), limit) + 1
    var bytes: [UInt8] = []
    while true {
      var failure: SystemError?
      let start = bytes.count
      let room = capacity
      let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        do throws(SystemError) {
          count = try retrying("read") { pread(number, buffer.baseAddress, room, off_t(start)) }
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      if part.isEmpty { return bytes }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      if bytes.count > limit { throw SystemError(EFBIG, "read") }
      // The size was known: what is left is one short look at the end.
      capacity = min(65_536, limit - bytes.count + 1)
    }
  }

  /// Whether a file holds these bytes and no others: as `readAll`, in pieces that stay in the processor's cache.
  package borrowing func holds(_ bytes: [UInt8]) throws(SystemError) -> Bool {
    guard try status().stamp.size == bytes.count else { return false }
    let number = raw
    var done = 0
    var failure: SystemError?
    let isSame = bytes.withUnsafeBytes { known in
      withUnsafeTemporaryAllocation(byteCount: Self.piece, alignment: 16) { piece in
        do throws(SystemError) {
          while true {
            let count = try retrying("read") { pread(number, piece.baseAddress, Self.piece, off_t(done)) }
            guard count > 0 else { return done == known.count }
            guard done + count <= known.count, let read = piece.baseAddress,
              let expected = known.baseAddress?.advanced(by: done), memcmp(read, expected, count) == 0
            else { return false }
            done += count
          }
        } catch {
          failure = error
          return false
        }
      }
    }
    if let failure { throw failure }
    return isSame
  }

  private static var piece: Int { 65_536 }

  /// Puts the bytes in place of all that the file holds, in the same inode.
  package borrowing func overwrite(with bytes: [UInt8]) throws(SystemError) {
    let number = raw
    var done = 0
    while done < bytes.count {
      done += try retrying("write") {
        bytes.withUnsafeBytes { pwrite(number, $0.baseAddress?.advanced(by: done), $0.count - done, off_t(done)) }
      }
    }
    try retrying("ftruncate") { ftruncate(number, off_t(bytes.count)) }
  }

  /// Makes sure of room for so many bytes, without changing what the file holds; nothing where that cannot be asked.
  package borrowing func reserve(_ size: Int) throws(SystemError) {
    let number = raw
    do throws(SystemError) { try retrying("fallocate") { clinux_reserve(number, Int64(size)) } } catch {
      if !error.isUnsupported { throw error }
    }
  }

  /// Lets the kernel begin to write to the disk now, without waiting; `sync` has less to wait for then.
  package borrowing func beginWriting() { clinux_begin_writing(raw) }

  /// Waits until the bytes are on the disk (fsync(2)).
  package borrowing func sync() throws(SystemError) {
    let number = raw
    try retrying("fsync") { fsync(number) }
  }
}
