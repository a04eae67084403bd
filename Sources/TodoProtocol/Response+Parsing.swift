/// A line that no server of this protocol says.
package struct BadResponse: Error, Hashable {
  package let line: String

  package init(line: String) { self.line = line }
}

extension Response {
  package init(parsing line: [UInt8]) throws(BadResponse) {
    try self.init(parsing: line[...])
  }

  /// Reads a line without its line end.
  package init(parsing line: ArraySlice<UInt8>) throws(BadResponse) {
    let tab = line.firstIndex(of: UInt8(ascii: "\t"))
    var head = line[..<(tab ?? line.endIndex)]
    let text = tab.map { line[($0 + 1)...] }
    let sign = Response.takeWord(&head)
    let parsed: Response?
    switch sign.string {
    case "-": parsed = Response.row(&head, text)
    case "!": parsed = Response.gone(&head)
    case "=": parsed = Response.data(line.dropFirst(2))
    case "*":
      parsed = .event(name: Response.takeWord(&head).string, Response.attributes(&head), text: text.map { Array($0) })
    case "OK": parsed = Response.ok(&head)
    case "ERR": parsed = Response.failed(line.dropFirst(4))
    default: parsed = nil
    }
    guard let parsed else { throw BadResponse(line: line.string) }
    self = parsed
  }

  private static func takeWord(_ head: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let word = head.prefix { $0 != UInt8(ascii: " ") }
    head = head[word.endIndex...].dropFirst()
    return word
  }

  private static func takeTag(_ head: inout ArraySlice<UInt8>) -> String? {
    guard head.first == UInt8(ascii: "@") else { return nil }
    return takeWord(&head).dropFirst().string
  }

  /// The pairs in the value of a data line: `name=lead%201h is=rung`.
  package static func attributes(of value: String) -> [Attribute] {
    var rest = Array(value.utf8)[...]
    return attributes(&rest)
  }

  /// The bytes of a line in the value of a `= line`; nil for one that nobody wrote so.
  package static func exactBytes(of value: String) -> [UInt8]? { Array(value.utf8)[...].unescaped().map { Array($0) } }

  /// The rest of the words as pairs; a word without `=` is from a later protocol and ignored.
  private static func attributes(_ head: inout ArraySlice<UInt8>) -> [Attribute] {
    var found: [Attribute] = []
    while !head.isEmpty {
      let word = takeWord(&head)
      guard let equals = word.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let value = word[(equals + 1)...]
      found.append(Attribute(word[..<equals].string, (value.unescaped() ?? value).string))
    }
    return found
  }

  private static func gone(_ head: inout ArraySlice<UInt8>) -> Response? {
    guard let id = takeWord(&head).decimal().flatMap({ Int32(exactly: $0) }) else { return nil }
    return .gone(id: id, isDone: attributes(&head)["done"] == "1")
  }

  private static func row(_ head: inout ArraySlice<UInt8>, _ text: ArraySlice<UInt8>?) -> Response? {
    guard let text, let id = takeWord(&head).decimal().flatMap({ Int32(exactly: $0) }) else { return nil }
    var attributes = RowAttributes()
    while !head.isEmpty {
      let word = takeWord(&head)
      guard let equals = word.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let value = word[(equals + 1)...]
      attributes.take(key: word[..<equals], value: value.unescaped() ?? value)
    }
    return .row(id: id, attributes, line: Array(text))
  }

  private static func data(_ rest: ArraySlice<UInt8>) -> Response? {
    var rest = rest
    let key = takeWord(&rest)
    guard !key.isEmpty else { return nil }
    return .data(key: (key.unescaped() ?? key).string, value: rest.string)
  }

  private static func ok(_ head: inout ArraySlice<UInt8>) -> Response? {
    let tag = takeTag(&head)
    guard tag == nil, head.starts(with: Array("todod ".utf8)) else { return .ok(tag: tag, attributes(&head)) }
    _ = takeWord(&head)
    guard let version = ProtocolVersion(parsing: takeWord(&head)) else { return nil }
    let said = attributes(&head)
    return .greeting(
      Greeting(
        version: version, server: said["server"] ?? "", epoch: said["epoch"] ?? "",
        revision: said["rev"].flatMap { Int64($0) } ?? 0,
        maximumLine: said["max-line"].flatMap { Int($0) } ?? LineFramer.maximumRequest))
  }

  private static func failed(_ rest: ArraySlice<UInt8>) -> Response? {
    var rest = rest
    let tag = takeTag(&rest)
    guard let code = takeWord(&rest).decimal() else { return nil }
    let name = takeWord(&rest)
    return .failed(tag: tag, Failure(code: Int(code), name: name.string, message: rest.string))
  }
}
