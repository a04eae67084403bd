package import TodoCore

extension ForeignList {
  /// Reads a foreign file, whose format its content tells.
  ///
  /// - Parameters:
  ///   - zone: On its clock Taskwarrior's UTC instants are told.
  ///   - note: The text of a note that calcurse keeps in a file of its own.
  package init(reading bytes: [UInt8], zone: Zone, note: (String) -> String?) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      complaints = [Complaint("", .utf16)]
      return
    }
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    if content.starts(with: "BEGIN:VCALENDAR".utf8) {
      complaints = [Complaint("", .isCalendar)]
      return
    }
    // How its export to pcal begins, which is all headings but for the todos.
    if content.starts(with: "# calcurse pcal export".utf8) || content.starts(with: "# ======\n# Events".utf8) {
      complaints = [Complaint("", .isPcal)]
      return
    }
    let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0
    }
    self = withoutActuallyEscaping(note) { note in
      let files = LineImport(note: note)
      switch ForeignFormat(of: content) {
      case .json: return ForeignList(json: Array(content), zone)
      case .calcurse: return files.list(ofCalcurse: lines)
      case .todoTxt: return files.list(ofTodoTxt: lines)
      }
    }
  }

  private init(json bytes: [UInt8], _ zone: Zone) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let bad = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
      complaints = [Complaint("line \(bad + 1)", .notUTF8)]
      return
    }
    do throws(Complaint) {
      let values = try JSONEntries.read(bytes)
      let isOwn = values.first.map(OwnImport.fits) ?? false
      self = isOwn ? OwnImport.list(of: values) : TaskwarriorImport(zone: zone).list(of: values)
    } catch {
      complaints = [error]
    }
  }
}

/// The objects of a file: in one array, or one after the other, as `jq -c` and old versions of Taskwarrior write them.
enum JSONEntries {
  static func read(_ bytes: [UInt8]) throws(Complaint) -> [JSONValue] {
    var reader = JSONReader(bytes)
    var values: [JSONValue] = []
    do throws(JSONReader.Failure) {
      let isArray = reader.take(UInt8(ascii: "["))
      if isArray, reader.take(UInt8(ascii: "]")) { return try finished(&reader, values) }
      while true {
        values.append(try reader.value())
        let hasComma = reader.take(UInt8(ascii: ","))
        if isArray {
          if hasComma { continue }
          guard reader.take(UInt8(ascii: "]")) else { throw reader.unexpected() }
          return try finished(&reader, values)
        }
        reader.skipBlanks()
        if reader.isAtEnd { return values }
      }
    } catch {
      throw complaint(error, in: bytes, entry: values.count + 1)
    }
  }

  private static func finished(
    _ reader: inout JSONReader, _ values: [JSONValue]
  ) throws(JSONReader.Failure) -> [JSONValue] {
    reader.skipBlanks()
    guard reader.isAtEnd else { throw reader.unexpected() }
    return values
  }

  private static func complaint(_ failure: JSONReader.Failure, in bytes: [UInt8], entry: Int) -> Complaint {
    let before = bytes[..<failure.position]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // In characters, as editors count.
    let column = String(decoding: bytes[start..<failure.position], as: UTF8.self).count + 1
    return Complaint("entry \(entry)", .json(line: line, column: column, failure.fact.words))
  }
}

extension JSONReader.Fact {
  var words: String {
    switch self {
    case .unexpectedEnd: "it ends in the middle"
    case .unexpected(let byte) where byte > 0x20 && byte < 0x7F:
      "'\(Character(Unicode.Scalar(byte)))' is not what may stand here"
    case .unexpected: "this is not what may stand here"
    case .controlInString: "a text has a control character or a line break"
    case .badEscape: "a backslash and what follows it mean nothing"
    case .loneSurrogate: "\\u names half a character"
    case .badNumber: "this is no number"
    case .repeatedMember(let name): "'\(name)' stands twice"
    case .tooDeep: "more than 64 lists in one another"
    }
  }
}
