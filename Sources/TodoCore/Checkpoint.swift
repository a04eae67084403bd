/// A whole version of the file as the state keeps it, so that not every version must be rebuilt from the first.
package struct Checkpoint: Hashable, Sendable {
  package var lines: [StoredLine]
  package var frame: Delta.Frame

  package init(lines: [StoredLine], frame: Delta.Frame) {
    self.lines = lines
    self.frame = frame
  }

  package func encoded() -> [UInt8] { [] }

  package init(decoding bytes: [UInt8]) throws(DeltaDecodingError) { throw .cutShort }
}
