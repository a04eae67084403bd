extension Delta {
  static let format: UInt8 = 1

  /// The bytes to keep in the state: an added line costs about 30 bytes more than its own.
  ///
  /// First all lines removed, then all inserted, so that a changed or moved one is written as its difference.
  package func encoded() -> [UInt8] {
    var writer = StoredLineWriter(format: Delta.format)
    writer.append([frameBefore, frameAfter])
    writer.append(hunks.count)
    var known: [ItemID: StoredLine] = [:]
    var place = 0
    for hunk in hunks {
      writer.append(hunk.start - place)
      place = hunk.start
      writer.append(hunk.previous)
      writer.append(hunk.next)
      writer.append(hunk.removed.count)
      writer.append(hunk.inserted.count)
      for line in hunk.removed {
        writer.append(line)
        if let id = line.id { known[id] = line }
      }
    }
    for line in hunks.lazy.flatMap(\.inserted) { writer.append(line, known: known) }
    return writer.bytes
  }

  package init(decoding bytes: [UInt8]) throws(DeltaDecodingError) {
    var reader = try StoredLineReader(bytes, format: Delta.format)
    let frames = try reader.frames(2)
    var known: [ItemID: StoredLine] = [:]
    var hunks: [Hunk] = []
    var insertedCounts: [Int] = []
    var place = 0
    for _ in 0..<(try reader.count()) {
      place += try reader.number()
      var hunk = Hunk(start: place, removed: [], inserted: [], previous: try reader.id(), next: try reader.id())
      let removedCount = try reader.count()
      insertedCounts.append(try reader.count())
      for _ in 0..<removedCount {
        let line = try reader.line()
        if let id = line.id { known[id] = line }
        hunk.removed.append(line)
      }
      hunks.append(hunk)
    }
    for (index, count) in insertedCounts.enumerated() {
      for _ in 0..<count { hunks[index].inserted.append(try reader.line(known: known)) }
    }
    guard reader.isAtEnd else { throw .impossible }
    self.init(hunks: hunks, frameBefore: frames[0], frameAfter: frames[1])
  }
}
