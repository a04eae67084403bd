import TodoCore
import TodoProtocol
import TodoTxt

extension JSONText {
  /// One task; the members are a promise: absent is null, none is ever renamed.
  mutating func task(_ row: TaskRow) {
    let (meaning, attributes) = (row.meaning, row.attributes)
    begin("{")
    member("id", number: row.id)
    member("uuid", attributes.uuid?.description)
    line("line", row.line)
    member("line_number", number: attributes.lineNumber)
    member("done", meaning.isDone)
    member("priority", meaning.priority?.description)
    member("created", meaning.creation?.description)
    member("completed", meaning.completion?.description)
    member("text", JSONText.text(row.line.text))
    member("projects", strings: row.line.projects.map { JSONText.text($0) })
    member("contexts", strings: row.line.contexts.map { JSONText.text($0) })
    keys(of: row.line)
    member("due", row.due?.day.description)
    member("at", row.due?.time?.description)
    member("due_at", attributes.dueAt)
    member("threshold", meaning.threshold?.description)
    member("overdue", attributes.isOverdue)
    member("next", attributes.next)
    member("moment", attributes.moment)
    member("rung_at", attributes.rung)
    member("snoozed", attributes.snoozed)
    member("dismissed", attributes.isDismissed)
    member("held", attributes.held)
    member("blocked", attributes.isBlocked)
    key("urgency")
    literal(attributes.urgency.flatMap { Double($0).map { "\($0)" } } ?? "null")
    member("mark", attributes.mark?.rawValue)
    key("twins")
    begin("[")
    for twin in attributes.twins { literal(String(twin)) }
    end("]")
    end("}")
  }

  /// Bytes that are not UTF-8 are U+FFFD in the member; one with `_base64` behind its name then has them as they are.
  mutating func line(_ name: String, _ line: Line?) {
    guard let line else { return member(name, nil) }
    let text = JSONText.text(line.content)
    member(name, text)
    guard !line.content.elementsEqual(text.utf8) else { return }
    member("\(name)_base64", base64(line.content))
  }

  private mutating func keys(of line: Line) {
    var names: [String] = []
    var values: [String: [String]] = [:]
    for key in line.keys {
      let name = JSONText.text(key.name)
      if values[name] == nil { names.append(name) }
      values[name, default: []].append(JSONText.text(key.value))
    }
    key("keys")
    begin("{")
    for name in names { member(name, strings: values[name] ?? []) }
    end("}")
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// RFC 4648, with padding.
func base64(_ bytes: ArraySlice<UInt8>) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var output: [UInt8] = []
  var rest = bytes
  while !rest.isEmpty {
    let group = rest.prefix(3)
    rest = rest.dropFirst(3)
    var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    bits <<= UInt32(8 * (3 - group.count))
    for place in 0..<4 {
      guard place <= group.count else {
        output.append(UInt8(ascii: "="))
        continue
      }
      output.append(alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)])
    }
  }
  return String(decoding: output, as: UTF8.self)
}
