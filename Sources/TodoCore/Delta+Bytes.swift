import TodoTxt

extension Delta {
  /// How many bytes the file becomes longer; nil where it begins or ends in another way afterwards.
  package var growth: Int? {
    guard frameBefore == frameAfter else { return nil }
    func size(_ lines: [StoredLine]) -> Int { lines.reduce(0) { $0 + $1.line.bytes.count + 1 } }
    return hunks.reduce(0) { $0 + size($1.inserted) - size($1.removed) }
  }

  /// The bytes of the file after the change, made from those before it: what stands around the change is copied as it is,
  /// so that a line more among 100 000 does not cost a walk through all of them.
  ///
  /// - Parameter lineCount: how many lines `bytes` has.
  /// - Returns: nil where these are not the bytes that the change was made for, or the file begins or ends in another
  ///   way than others: put its lines together then.
  package func applied(to bytes: [UInt8], lineCount: Int) -> [UInt8]? {
    guard frameBefore == frameAfter, frameBefore.endsWithNewline, !frameBefore.hasByteOrderMark else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(
      bytes.count + hunks.reduce(0) { $0 + $1.inserted.reduce(0) { $0 + $1.line.bytes.count + 1 } })
    var place = LinePlace(line: 0, offset: 0)
    for hunk in hunks {
      guard hunk.start + hunk.removed.count <= lineCount,
        let start = place.moved(to: hunk.start, in: bytes, lineCount: lineCount),
        let end = start.behind(hunk.removed, in: bytes)
      else { return nil }
      result += bytes[place.offset..<start.offset]
      for inserted in hunk.inserted {
        result += inserted.line.bytes
        result.append(UInt8(ascii: "\n"))
      }
      place = end
    }
    result += bytes[place.offset...]
    return result
  }
}

/// Where a line begins.
private struct LinePlace {
  let line: Int
  let offset: Int

  /// Counts newlines from here or from the end, whichever is nearer.
  func moved(to wanted: Int, in bytes: [UInt8], lineCount: Int) -> LinePlace? {
    var offset = offset
    if wanted - line <= lineCount - wanted {
      for _ in line..<wanted {
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
        offset += 1
      }
    } else {
      offset = bytes.count
      for _ in wanted..<lineCount {
        repeat { offset -= 1 } while offset > 0 && bytes[offset - 1] != UInt8(ascii: "\n")
      }
    }
    guard offset >= self.offset, offset <= bytes.count else { return nil }
    return LinePlace(line: wanted, offset: offset)
  }

  /// The place after these lines, if they stand here.
  func behind(_ lines: [StoredLine], in bytes: [UInt8]) -> LinePlace? {
    var end = offset
    for stored in lines {
      let next = end + stored.line.bytes.count
      guard next < bytes.count, bytes[end..<next].elementsEqual(stored.line.bytes), bytes[next] == UInt8(ascii: "\n")
      else { return nil }
      end = next + 1
    }
    return LinePlace(line: line + lines.count, offset: end)
  }
}
