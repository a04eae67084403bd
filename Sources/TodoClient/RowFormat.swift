import TodoProtocol
import TodoTxt

/// What `--format` says: text with fields of a task in it, as `{id}\t{due}\t{text}`.
struct RowFormat {
  private enum Piece {
    case text([UInt8])
    case field(Field)
    /// All values of a key, by its name.
    case key([UInt8])
  }

  /// Named as the members of JSON, and as lasting.
  private enum Field: String, CaseIterable {
    case id, uuid, line, lineNumber = "line_number", done, priority, created, completed, text, title, projects, contexts
    case due, at, dueAt = "due_at", threshold, overdue, next, rungAt = "rung_at", snoozed, held, blocked, urgency, mark
  }

  private var pieces: [Piece] = []

  /// - Parameter template: `\t`, `\n`, `\\` and `\{` mean what they do in C; `{key:rec}` is the value of a key.
  init(parsing template: String) throws(Problem) {
    var text: [UInt8] = []
    var rest = Array(template.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"): text.append(try RowFormat.escaped(rest.popFirst()))
      case UInt8(ascii: "{"):
        guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
          throw .usage("'{' without '}' in '\(template)'", hint: "'\\{' stands for itself")
        }
        if !text.isEmpty { pieces.append(.text(text)) }
        text = []
        pieces.append(try RowFormat.piece(String(decoding: rest[..<end], as: UTF8.self)))
        rest = rest[(end + 1)...]
      default: text.append(byte)
      }
    }
    pieces.append(.text(text + [UInt8(ascii: "\n")]))
  }

  private static func escaped(_ byte: UInt8?) throws(Problem) -> UInt8 {
    switch byte {
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "0"): return 0
    case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): return byte ?? 0
    default: throw .usage("'\\' with that behind it means nothing in a format", hint: "\\t, \\n, \\0, \\\\ or \\{")
    }
  }

  private static func piece(_ name: String) throws(Problem) -> Piece {
    if name.hasPrefix("key:"), name.utf8.count > 4 { return .key(Array(name.utf8.dropFirst(4))) }
    guard let field = Field(rawValue: name) else {
      let names = Field.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("there is no field '{\(name)}'", hint: "\(names), key:NAME")
    }
    return .field(field)
  }

  /// Days are ISO unless `--dates` says otherwise; on a terminal nothing in a task moves the cursor.
  func render(_ rows: [TaskRow], _ style: Style) -> [UInt8] {
    let labels = DateLabel(today: style.today, dates: style.dates == .relative ? .iso : style.dates)
    var output: [UInt8] = []
    for row in rows { append(row, labels, isRaw: !style.isTerminal, to: &output) }
    return output
  }

  private func append(_ row: TaskRow, _ labels: DateLabel, isRaw: Bool, to output: inout [UInt8]) {
    for piece in pieces {
      switch piece {
      case .text(let text): output += text
      case .field(.line): output += isRaw ? Array(row.line.content) : Array(Clean.text(row.line.content).utf8)
      case .field(.text): output += isRaw ? Array(row.line.text) : Array(Clean.text(row.line.text).utf8)
      case .field(let field):
        let value = value(field, row, labels)
        output += (isRaw ? value : Clean.text(value)).utf8
      case .key(let name):
        let values = row.line.keys.filter { $0.name.elementsEqual(name) }
        let text = values.map { String(decoding: $0.value, as: UTF8.self) }.joined(separator: ",")
        output += (isRaw ? text : Clean.text(text)).utf8
      }
    }
  }

  private func value(_ field: Field, _ row: TaskRow, _ labels: DateLabel) -> String {
    let (meaning, attributes) = (row.meaning, row.attributes)
    func instant(_ text: String?) -> String { text.map(labels.label(instant:)) ?? "" }
    return switch field {
    case .id: String(row.id)
    case .uuid: attributes.uuid?.description ?? ""
    case .lineNumber: attributes.lineNumber.map { String($0) } ?? ""
    case .done: meaning.isDone ? "x" : ""
    case .priority: meaning.priority?.description ?? ""
    case .created: meaning.creation.map { labels.label($0, nil) } ?? ""
    case .completed: meaning.completion.map { labels.label($0, nil) } ?? ""
    case .line, .text: ""
    case .title: row.line.title
    case .projects: row.line.projects.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",")
    case .contexts: row.line.contexts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",")
    case .due: row.due.map { labels.label($0.day, nil) } ?? ""
    case .at: row.due?.time?.clock ?? ""
    case .dueAt: instant(attributes.dueAt)
    case .threshold: meaning.threshold.map { labels.label($0, nil) } ?? ""
    case .overdue: attributes.isOverdue ? "overdue" : ""
    case .next: instant(attributes.next)
    case .rungAt: instant(attributes.rung)
    case .snoozed: instant(attributes.snoozed)
    case .held: attributes.held ?? ""
    case .blocked: attributes.isBlocked ? "blocked" : ""
    case .urgency: attributes.urgency ?? ""
    case .mark: attributes.mark?.rawValue ?? ""
    }
  }
}

extension Line {
  /// The words that are neither tag nor key.
  fileprivate var title: String {
    let keys = Set(keys.map(\.name.startIndex))
    let words = words.filter { word in
      let isTag = word.count > 1 && (word.first == UInt8(ascii: "+") || word.first == UInt8(ascii: "@"))
      return !isTag && !keys.contains(word.startIndex)
    }
    return words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }
}
