extension StoredLine {
  package init(_ task: Task) { self.init(id: task.id, uuid: task.uuid, line: task.line) }

  package init(_ row: Row) {
    switch row {
    case .task(let task): self.init(task)
    case .blank(let line): self.init(id: nil, uuid: nil, line: line)
    }
  }
}

extension Row {
  package init(_ stored: StoredLine) {
    guard let id = stored.id, let uuid = stored.uuid else {
      self = .blank(stored.line)
      return
    }
    self = .task(Task(id: id, uuid: uuid, line: stored.line))
  }
}
