/// A value of JSON (RFC 8259) as it was written: numbers keep their digits, members their order.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSONValue
  }

  /// In one line, for people: a text without its quotes.
  var words: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let digits): digits
    case .string(let text): text
    case .array(let values): "[\(values.map(\.words).joined(separator: ","))]"
    case .object(let members): "{\(members.map { "\($0.name):\($0.value.words)" }.joined(separator: ","))}"
    }
  }
}
