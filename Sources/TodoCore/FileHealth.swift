package import TodoProtocol

/// What may be odd about the bytes of a todo file, counted; none of it keeps todod from serving the file.
package struct FileHealth: Hashable, Sendable {
  /// How often something is so, and the first line in which it is.
  package struct Place: Hashable, Sendable {
    package var count = 0
    package var line = 0

    package init(count: Int = 0, line: Int = 0) { (self.count, self.line) = (count, line) }

    fileprivate mutating func note(_ number: Int) {
      if count == 0 { line = number }
      count += 1
    }
  }

  package enum Endings: String, Sendable {
    case lf, crlf, mixed
  }

  package var bytes = 0
  package var lines = 0
  package var endings = Endings.lf
  package var hasByteOrderMark = false
  package var notUTF8 = Place()
  package var withNUL = Place()
  /// Longer than a request may be: such a line can be changed in an editor only.
  package var tooLong = Place()

  package init(of file: [UInt8]) {
    bytes = file.count
    hasByteOrderMark = file.starts(with: [0xEF, 0xBB, 0xBF])
    // A whole file is checked at once where all of it is well: lines one by one take much longer.
    let isText = String(validating: file, as: UTF8.self) != nil
    var returns = 0
    var start = file.startIndex
    while start < file.endIndex {
      let end = file[start...].firstIndex(of: UInt8(ascii: "\n")) ?? file.endIndex
      let line = file[start..<end]
      lines += 1
      if line.last == UInt8(ascii: "\r") { returns += 1 }
      if !isText, String(validating: line, as: UTF8.self) == nil { notUTF8.note(lines) }
      if line.contains(0) { withNUL.note(lines) }
      if line.count > FileHealth.longest { tooLong.note(lines) }
      start = end + 1
    }
    endings = returns == 0 ? .lf : returns == lines ? .crlf : .mixed
  }

  /// What is left of a request for the line, beside the verb and the item.
  private static let longest = LineFramer.maximumRequest - 64
}

// MARK: On the socket

extension FileHealth {
  package var attributes: [Attribute] {
    var said = [Attribute("bytes", bytes), Attribute("lines", lines), Attribute("endings", endings.rawValue)]
    if hasByteOrderMark { said.append(Attribute("bom", "1")) }
    for (name, place) in [("not-utf8", notUTF8), ("nul", withNUL), ("long", tooLong)] where place.count > 0 {
      said += [Attribute(name, place.count), Attribute("\(name)-line", place.line)]
    }
    return said
  }

  package init(_ said: [Attribute]) {
    func number(_ key: String) -> Int { said[key].flatMap { Int($0) } ?? 0 }
    func place(_ name: String) -> Place { Place(count: number(name), line: number("\(name)-line")) }
    (bytes, lines) = (number("bytes"), number("lines"))
    endings = said["endings"].flatMap(Endings.init) ?? .lf
    hasByteOrderMark = said["bom"] == "1"
    (notUTF8, withNUL, tooLong) = (place("not-utf8"), place("nul"), place("long"))
  }
}
