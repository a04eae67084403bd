extension Response {
  /// Appends the line with its LF.
  package func append(to buffer: inout [UInt8]) {
    switch self {
    case .greeting(let greeting):
      buffer.append("OK todod ")
      buffer.append(contentsOf: greeting.version.description.utf8)
      buffer.appendPair("server", greeting.server)
      buffer.appendPair("epoch", greeting.epoch)
      buffer.appendPair("rev", greeting.revision)
      buffer.appendPair("max-line", greeting.maximumLine)
    case .row(let id, let attributes, let line):
      Response.appendRow(id: id, attributes, line: line, to: &buffer)
      return
    case .gone(let id, let isDone):
      buffer.append("! ")
      buffer.append(decimal: Int64(id))
      if isDone { buffer.append(" done=1") }
    case .data(let key, let value):
      buffer.append("= ")
      buffer.appendEscaped(key)
      buffer.append(UInt8(ascii: " "))
      buffer.appendOneLine(value)
    case .event(let name, let attributes, let text):
      buffer.append("* ")
      buffer.append(contentsOf: name.utf8)
      buffer.append(attributes)
      if let text {
        buffer.append(UInt8(ascii: "\t"))
        buffer.append(line: text)
      }
    case .ok(let tag, let attributes):
      buffer.append("OK")
      buffer.append(tag: tag)
      buffer.append(attributes)
    case .failed(let tag, let failure):
      buffer.append("ERR")
      buffer.append(tag: tag)
      buffer.append(UInt8(ascii: " "))
      buffer.append(decimal: Int64(failure.code))
      buffer.append(UInt8(ascii: " "))
      buffer.append(contentsOf: failure.name.utf8)
      buffer.append(UInt8(ascii: " "))
      buffer.appendOneLine(failure.message)
    }
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Appends a row without making a `Response` of it: long lists are written row by row.
  package static func appendRow(
    id: Int32, _ attributes: RowAttributes, line: [UInt8], to buffer: inout [UInt8]
  ) {
    buffer.append("- ")
    buffer.append(decimal: Int64(id))
    attributes.append(to: &buffer)
    buffer.append(UInt8(ascii: "\t"))
    buffer.append(line: line)
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Appends a row without attributes.
  package static func appendRow(id: Int32, line: [UInt8], to buffer: inout [UInt8]) {
    buffer.append("- ")
    buffer.append(decimal: Int64(id))
    buffer.append(UInt8(ascii: "\t"))
    buffer.append(line: line)
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Appends an event that carries a task: `* due id=17 if=... TAB line`.
  package static func appendTaskEvent(
    _ name: StaticString, id: Int32, _ attributes: RowAttributes, line: [UInt8], to buffer: inout [UInt8]
  ) {
    buffer.append("* ")
    buffer.append(name)
    buffer.appendPair("id", id)
    attributes.append(to: &buffer)
    buffer.append(UInt8(ascii: "\t"))
    buffer.append(line: line)
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Appends a data line whose value is itself pairs: `= moment name=lead%201h is=rung`.
  package static func append(data key: StaticString, _ attributes: [Attribute], to buffer: inout [UInt8]) {
    buffer.append("= ")
    buffer.append(key)
    buffer.append(attributes)
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Appends `= line TEXT`, from which `exactBytes(of:)` makes the same bytes again.
  package static func append(exactLine line: [UInt8], to buffer: inout [UInt8]) {
    buffer.append("= line ")
    buffer.appendExact(line)
    buffer.append(UInt8(ascii: "\n"))
  }

  package var bytes: [UInt8] {
    var buffer: [UInt8] = []
    append(to: &buffer)
    return buffer
  }
}

extension Array where Element == UInt8 {
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(tag: String?) {
    guard let tag else { return }
    append(" @")
    append(contentsOf: tag.utf8)
  }

  mutating func append(_ attributes: [Attribute]) {
    for attribute in attributes {
      append(UInt8(ascii: " "))
      append(contentsOf: attribute.key.utf8)
      append(UInt8(ascii: "="))
      appendEscaped(attribute.value)
    }
  }

  mutating func append(decimal number: Int64) {
    guard number >= 10 || number < 0 else {
      append(UInt8(ascii: "0") + UInt8(number))
      return
    }
    append(contentsOf: String(number).utf8)
  }

  mutating func appendPair(_ key: StaticString, _ value: String) {
    append(UInt8(ascii: " "))
    append(key)
    append(UInt8(ascii: "="))
    appendEscaped(value)
  }

  mutating func appendPair(_ key: StaticString, _ value: some BinaryInteger) {
    append(UInt8(ascii: " "))
    append(key)
    append(UInt8(ascii: "="))
    append(decimal: Int64(value))
  }

  mutating func appendPair(_ key: StaticString, _ hash: LineHash) {
    append(UInt8(ascii: " "))
    append(key)
    append(UInt8(ascii: "="))
    for shift in stride(from: 28, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: hash.value >> UInt32(shift) & 0xF)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  /// Appends a task's line: without its CR, a NUL as U+2400 so that no client's string ends there.
  mutating func append(line: [UInt8]) {
    let end = line.last == UInt8(ascii: "\r") ? line.count - 1 : line.count
    guard line.firstIndex(ofByte: 0, from: 0) != nil else {
      append(contentsOf: line[..<end])
      return
    }
    for byte in line[..<end] {
      guard byte == 0 else {
        append(byte)
        continue
      }
      append(contentsOf: [0xE2, 0x90, 0x80])
    }
  }

  /// Appends text for people, with a space for what would end the line.
  mutating func appendOneLine(_ text: String) {
    for byte in text.utf8 {
      append(byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == 0 ? UInt8(ascii: " ") : byte)
    }
  }
}
