/// A whole todo file: bytes in, the same bytes out.
package struct TodoText: Hashable, Sendable {
  /// The file began with EF BB BF, which is no part of its first line.
  package var hasByteOrderMark: Bool
  package var lines: [Line]
  /// The last line had its LF. True for an empty file.
  package var endsWithNewline: Bool

  package init(lines: [Line] = [], endsWithNewline: Bool = true, hasByteOrderMark: Bool = false) {
    self.lines = lines
    self.endsWithNewline = endsWithNewline
    self.hasByteOrderMark = hasByteOrderMark
  }

  /// Cuts the bytes at each LF, in one pass; `bytes` puts them together again, whatever they are.
  package init(parsing bytes: [UInt8]) {
    let mark = bytes.starts(with: TodoText.byteOrderMark)
    var lines: [Line] = []
    bytes.withUnsafeBufferPointer { all in
      var start = mark ? TodoText.byteOrderMark.count : 0
      lines.reserveCapacity(all.count / 80 + 1)
      for (index, byte) in all.enumerated() where byte == UInt8(ascii: "\n") {
        lines.append(Line(bytes: Array(all[start..<index])))
        start = index + 1
      }
      if start < all.count { lines.append(Line(bytes: Array(all[start...]))) }
    }
    let isEmpty = bytes.count == (mark ? TodoText.byteOrderMark.count : 0)
    self.init(
      lines: lines, endsWithNewline: isEmpty || bytes.last == UInt8(ascii: "\n"), hasByteOrderMark: mark)
  }

  package var bytes: [UInt8] {
    var writer = TodoTextWriter(
      hasByteOrderMark: hasByteOrderMark, capacity: lines.reduce(3) { $0 + $1.bytes.count + 1 })
    for line in lines { writer.append(line) }
    return writer.end(withNewline: endsWithNewline)
  }

  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension TodoText {
  /// The last line that ends at all ends in CR LF: so does a line that is appended.
  package var usesCRLF: Bool {
    let ended = endsWithNewline ? lines[...] : lines.dropLast()
    return ended.last?.bytes.last == UInt8(ascii: "\r")
  }

  /// Appends a line in the file's own line ending, which the last line gets too if it had none.
  package mutating func append(_ line: Line) {
    if usesCRLF {
      if !endsWithNewline, let last = lines.popLast() { lines.append(last.endingInCR) }
      lines.append(line.endingInCR)
    } else {
      lines.append(line)
    }
    endsWithNewline = true
  }

  /// Takes out the last line of these words, whatever its line ending; false if there is none.
  package mutating func removeLast(_ line: Line) -> Bool {
    guard let index = lines.lastIndex(where: { $0.content == line.content }) else { return false }
    lines.remove(at: index)
    if index == lines.count { endsWithNewline = true }
    return true
  }

  /// Of the last 50 open lines most have a creation date, or there is none: so shall a new one.
  package var datesNewTasks: Bool {
    var rest = lines[...]
    return Meaning.mostAreDated { rest.popLast().map { Meaning(of: $0) } }
  }
}

extension Line {
  fileprivate var endingInCR: Line {
    bytes.last == UInt8(ascii: "\r") ? self : Line(bytes: bytes + [UInt8(ascii: "\r")])
  }
}
