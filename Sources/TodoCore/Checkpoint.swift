import TodoTxt

/// A whole version of the file as the state keeps it, so that not every version must be rebuilt from the first.
package struct Checkpoint: Hashable, Sendable {
  package var lines: [StoredLine]
  package var frame: Delta.Frame

  private static let format: UInt8 = 2

  package init(lines: [StoredLine], frame: Delta.Frame) {
    self.lines = lines
    self.frame = frame
  }

  package func encoded() -> [UInt8] {
    var writer = StoredLineWriter(format: Checkpoint.format)
    writer.reserve(lines.reduce(16) { $0 + $1.line.bytes.count + 22 })
    writer.append([frame])
    writer.append(lines.count)
    for line in lines { writer.append(line) }
    return writer.bytes
  }

  package init(decoding bytes: [UInt8]) throws(DeltaDecodingError) {
    var reader = try StoredLineReader(bytes, format: Checkpoint.format)
    let frame = try reader.frames(1)[0]
    let count = try reader.count()
    var lines: [StoredLine] = []
    lines.reserveCapacity(count)
    for _ in 0..<count { lines.append(try reader.line()) }
    guard reader.isAtEnd else { throw .impossible }
    self.init(lines: lines, frame: frame)
  }
}
