extension TodoText {
  /// Cuts the bytes as `init(parsing:)` does, but takes the lines with which a text that is known begins and ends the same
  /// way from there: of 100 000 lines of which one was edited, one is cut anew.
  ///
  /// - Parameters:
  ///   - known: a text.
  ///   - knownBytes: its bytes.
  package init(parsing bytes: [UInt8], like known: TodoText, of knownBytes: [UInt8]) {
    let start = known.hasByteOrderMark ? TodoText.byteOrderMark.count : 0
    let size = known.lines.reduce(start) { $0 + $1.bytes.count + 1 }
    guard known.endsWithNewline, size == knownBytes.count, bytes.last == UInt8(ascii: "\n"),
      bytes.starts(with: TodoText.byteOrderMark) == known.hasByteOrderMark
    else {
      self.init(parsing: bytes)
      return
    }
    let (prefix, suffix) = bytes.sharedEnds(with: knownBytes)
    var head = 0
    var offset = start
    while head < known.lines.count, offset + known.lines[head].bytes.count + 1 <= prefix {
      offset += known.lines[head].bytes.count + 1
      head += 1
    }
    var tail = known.lines.count
    var end = bytes.count
    while tail > head {
      let length = known.lines[tail - 1].bytes.count + 1
      let place = end - length
      guard bytes.count - place <= suffix, place >= offset, place == offset || bytes[place - 1] == UInt8(ascii: "\n")
      else { break }
      tail -= 1
      end = place
    }
    let middle = TodoText(parsing: Array(bytes[offset..<end]))
    // A mark in the middle is no mark.
    guard !middle.hasByteOrderMark else {
      self.init(parsing: bytes)
      return
    }
    self.init(
      lines: known.lines[..<head] + middle.lines + known.lines[tail...], endsWithNewline: true,
      hasByteOrderMark: known.hasByteOrderMark)
    assert(self == TodoText(parsing: bytes))
  }
}

extension [UInt8] {
  /// How many bytes both have in common at the beginning and at the end; together no more than the shorter has.
  fileprivate func sharedEnds(with other: [UInt8]) -> (prefix: Int, suffix: Int) {
    withUnsafeBytes { mine in
      other.withUnsafeBytes { theirs in
        let shorter = Swift.min(mine.count, theirs.count)
        var prefix = 0
        while prefix + 8 <= shorter,
          mine.loadUnaligned(fromByteOffset: prefix, as: UInt64.self)
            == theirs.loadUnaligned(fromByteOffset: prefix, as: UInt64.self)
        { prefix += 8 }
        while prefix < shorter, mine[prefix] == theirs[prefix] { prefix += 1 }
        var suffix = 0
        while suffix + 8 <= shorter - prefix,
          mine.loadUnaligned(fromByteOffset: mine.count - suffix - 8, as: UInt64.self)
            == theirs.loadUnaligned(fromByteOffset: theirs.count - suffix - 8, as: UInt64.self)
        { suffix += 8 }
        while suffix < shorter - prefix, mine[mine.count - 1 - suffix] == theirs[theirs.count - 1 - suffix] {
          suffix += 1
        }
        return (prefix, suffix)
      }
    }
  }
}
