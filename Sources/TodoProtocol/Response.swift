/// One line of the server.
package enum Response: Hashable, Sendable {
  /// The first line of a connection, and the answer to `hello`.
  case greeting(Greeting)
  /// `- 17 if=... TAB line`.
  case row(id: Int32, RowAttributes, line: [UInt8])
  /// `! 17`; `! 17 done=1` if it went to the done file.
  case gone(id: Int32, isDone: Bool = false)
  /// `= key value`.
  case data(key: String, value: String)
  /// `* changed rev=119`; the text is a task's line where there is one.
  case event(name: String, [Attribute], text: [UInt8]?)
  case ok(tag: String?, [Attribute])
  case failed(tag: String?, Failure)
}

/// One `key=value` of an OK or an event.
package struct Attribute: Hashable, Sendable {
  package let key: String
  package let value: String

  package init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }

  package init(_ key: String, _ value: some BinaryInteger) {
    self.key = key
    self.value = String(value)
  }
}

extension [Attribute] {
  package subscript(key: String) -> String? { first { $0.key == key }?.value }
}

/// What a server says of itself before it is asked.
package struct Greeting: Hashable, Sendable {
  package var version: ProtocolVersion
  /// The program's version.
  package var server: String
  /// New at every start: a revision means nothing across two of them.
  package var epoch: String
  package var revision: Int64
  package var maximumLine: Int

  package init(
    version: ProtocolVersion = .current, server: String, epoch: String, revision: Int64,
    maximumLine: Int = LineFramer.maximumRequest
  ) {
    self.version = version
    self.server = server
    self.epoch = epoch
    self.revision = revision
    self.maximumLine = maximumLine
  }
}
