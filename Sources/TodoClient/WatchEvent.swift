package import TodoProtocol
import TodoTxt

/// Something a `watch` tells of.
package enum WatchEvent: Hashable, Sendable {
  /// A task as it is at the start.
  case row(TaskRow)
  /// A task that is new or has changed.
  case task(TaskRow)
  /// A task that left what is watched; done: somebody moved it to the done file.
  case gone(Int32, isDone: Bool)
  case due(TaskRow)
  /// `changed`, `lost`, and what a later daemon tells of.
  case other(String, [Attribute])

  /// Nil for the OK that parts the rows from the events.
  package init?(_ response: Response) {
    switch response {
    case .row(let id, let attributes, let line): self = .row(TaskRow(id: id, attributes, line: line))
    case .gone(let id, let isDone): self = .gone(id, isDone: isDone)
    case .event(let name, let said, let text):
      let id = said["id"].flatMap { Int32($0) }
      if let id, name == "gone" {
        self = .gone(id, isDone: said["done"] == "1")
      } else if let id, let text, name == "task" || name == "due" {
        let row = TaskRow(id: id, RowAttributes(said), line: text)
        self = name == "task" ? .task(row) : .due(row)
      } else {
        self = .other(name, said)
      }
    case .data(let key, let value): self = .other(key, [Attribute(key, value)])
    case .ok, .failed, .greeting: return nil
    }
  }

  package var name: String {
    switch self {
    case .row: "row"
    case .task: "task"
    case .gone: "gone"
    case .due: "due"
    case .other(let name, _): name
    }
  }

  /// `task TAB 17 TAB line`; on a terminal the text is made clean.
  package func line(isTerminal: Bool) -> [UInt8] {
    var output = Array(Clean.text(name).utf8)
    switch self {
    case .row(let row), .task(let row), .due(let row):
      output.append(contentsOf: "\t\(row.id)\t".utf8)
      output += isTerminal ? Array(Clean.text(row.line.content).utf8) : row.line.bytes
    case .gone(let id, let isDone): output.append(contentsOf: "\t\(id)\(isDone ? "\tdone" : "")".utf8)
    case .other(_, let attributes):
      for attribute in attributes {
        output.append(contentsOf: "\t\(Clean.text(attribute.key))=\(Clean.text(attribute.value))".utf8)
      }
    }
    output.append(UInt8(ascii: "\n"))
    return output
  }
}
