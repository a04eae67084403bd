internal import CLinux
internal import Glibc

/// The three streams a process is born with; never closed.
package enum Standard: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Columns and rows of the terminal; nil where there is none.
  package var windowSize: (columns: Int, rows: Int)? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard clinux_window_size(rawValue, &columns, &rows) == 0, columns > 0 else { return nil }
    return (Int(columns), Int(rows))
  }

  /// Writes everything, waiting as long as it takes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    let stream = FileDescriptor(owning: rawValue)
    do throws(SystemError) { try stream.writeAll(bytes) } catch {
      _ = stream.release()
      throw error
    }
    _ = stream.release()
  }

  /// Reads to the end, at most `limit` bytes (else EFBIG), waiting as long as it takes.
  package func readToEnd(limit: Int) throws(SystemError) -> [UInt8] {
    let stream = FileDescriptor(owning: rawValue)
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try stream.readToEnd(limit: limit) } catch {
      _ = stream.release()
      throw error
    }
    _ = stream.release()
    return bytes
  }

  /// One read of what has come, waiting if nothing has; empty at the end.
  package func readSome() throws(SystemError) -> [UInt8] {
    let stream = FileDescriptor(owning: rawValue)
    do throws(SystemError) {
      let reading = try stream.read(atMost: 1024)
      _ = stream.release()
      guard case .bytes(let bytes) = reading else { return [] }
      return bytes
    } catch {
      _ = stream.release()
      throw error
    }
  }

  /// Device and inode of what the stream goes to.
  package var identity: (device: UInt64, inode: UInt64)? {
    var about = stat()
    guard fstat(rawValue, &about) == 0 else { return nil }
    return (UInt64(about.st_dev), UInt64(about.st_ino))
  }
}

/// How many columns text takes on a terminal.
package enum TextWidth {
  /// Makes wcwidth(3) know the characters of the locale, of UTF-8 where the locale has none. Once, at start.
  package static func prepare() { _ = clinux_use_locale() }

  /// Columns of one scalar: 0, 1 or 2; nil for a control character.
  package static func columns(of scalar: Unicode.Scalar) -> Int? {
    let width = clinux_width(scalar.value)
    return width < 0 ? nil : Int(width)
  }
}
