import Linux

/// The fingerprint of a file's bytes, and what its hash had come to before each piece of them: the next version of the
/// file is hashed only from the first piece that is another.
struct FingerprintTrail: Sendable {
  let fingerprint: Fingerprint
  /// One more than there are whole pieces.
  private let marks: [Fingerprint.Lanes]

  private static let piece = 32 * 1024

  init(of bytes: [UInt8]) { self.init(of: bytes, [Fingerprint.Lanes()]) }

  /// The trail of bytes that may begin like those of this one.
  func followed(by next: [UInt8], over bytes: [UInt8]) -> FingerprintTrail {
    FingerprintTrail(of: next, marks.prefix(bytes.samePieces(as: next, of: Self.piece) + 1))
  }

  private init(of bytes: [UInt8], _ known: some Collection<Fingerprint.Lanes>) {
    var marks = Array(known)
    var lanes = marks[marks.count - 1]
    let hash = bytes.withUnsafeBytes { buffer in
      while marks.count * Self.piece <= buffer.count {
        lanes.take(buffer[((marks.count - 1) * Self.piece)..<(marks.count * Self.piece)])
        marks.append(lanes)
      }
      return lanes.end(buffer[((marks.count - 1) * Self.piece)...], count: buffer.count)
    }
    fingerprint = Fingerprint(hash: hash, count: bytes.count)
    self.marks = marks
  }
}
